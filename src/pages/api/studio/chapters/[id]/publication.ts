import { setPublication } from '../../../../../lib/shared/contracts/studio-chapters.ts';
import * as publication from '../../../../../lib/server/publishing/studio/publication.ts';
import { readOwnChapter } from '../../../../../lib/server/publishing/studio/read-chapters.ts';
import { endpoint } from '../../../../../lib/server/http/endpoint.ts';
import { requireAuthor } from '../../../../../lib/server/http/guards.ts';

export const PUT = endpoint(
  setPublication,
  requireAuthor,
  async ({ app, caller, params, body }) => {
    const refusal = await publication.setPublication(app, caller.user, params.id, body);
    return refusal ?? readOwnChapter(app.db, caller.user, params.id);
  },
);

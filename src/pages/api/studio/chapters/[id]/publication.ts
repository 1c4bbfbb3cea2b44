import { setPublication } from '#shared/contracts/studio-chapters.ts';
import * as publication from '#server/publishing/studio/set-publications.ts';
import { readOwnChapter } from '#server/publishing/studio/read-chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { onChapter } from '#server/publishing/studio/own-work.ts';

export const PUT = endpoint(
  setPublication,
  [requireUser, onChapter('publish')],
  async ({ app, caller, params, body }) => {
    const refusal = await publication.setPublication(app, caller.user, params.id, body);
    return refusal ?? readOwnChapter(app.db, caller.user, params.id);
  },
);

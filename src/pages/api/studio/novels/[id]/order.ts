import { orderChapters } from '../../../../../lib/shared/contracts/studio-chapters.ts';
import * as edit from '../../../../../lib/server/publishing/studio/edit-chapters.ts';
import { endpoint } from '../../../../../lib/server/http/endpoint.ts';
import { requireAuthor } from '../../../../../lib/server/http/guards.ts';

export const PUT = endpoint(
  orderChapters,
  requireAuthor,
  async ({ app, caller, params, body: { chapterIds } }) => {
    const refusal = await edit.orderChapters(app, caller.user, params.id, chapterIds);
    return refusal ?? { chapterIds };
  },
);

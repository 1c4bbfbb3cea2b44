import { orderChapters } from '#shared/contracts/studio-chapters.ts';
import * as arrange from '#server/publishing/studio/arrange-chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { onNovel } from '#server/publishing/studio/own-work.ts';

export const PUT = endpoint(
  orderChapters,
  [requireUser, onNovel('arrange')],
  async ({ app, caller, params, body: { chapterIds } }) => {
    const refusal = await arrange.orderChapters(app, caller.user, params.id, chapterIds);
    return refusal ?? { chapterIds };
  },
);

import { removeCover, setCover } from '#shared/contracts/studio-novels.ts';
import { readStudioNovel } from '#server/publishing/studio/list-novels.ts';
import * as cover from '#server/publishing/studio/novel-cover.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { onNovel } from '#server/publishing/studio/own-work.ts';

export const PUT = endpoint(
  setCover,
  [requireUser, onNovel('settings')],
  async ({ app, caller, params, query: crop, body: bytes }) => {
    const refusal = await cover.setCover(app, caller.user, params.id, { bytes, crop });
    return refusal ?? readStudioNovel(app.db, caller.user, params.id);
  },
);

export const DELETE = endpoint(removeCover, requireUser, async ({ app, caller, params }) => {
  const refusal = await cover.removeCover(app, caller.user, params.id);
  return refusal ?? readStudioNovel(app.db, caller.user, params.id);
});

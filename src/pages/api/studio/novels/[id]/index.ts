import { deleteNovel, editNovel, getStudioNovel } from '#shared/contracts/studio-novels.ts';
import * as edit from '#server/publishing/studio/edit-novel.ts';
import { readStudioNovel } from '#server/publishing/studio/list-novels.ts';
import { findOwnNovel, onNovel } from '#server/publishing/studio/own-work.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const GET = endpoint(getStudioNovel, requireUser, async ({ app, caller, params }) => {
  const novel = await findOwnNovel(app.db, caller.user, params.id, 'seeDrafts');
  return isRefusal(novel) ? novel : readStudioNovel(app.db, caller.user, novel.id);
});

export const PUT = endpoint(
  editNovel,
  [requireUser, onNovel('settings')],
  async ({ app, caller, params, body }) => {
    const refusal = await edit.editNovel(app, caller.user, params.id, body);
    return refusal ?? readStudioNovel(app.db, caller.user, params.id);
  },
);

export const DELETE = endpoint(deleteNovel, requireUser, async ({ app, caller, params }) => {
  const refusal = await edit.deleteNovel(app, caller.user, params.id);
  return refusal ?? { success: true as const };
});

import { deleteNovel, editNovel, getStudioNovel } from '#shared/contracts/studio-novels.ts';
import * as edit from '#server/publishing/studio/edit-novel.ts';
import { readStudioNovel } from '#server/publishing/studio/list-novels.ts';
import { findOwnNovel } from '#server/publishing/studio/own-work.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireAuthor } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const GET = endpoint(getStudioNovel, requireAuthor, async ({ app, caller, params }) => {
  const novel = await findOwnNovel(app.db, caller.user, params.id);
  return isRefusal(novel) ? novel : readStudioNovel(app.db, novel.id);
});

export const PUT = endpoint(editNovel, requireAuthor, async ({ app, caller, params, body }) => {
  const refusal = await edit.editNovel(app, caller.user, params.id, body);
  return refusal ?? readStudioNovel(app.db, params.id);
});

export const DELETE = endpoint(deleteNovel, requireAuthor, async ({ app, caller, params }) => {
  const refusal = await edit.deleteNovel(app, caller.user, params.id);
  return refusal ?? { success: true as const };
});

import {
  deleteNovel,
  editNovel,
  getStudioNovel,
} from '../../../../../lib/shared/contracts/studio-novels.ts';
import * as edit from '../../../../../lib/server/publishing/studio/edit-novel.ts';
import { readStudioNovel } from '../../../../../lib/server/publishing/studio/list-novels.ts';
import { findOwnNovel } from '../../../../../lib/server/publishing/studio/own-work.ts';
import { endpoint } from '../../../../../lib/server/http/endpoint.ts';
import { requireAuthor } from '../../../../../lib/server/http/guards.ts';
import { isRefusal } from '../../../../../lib/server/http/refusal.ts';

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

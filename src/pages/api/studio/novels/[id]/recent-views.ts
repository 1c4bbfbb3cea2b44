import { getRecentViews } from '#shared/contracts/studio-novels.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { readRecentViews } from '#server/publishing/studio/figures.ts';
import { findOwnNovel } from '#server/publishing/studio/own-work.ts';

export const GET = endpoint(getRecentViews, requireUser, async ({ app, caller, params }) => {
  const novel = await findOwnNovel(app.db, caller.user, params.id, 'figures');
  return isRefusal(novel) ? novel : readRecentViews(app.db, novel.id, app.clock.now());
});

import { getNovelFigures } from '#shared/contracts/studio-novels.ts';
import { readFigures } from '#server/publishing/studio/figures.ts';
import { findOwnNovel } from '#server/publishing/studio/own-work.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const GET = endpoint(getNovelFigures, requireUser, async ({ app, caller, params }) => {
  const novel = await findOwnNovel(app.db, caller.user, params.id, 'figures');
  return isRefusal(novel) ? novel : readFigures(app.db, novel, app.clock.now());
});

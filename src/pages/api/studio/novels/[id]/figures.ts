import { getNovelFigures } from '../../../../../lib/shared/contracts/studio-novels.ts';
import { readFigures } from '../../../../../lib/server/publishing/studio/figures.ts';
import { findOwnNovel } from '../../../../../lib/server/publishing/studio/own-work.ts';
import { endpoint } from '../../../../../lib/server/http/endpoint.ts';
import { requireAuthor } from '../../../../../lib/server/http/guards.ts';
import { isRefusal } from '../../../../../lib/server/http/refusal.ts';

export const GET = endpoint(getNovelFigures, requireAuthor, async ({ app, caller, params }) => {
  const novel = await findOwnNovel(app.db, caller.user, params.id);
  return isRefusal(novel) ? novel : readFigures(app.db, novel, app.clock.now());
});

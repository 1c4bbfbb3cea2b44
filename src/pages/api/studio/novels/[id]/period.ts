import { getNovelPeriod } from '#shared/contracts/figures-period.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { findOwnNovel } from '#server/publishing/studio/own-work.ts';
import { readPeriod } from '#server/publishing/studio/period/read-period.ts';

export const GET = endpoint(getNovelPeriod, requireUser, async (input) => {
  const { app, caller, params, query } = input;
  const novel = await findOwnNovel(app.db, caller.user, params.id, 'figures');
  return isRefusal(novel) ? novel : readPeriod(app.db, novel.id, query, app.clock.now());
});

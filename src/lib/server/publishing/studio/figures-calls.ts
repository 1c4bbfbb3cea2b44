import { getNovelFigures, getRecentViews } from '#shared/contracts/studio-novels.ts';
import { getPeriodTable, getNovelPeriod } from '#shared/contracts/figures-period.ts';
import { parisDay } from '#shared/site/formats.ts';
import { readFigures, readRecentViews } from '#server/publishing/studio/figures.ts';
import { findOwnNovel } from '#server/people/novel-powers/own-work.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import {
  isOfAllTime,
  periodTable,
  tableNames,
} from '#server/publishing/studio/period/period-table.ts';
import { readPeriod } from '#server/publishing/studio/period/read-period.ts';

export const calls = [
  endpoint(getNovelFigures, requireUser, async ({ app, caller, params }) => {
    const novel = await findOwnNovel(app.db, caller.user, params.id, 'figures');
    return isRefusal(novel) ? novel : readFigures(app.db, novel, app.clock.now());
  }),

  endpoint(getPeriodTable, requireUser, async (input) => {
    const { app, caller, params, query } = input;
    const novel = await findOwnNovel(app.db, caller.user, params.id, 'figures');
    if (isRefusal(novel)) return novel;
    const now = app.clock.now();
    const [period, { chapters }] = await Promise.all([
      readPeriod(app.db, novel.id, query, now),
      readFigures(app.db, novel, now),
    ]);
    const days = isOfAllTime(query.table) ? parisDay(now) : `${query.from}_${query.to}`;
    return {
      file: Buffer.from(periodTable(query.table, period, chapters)),
      type: 'text/csv; charset=utf-8',
      name: `${novel.slug}_${days}_${tableNames[query.table]}.csv`,
    };
  }),

  endpoint(getNovelPeriod, requireUser, async (input) => {
    const { app, caller, params, query } = input;
    const novel = await findOwnNovel(app.db, caller.user, params.id, 'figures');
    return isRefusal(novel) ? novel : readPeriod(app.db, novel.id, query, app.clock.now());
  }),

  endpoint(getRecentViews, requireUser, async ({ app, caller, params }) => {
    const novel = await findOwnNovel(app.db, caller.user, params.id, 'figures');
    return isRefusal(novel) ? novel : readRecentViews(app.db, novel.id, app.clock.now());
  }),
];

import { getPeriodTable } from '#shared/contracts/figures-period.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { readFigures } from '#server/publishing/studio/figures.ts';
import { findOwnNovel } from '#server/publishing/studio/own-work.ts';
import {
  isOfAllTime,
  periodTable,
  tableNames,
} from '#server/publishing/studio/period/period-table.ts';
import { readPeriod } from '#server/publishing/studio/period/read-period.ts';
import { parisDay } from '#shared/formats.ts';

export const GET = endpoint(getPeriodTable, requireUser, async (input) => {
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
});

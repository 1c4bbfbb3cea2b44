import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/core/db/database.ts';
import { dayTraces } from './count-readers.ts';

/** Weeks shown, this one included. */
const cohortWeeks = 12;

const rowsSchema = z.object({
  rows: z.array(
    z.object({ week: z.iso.date(), later: z.coerce.number(), readers: z.coerce.number() }),
  ),
});

/**
 * The readers whose first trace is of one of the last twelve weeks in Paris, by that week, and how
 * many of each were there in the weeks after it. Weeks without new readers are left out.
 */
export async function readCohorts(db: Database, novelId: string, now: Date) {
  const thisWeek = sql`date_trunc('week', ${now.toISOString()}::timestamptz at time zone 'Europe/Paris')`;
  const result = await db.execute(sql`
    with weeks as (
      select distinct user_id, date_trunc('week', day)::date as week
      from (${dayTraces(novelId)}) as traces
    ), firsts as (
      select user_id, min(week) as first from weeks group by user_id
      having min(week) > (${thisWeek})::date - ${cohortWeeks * 7}::int
    )
    select to_char(first, 'YYYY-MM-DD') as week, (weeks.week - first) / 7 as later,
      count(*) as readers
    from firsts join weeks using (user_id)
    group by first, later order by first, later`);
  const monday = mondayOf(now);
  const cohorts = Map.groupBy(rowsSchema.parse(result).rows, ({ week }) => week);
  return [...cohorts].map(([week, rows]) => {
    const length = Math.round((monday - Date.parse(week)) / (7 * dayMs)) + 1;
    const counts = new Map(rows.map(({ later, readers }) => [later, readers]));
    return {
      week,
      readers: counts.get(0) ?? 0,
      back: Array.from({ length: Math.max(1, length) }, (_, later) => counts.get(later) ?? 0),
    };
  });
}

const dayMs = 86_400_000;
const parisDate = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Paris' });

/** The Monday of an instant's week in Paris, as a date at midnight UTC. */
function mondayOf(now: Date): number {
  const day = Date.parse(parisDate.format(now));
  return day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs;
}

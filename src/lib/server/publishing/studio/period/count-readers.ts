import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/db/database.ts';

/**
 * Who left a trace in a novel, and when. Places of reading have the date of the last visit to their
 * chapter alone; each chapter has its own.
 *
 * Chapter by chapter, each by its index: `offset 0` keeps PostgreSQL from joining a long novel's
 * chapters with the traces of the whole site.
 */
export const datedTraces = (novelId: string): SQL => sql`
  select chapters.id as chapter_id, user_id, at from chapters cross join lateral (
    select user_id, updated_at as at from reading_places where chapter_id = chapters.id
    union all select user_id, created_at from chapter_likes where chapter_id = chapters.id
    union all select user_id, created_at from bookmarks where chapter_id = chapters.id
    union all select user_id, created_at from unlocks where chapter_id = chapters.id
    union all select user_id, created_at from comments
      where chapter_id = chapters.id and user_id is not null
    offset 0
  ) as left_there where novel_id = ${novelId}`;

const count = z.coerce.number();
const counted = z.object({ rows: z.array(z.object({ before: count, now: count })).length(1) });

/** How many readers left a trace from `before` until `from`, and from there until `end`. */
export async function countReaders(
  db: Database,
  novelId: string,
  { before, from, end }: { before: Date; from: Date; end: Date },
): Promise<{ before: number; now: number }> {
  const start = sql`${from.toISOString()}::timestamptz`;
  const result = await db.execute(sql`
    select count(distinct user_id) filter (where at < ${start}) as before,
      count(distinct user_id) filter (where at >= ${start}) as now
    from (${datedTraces(novelId)}) as traces
    where at >= ${before.toISOString()} and at < ${end.toISOString()}`);
  return counted.parse(result).rows[0] ?? { before: 0, now: 0 };
}

const offset = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Paris',
  timeZoneName: 'longOffset',
});

/** The instant at which a day begins in Paris; the clocks change at 1 in the morning UTC. */
export function parisMidnight(day: string): Date {
  const noonOfEve = new Date(Date.parse(`${day}T00:00:00Z`) - 3 * 3_600_000);
  const name = offset.formatToParts(noonOfEve).find(({ type }) => type === 'timeZoneName')?.value;
  return new Date(`${day}T00:00:00${name?.replace('GMT', '') || 'Z'}`);
}

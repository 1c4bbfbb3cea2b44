import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/core/db/database.ts';

/** What readers leave in a chapter at an instant that stays. */
const marks = sql`
  select user_id, created_at as at from chapter_likes where chapter_id = chapters.id
  union all select user_id, created_at from bookmarks where chapter_id = chapters.id
  union all select user_id, created_at from unlocks where chapter_id = chapters.id
  union all select user_id, created_at from comments
    where chapter_id = chapters.id and user_id is not null`;

/**
 * Traces in a novel chapter by chapter, each by its index: `offset 0` keeps PostgreSQL from joining a
 * long novel's chapters with the traces of the whole site.
 */
const inEachChapter = (novelId: string, traces: SQL): SQL => sql`
  select chapters.id as chapter_id, user_id, at from chapters
    cross join lateral (${traces} offset 0) as left_there where novel_id = ${novelId}`;

/** Who left a trace in which chapter of a novel. */
export const chapterTraces = (novelId: string): SQL =>
  inEachChapter(
    novelId,
    sql`select user_id, updated_at as at from reading_places where chapter_id = chapters.id
      union all ${marks}`,
  );

/** Who left a trace in a novel on which day in Paris. A later one takes none away. */
export const dayTraces = (novelId: string): SQL => sql`
  select user_id, day from reader_days where novel_id = ${novelId}
  union all select user_id, (at at time zone 'Europe/Paris')::date
    from (${inEachChapter(novelId, marks)}) as marked`;

const count = z.coerce.number();
const counted = z.object({ rows: z.array(z.object({ before: count, now: count })).length(1) });

/**
 * How many readers left a trace between two days in Paris, both included, and how many from `before`
 * until there.
 */
export async function countReaders(
  db: Database,
  novelId: string,
  { before, from, to }: { before: string; from: string; to: string },
): Promise<{ before: number; now: number }> {
  const result = await db.execute(sql`
    select count(distinct user_id) filter (where day < ${from}::date) as before,
      count(distinct user_id) filter (where day >= ${from}::date) as now
    from (${dayTraces(novelId)}) as traces
    where day between ${before}::date and ${to}::date`);
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

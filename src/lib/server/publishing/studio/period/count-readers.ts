import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/db/database.ts';

/**
 * Who left a trace in a novel, and when. Places of reading have the date of the last visit to their
 * chapter alone; each chapter has its own.
 */
export const datedTraces = (novelId: string): SQL => {
  const ours = sql`chapter_id in (select id from chapters where novel_id = ${novelId})`;
  return sql`
    select user_id, updated_at as at from reading_places where ${ours}
    union all select user_id, created_at from chapter_likes where ${ours}
    union all select user_id, created_at from bookmarks where ${ours}
    union all select user_id, created_at from unlocks where ${ours}
    union all select user_id, created_at from comments where ${ours} and user_id is not null`;
};

const counted = z.object({ rows: z.array(z.object({ readers: z.coerce.number() })) });

/** How many readers left a trace from one instant until another. */
export async function countReadersBetween(
  db: Database,
  novelId: string,
  from: Date,
  end: Date,
): Promise<number> {
  const result = await db.execute(sql`
    select count(distinct user_id) as readers from (${datedTraces(novelId)}) as traces
    where at >= ${from.toISOString()} and at < ${end.toISOString()}`);
  return counted.parse(result).rows[0]?.readers ?? 0;
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

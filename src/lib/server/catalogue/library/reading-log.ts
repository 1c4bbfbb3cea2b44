import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  logPeriodSchema,
  logPeriodsMax,
  type getReadingLog,
} from '#shared/contracts/reading-log.ts';
import { readingWordsPerMinute } from '#shared/reading/reading-speed.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { readerDays, readingPlaces } from '#server/core/db/schema/reading.ts';
import type { User } from '#server/people/identity/sessions.ts';
import { readToEnd } from '../reading/places.ts';

/**
 * What a user read, by year and month, from places and days that are stored for other purposes
 * (decision 159); nothing is asked of the database where they want no log.
 */
export async function readLog(
  db: Database,
  { id, isLogOff }: Pick<User, 'id' | 'isLogOff'>,
): Promise<z.output<(typeof getReadingLog)['response']>> {
  if (isLogOff) return { isOn: false, periods: [] };
  const result = await db.execute(sql`
    select coalesce(month, year) as period, count(words)::int as chapters,
      round(coalesce(sum(words), 0) / ${readingWordsPerMinute}::numeric)::int as minutes,
      count(distinct novel_id)::int as novels
    from (
      select to_char(at, 'YYYY') as year, to_char(at, 'YYYY-MM') as month, novel_id, words
      from (
        select ${readerDays.day}::timestamp as at, ${readerDays.novelId}, null::int as words
        from ${readerDays} where ${readerDays.userId} = ${id}::uuid
        union all
        select ${readingPlaces.updatedAt} at time zone 'Europe/Paris', ${chapters.novelId},
          ${chapters.wordCount}
        from ${readingPlaces} join ${chapters} on ${chapters.id} = ${readingPlaces.chapterId}
        where ${readingPlaces.userId} = ${id}::uuid and ${readingPlaces.paragraph} is null
          and ${readingPlaces.characterOffset} = ${readToEnd}::int) as read) as dated
    group by grouping sets ((year), (month)) order by period desc limit ${logPeriodsMax}::int`);
  return { isOn: true, periods: z.object({ rows: z.array(logPeriodSchema) }).parse(result).rows };
}

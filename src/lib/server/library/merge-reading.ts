import { sql } from 'drizzle-orm';
import type { DeviceReading } from '#shared/contracts/library.ts';
import type { App } from '../app.ts';
import { isPublic } from '../catalogue/novels.ts';
import { chapters, novels } from '../db/schema/catalogue.ts';
import { libraryEntries } from '../db/schema/reading.ts';

/**
 * Takes over what a device read while its reader was signed out. What the account has read since, and
 * a status that was chosen, stay as they are; chapters that do not exist are left out. A chapter that
 * has been replaced since is found by its number. One statement, idempotent.
 */
export async function mergeReading(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
  readings: readonly DeviceReading[],
): Promise<void> {
  if (readings.length === 0) return;
  const now = clock.now();
  const given = readings.map(({ novelId, chapterId, number, readAt }) => ({
    novel_id: novelId,
    chapter_id: chapterId,
    number,
    // The device's clock may be ahead.
    read_at: new Date(Math.min(readAt, now.getTime())).toISOString(),
  }));
  const at = sql`${now.toISOString()}::timestamptz`;
  await db
    .insert(libraryEntries)
    .select(
      sql`select distinct on (${novels.id}) ${userId}::uuid, ${novels.id}, 'reading', false,
          ${chapters.id}, given.read_at, ${at}, given.read_at
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as given(novel_id uuid, chapter_id uuid, number integer, read_at timestamptz)
        inner join ${novels} on ${novels.id} = given.novel_id and ${isPublic}
        inner join ${chapters} on ${chapters.novelId} = ${novels.id}
          and ${chapters.status} = 'published'
          and (${chapters.id} = given.chapter_id or ${chapters.chapterNumber} = given.number)
        order by ${novels.id}, given.read_at desc, (${chapters.id} = given.chapter_id) desc`,
    )
    .onConflictDoUpdate({
      target: [libraryEntries.userId, libraryEntries.novelId],
      set: {
        status: sql`case when ${libraryEntries.isChosen} then ${libraryEntries.status} else 'reading' end`,
        lastChapterId: sql`excluded.last_chapter_id`,
        lastReadAt: sql`excluded.last_read_at`,
        updatedAt: sql`greatest(${libraryEntries.updatedAt}, excluded.updated_at)`,
      },
      setWhere: sql`excluded.last_read_at > coalesce(${libraryEntries.lastReadAt}, '-infinity')`,
    });
}

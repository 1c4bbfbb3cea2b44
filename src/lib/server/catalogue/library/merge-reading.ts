import { sql, type SQL } from 'drizzle-orm';
import type { DeviceReading } from '#shared/contracts/library.ts';
import type { App } from '#server/app.ts';
import { isPublic } from '../novels.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { libraryEntries } from '#server/core/db/schema/reading.ts';
import { isChosenForGood } from './note-reading.ts';

/**
 * Takes over what a device read while its reader was signed out. What the account has read since, and
 * a status that was chosen, stay as they are, a plan (`to_read`) excepted, which reading carries out.
 * The account never goes back to an earlier chapter, and what is finished stays so until a later one is
 * read. Chapters that do not exist are left out; one that has been replaced since is found by its
 * number. One statement, idempotent.
 */
export async function mergeReading(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
  readings: readonly DeviceReading[],
): Promise<void> {
  if (readings.length === 0) return;
  const now = clock.now();
  const sent = readings.map(({ novelId, chapterId, number, readAt }) => ({
    novel_id: novelId,
    chapter_id: chapterId,
    number,
    // The device's clock may be ahead.
    read_at: new Date(Math.min(readAt, now.getTime())).toISOString(),
  }));
  const at = sql`${now.toISOString()}::timestamptz`;
  const given = numberOf(sql`excluded.last_chapter_id`);
  const stored = numberOf(sql`${libraryEntries.lastChapterId}`);
  await db
    .insert(libraryEntries)
    .select(
      sql`select distinct on (${novels.id}) ${userId}::uuid, ${novels.id}, 'reading', false,
          ${chapters.id}, given.read_at, ${at}, given.read_at
        from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
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
        status: sql`case
          when ${isChosenForGood} then ${libraryEntries.status}
          when ${libraryEntries.status} = 'finished' and not coalesce(${given} > ${stored}, false)
            then 'finished'
          else 'reading' end`,
        isChosen: isChosenForGood,
        lastChapterId: sql`case when ${given} < ${stored} then ${libraryEntries.lastChapterId}
          else excluded.last_chapter_id end`,
        lastReadAt: sql`excluded.last_read_at`,
        updatedAt: sql`greatest(${libraryEntries.updatedAt}, excluded.updated_at)`,
      },
      setWhere: sql`excluded.last_read_at > coalesce(${libraryEntries.lastReadAt}, '-infinity')`,
    });
}

/** A chapter's number; null for none. */
function numberOf(id: SQL): SQL {
  return sql`(select numbered.chapter_number from ${chapters} as numbered where numbered.id = ${id})`;
}

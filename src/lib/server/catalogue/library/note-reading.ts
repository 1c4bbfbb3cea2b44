/** What reading does to a reader's library. Never against a status that they have chosen. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { libraryEntries } from '#server/core/db/schema/reading.ts';

/** Who reads which chapter. */
export type ReadingOf = { userId: string; novelId: string; chapterId: string };

/**
 * Whether the reader has chosen the status of an entry that is there, for all that they read. `to_read`
 * is a plan, and reading carries it out.
 */
export const isChosenForGood = sql`(${libraryEntries.isChosen} and ${libraryEntries.status} <> 'to_read')`;

const values = {
  userId: sql.placeholder('userId'),
  novelId: sql.placeholder('novelId'),
  chapterId: sql.placeholder('chapterId'),
  now: sql`${sql.placeholder('now')}::timestamptz`,
};

/** A chapter was opened for the first time: the novel is being read. One statement, idempotent. */
export async function noteOpened(db: Database, reading: ReadingOf, now: Date): Promise<void> {
  await upsertOpened(db).execute({ ...reading, now: now.toISOString() });
}

const upsertOpened = prepared((db) =>
  db
    .insert(libraryEntries)
    .values({
      userId: values.userId,
      novelId: values.novelId,
      status: 'reading',
      lastChapterId: values.chapterId,
      lastReadAt: values.now,
      createdAt: values.now,
      updatedAt: values.now,
    })
    .onConflictDoUpdate({
      target: [libraryEntries.userId, libraryEntries.novelId],
      set: {
        status: sql`case when ${isChosenForGood} then ${libraryEntries.status} else 'reading' end`,
        isChosen: isChosenForGood,
        lastChapterId: sql`excluded.last_chapter_id`,
        lastReadAt: sql`excluded.last_read_at`,
        updatedAt: sql`excluded.updated_at`,
      },
    })
    .prepare('library_opened'),
);

/**
 * A chapter was read to its end. Where it is the last published one of a completed novel, the novel is
 * finished. One statement, idempotent.
 */
export async function noteFinished(db: Database, reading: ReadingOf, now: Date): Promise<void> {
  await upsertFinished(db).execute({ ...reading, now: now.toISOString() });
}

const upsertFinished = prepared((db) => {
  const isLast = sql`not exists (
    select from ${chapters} as later where later.novel_id = ${chapters.novelId}
      and later.status = 'published' and later.chapter_number > ${chapters.chapterNumber})`;
  return db
    .insert(libraryEntries)
    .select(
      sql`select ${values.userId}::uuid, ${novels.id}, 'finished', false, ${chapters.id},
          ${values.now}, ${values.now}, ${values.now}
        from ${chapters} inner join ${novels} on ${novels.id} = ${chapters.novelId}
        where ${chapters.id} = ${values.chapterId}::uuid and ${novels.id} = ${values.novelId}::uuid
          and ${chapters.status} = 'published' and ${novels.status} = 'completed' and ${isLast}`,
    )
    .onConflictDoUpdate({
      target: [libraryEntries.userId, libraryEntries.novelId],
      set: {
        status: 'finished',
        isChosen: false,
        lastChapterId: sql`excluded.last_chapter_id`,
        lastReadAt: sql`excluded.last_read_at`,
        updatedAt: sql`excluded.updated_at`,
      },
      setWhere: sql`not ${isChosenForGood} and ${libraryEntries.status} <> 'finished'`,
    })
    .prepare('library_finished');
});

import { eq, sql } from 'drizzle-orm';
import type { AuthorNotes } from '#shared/text/author-note.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { chapterNotes, novelNotes } from '#server/core/db/schema/announcements.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';

/**
 * A chapter's notes: its own, or the novel's default. They belong to the text: who may not read it
 * is not shown them. Check `isFree` or `findAccess` before.
 */
export async function readChapterNotes(db: Database, chapterId: string): Promise<AuthorNotes> {
  const [notes] = await selectNotes(db).execute({ chapterId });
  return notes ?? { before: '', after: '' };
}

const selectNotes = prepared((db) =>
  db
    .select({
      before: sql<string>`coalesce(${chapterNotes.before}, ${novelNotes.before}, '')`,
      after: sql<string>`coalesce(${chapterNotes.after}, ${novelNotes.after}, '')`,
    })
    .from(chapters)
    .leftJoin(chapterNotes, eq(chapterNotes.chapterId, chapters.id))
    .leftJoin(novelNotes, eq(novelNotes.novelId, chapters.novelId))
    .where(eq(chapters.id, sql.placeholder('chapterId')))
    .limit(1)
    .prepare('read_chapter_notes'),
);

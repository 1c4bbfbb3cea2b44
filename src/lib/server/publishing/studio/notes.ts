import { eq } from 'drizzle-orm';
import type { ChapterNotesBody, NovelNotesBody } from '#shared/contracts/announcements.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/db/database.ts';
import { chapterNotes, novelNotes } from '#server/db/schema/announcements.ts';
import { chapterTag, novelTag } from '#server/pagecache/tags.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;

/** The default notes of a novel. Ask `findOwnNovel` before. */
export async function readNovelNotes(db: Database, novelId: string): Promise<NovelNotesBody> {
  const [row] = await db.select().from(novelNotes).where(eq(novelNotes.novelId, novelId));
  return { before: row?.before ?? '', after: row?.after ?? '' };
}

/** Replaces the default notes of a novel: every chapter without its own shows them. Idempotent. */
export async function setNovelNotes(
  { db, clock, changed }: World,
  novelId: string,
  { before, after }: NovelNotesBody,
): Promise<NovelNotesBody> {
  const set = { before, after, updatedAt: clock.now() };
  await db
    .insert(novelNotes)
    .values({ novelId, ...set })
    .onConflictDoUpdate({ target: novelNotes.novelId, set });
  await changed([novelTag(novelId)]);
  return { before, after };
}

/** A chapter's own notes, and its novel's. Ask `findOwnChapter` before. */
export async function readOwnNotes(
  db: Database,
  { id, novelId }: { id: string; novelId: string },
): Promise<{ own: ChapterNotesBody; defaults: NovelNotesBody }> {
  const [row] = await db.select().from(chapterNotes).where(eq(chapterNotes.chapterId, id));
  return {
    own: { before: row?.before ?? null, after: row?.after ?? null },
    defaults: await readNovelNotes(db, novelId),
  };
}

/** Replaces a chapter's own notes; they are public at once where it is published. Idempotent. */
export async function setChapterNotes(
  { db, clock, changed }: World,
  chapterId: string,
  { before, after }: ChapterNotesBody,
): Promise<void> {
  if (before === null && after === null) {
    await db.delete(chapterNotes).where(eq(chapterNotes.chapterId, chapterId));
  } else {
    const set = { before, after, updatedAt: clock.now() };
    await db
      .insert(chapterNotes)
      .values({ chapterId, ...set })
      .onConflictDoUpdate({ target: chapterNotes.chapterId, set });
  }
  await changed([chapterTag(chapterId)]);
}

import { eq } from 'drizzle-orm';
import type { ChapterNotesBody, NovelNotesBody } from '#shared/contracts/announcements.ts';
import { hasWords, type AuthorNotes, type WrittenBeside } from '#shared/text/author-note.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapterNotes, novelNotes } from '#server/core/db/schema/announcements.ts';
import { isRefusal, type Refusal } from '#server/core/http/refusal.ts';
import { novelTag } from '#server/core/pagecache/tags.ts';
import { findOwnChapter, findOwnNovel, type Author } from '#server/people/novel-powers/own-work.ts';
import { archiveBeside } from '../versions/archive-versions.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;

/** The default notes of a novel. Ask `findOwnNovel` before. */
export async function readNovelNotes(db: Database, novelId: string): Promise<NovelNotesBody> {
  const [row] = await db.select().from(novelNotes).where(eq(novelNotes.novelId, novelId));
  return { before: row?.before ?? '', after: row?.after ?? '' };
}

/**
 * Replaces the default notes of a novel: every chapter without its own shows them. Idempotent.
 * Refuses as `findOwnNovel`: a role may have ended since the request began.
 */
export async function setNovelNotes(
  { db, clock, changed }: World,
  author: Author,
  novelId: string,
  { before, after }: NovelNotesBody,
): Promise<NovelNotesBody | Refusal> {
  const set = { before, after, updatedAt: clock.now() };
  const refusal = await db.transaction(async (tx) => {
    const novel = await findOwnNovel(tx, author, novelId, 'settings', { lock: true });
    if (isRefusal(novel)) return novel;
    await tx
      .insert(novelNotes)
      .values({ novelId, ...set })
      .onConflictDoUpdate({ target: novelNotes.novelId, set });
    return null;
  });
  if (refusal) return refusal;
  await changed([novelTag(novelId)]);
  return { before, after };
}

/**
 * The notes of new chapters, as they were where these come from. A new novel gets its default notes
 * too, and a chapter that has them none of its own; another keeps its own defaults, which chapters
 * without a note then have.
 */
export async function addImportedNotes(
  tx: Database,
  novel: { id: string; isNewNovel: boolean },
  { notes, own, now }: { notes: AuthorNotes; own: readonly NotesOfChapter[]; now: Date },
): Promise<void> {
  if (novel.isNewNovel && hasWords(notes)) {
    await tx.insert(novelNotes).values({ novelId: novel.id, ...notes, updatedAt: now });
  }
  const fallback = novel.isNewNovel ? notes : { before: '', after: '' };
  const rows = own
    .map(({ chapterId, notes: { before, after, recap, cast } }) => ({
      chapterId,
      novelId: novel.id,
      recap,
      cast,
      before: before === fallback.before ? null : before,
      after: after === fallback.after ? null : after,
      updatedAt: now,
    }))
    .filter(({ before, after, recap, cast }) => (before ?? after) !== null || recap + cast !== '');
  if (rows.length > 0) await tx.insert(chapterNotes).values(rows);
}

type NotesOfChapter = { chapterId: string; notes: WrittenBeside };

/** A chapter's own notes with its recap, and its novel's notes. Ask `findOwnChapter` before. */
export async function readOwnNotes(
  db: Database,
  { id, novelId }: { id: string; novelId: string },
): Promise<{ own: ChapterNotesBody; defaults: NovelNotesBody }> {
  const [row] = await db.select().from(chapterNotes).where(eq(chapterNotes.chapterId, id));
  return {
    own: {
      before: row?.before ?? null,
      after: row?.after ?? null,
      recap: row?.recap ?? '',
      cast: row?.cast ?? '',
    },
    defaults: await readNovelNotes(db, novelId),
  };
}

/**
 * Replaces a chapter's own notes. Idempotent. Refuses as `findOwnChapter`; those of a published chapter
 * are public at once, and need the power to publish.
 */
export async function setChapterNotes(
  { db, clock, changed }: World,
  author: Author,
  chapterId: string,
  { before, after, recap, cast }: ChapterNotesBody,
): Promise<Refusal | null> {
  const done = await db.transaction(async (tx) => {
    const found = await findOwnChapter(tx, author, chapterId, 'write', { lock: true });
    if (isRefusal(found)) return found;
    if (found.chapter.status === 'published') {
      const published = await findOwnChapter(tx, author, chapterId, 'publish');
      if (isRefusal(published)) return published;
    }
    const novelId = found.novel.id;
    if ((before ?? after) === null && recap + cast === '') {
      await tx.delete(chapterNotes).where(eq(chapterNotes.chapterId, chapterId));
    } else {
      const set = { before, after, recap, cast, novelId, updatedAt: clock.now() };
      await tx
        .insert(chapterNotes)
        .values({ chapterId, ...set })
        .onConflictDoUpdate({ target: chapterNotes.chapterId, set });
    }
    await archiveBeside(tx, [chapterId]);
    return { novelId };
  });
  if (isRefusal(done)) return done;
  // Pages of the novel's other chapters say whether there is a recap.
  await changed([novelTag(done.novelId)]);
  return null;
}

import { and, eq, gt, inArray, ne } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { chapterDrafts, chapters, chapterTexts } from '../db/schema/catalogue.ts';

/** A publishable working copy: it has a title and at least a word. */
const isComplete = and(ne(chapterDrafts.title, ''), gt(chapterDrafts.wordCount, 0));

/**
 * Makes the working copies of these chapters their texts, titles and lengths, if there is one and
 * it is complete; an incomplete one stays a working copy. The caller has locked the chapters'
 * rows, so that no save comes in between.
 */
export async function takeOverCopies(tx: Database, ids: string[], now: Date): Promise<void> {
  const isTaken = and(inArray(chapterDrafts.chapterId, ids), isComplete);
  await tx
    .update(chapterTexts)
    .set({ html: chapterDrafts.html, updatedAt: now })
    .from(chapterDrafts)
    .where(and(eq(chapterTexts.chapterId, chapterDrafts.chapterId), isTaken));
  await tx
    .update(chapters)
    .set({ title: chapterDrafts.title, wordCount: chapterDrafts.wordCount, updatedAt: now })
    .from(chapterDrafts)
    .where(and(eq(chapters.id, chapterDrafts.chapterId), isTaken));
  await tx.delete(chapterDrafts).where(isTaken);
}

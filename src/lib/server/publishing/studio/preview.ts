import type { z } from 'zod';
import type { previewChapter } from '#shared/contracts/studio-chapters.ts';
import { setPlainText } from '#shared/typography.ts';
import { readChapterNotes } from '#server/catalogue/chapter-notes.ts';
import type { Database } from '#server/db/database.ts';
import type { ChapterRow, NovelRow } from './own-work.ts';
import { readCopy } from './read-chapters.ts';

/** The working copy as the chapter's page would show it. Call `findOwnChapter` before. */
export async function readPreview(
  db: Database,
  { chapter, novel }: { chapter: ChapterRow; novel: NovelRow },
): Promise<z.infer<(typeof previewChapter)['response']>> {
  const { copy } = await readCopy(db, chapter);
  const notes = await readChapterNotes(db, chapter.id);
  return {
    title: copy.title,
    part: chapter.part,
    chapterNumber: chapter.chapterNumber,
    html: copy.html,
    notes,
    wordCount: copy.wordCount,
    language: novel.language,
    novel: { _id: novel.id, title: novel.title, authorName: novel.authorName },
    isPremium: chapter.isPremium,
    creditCost: chapter.creditCost,
    freeFrom: chapter.freeFrom?.toISOString() ?? null,
    teaser: setPlainText(chapter.teaser, novel.language),
    version: copy.version,
  };
}

import type { z } from 'zod';
import type { previewChapter } from '#shared/contracts/studio-chapters.ts';
import { setPlainText } from '#shared/text/typography.ts';
import { readChapterNotes } from '#server/catalogue/chapter-notes.ts';
import { linkPictures, picturePass } from '#server/catalogue/text-pictures.ts';
import type { App } from '#server/app.ts';
import type { ChapterRow, NovelRow } from '#server/people/novel-powers/own-work.ts';
import { readCopy } from './read-chapters.ts';

/** The working copy as the chapter's page would show it. Call `findOwnChapter` before. */
export async function readPreview(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  { chapter, novel }: { chapter: ChapterRow; novel: NovelRow },
): Promise<z.infer<(typeof previewChapter)['response']>> {
  const { copy } = await readCopy(app.db, chapter);
  const notes = await readChapterNotes(app.db, chapter.id);
  return {
    title: copy.title,
    part: chapter.part,
    chapterNumber: chapter.chapterNumber,
    html: linkPictures(copy.html, chapter.id, picturePass(app, chapter.id)),
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

import { storageKeys } from '../../shared/storage-keys.ts';
import { countViewOnce } from '../count-view.ts';
import { drawChapterText } from './chapter-text.ts';
import { startReading } from './start.ts';

/** A text that has been opened, and where it belongs. */
export type OpenChapter = { id: string; language: string; html: string };

/**
 * Puts a premium chapter's text behind `place` on its page, makes the page what it is for a free
 * chapter, and counts the view.
 * @returns the text, and what takes it off the page again.
 */
export function showChapter(
  place: Element,
  { id, language, html }: OpenChapter,
): { text: HTMLElement; takeAway: () => void } {
  const text = drawChapterText(html, language);
  place.after(text);
  const article = place.closest<HTMLElement>('article');
  const marks = article?.querySelector<HTMLElement>('.control-bar .marks');
  if (article) {
    article.dataset.chapter = id;
    startReading(article, text);
  }
  if (marks) marks.hidden = false;
  void countViewOnce(storageKeys.viewedChapters, `/api/chapters/${id}`, id);
  return {
    text,
    takeAway: () => {
      text.remove();
      if (marks) marks.hidden = true;
      delete article?.dataset.chapter;
    },
  };
}

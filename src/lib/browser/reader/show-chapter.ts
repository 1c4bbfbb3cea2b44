import { storageKeys } from '#shared/storage-keys.ts';
import { countViewOnce } from '../count-view.ts';
import { drawChapterText } from './chapter-text.ts';
import { startReading } from './start.ts';
import { takenAway } from './taken-away.ts';

/** A text that has been opened, and where it belongs. */
type OpenChapter = { id: string; language: string; html: string };

/** `takesFocus`: the focus goes to the text, because what had it is gone. */
export type Showing = OpenChapter & { takesFocus: boolean };

/**
 * Puts a premium chapter's text behind `place` on its page, makes the page what it is for a free
 * chapter, and counts the view.
 * @returns what takes the text off the page again.
 */
export function showChapter(
  place: Element,
  { id, language, html, takesFocus }: Showing,
): () => void {
  const text = drawChapterText(html, language);
  place.after(text);
  // Before the reading begins, for which it would be a move of the reader's.
  if (takesFocus) focusText(text);
  const article = place.closest<HTMLElement>('article');
  const reading = new AbortController();
  const marks = article?.querySelector<HTMLElement>('.control-bar .marks');
  if (article) {
    article.dataset.chapter = id;
    startReading(article, text, reading.signal);
  }
  if (marks) marks.hidden = false;
  void countViewOnce(storageKeys.viewedChapters, `/api/chapters/${id}`, id);
  return () => {
    reading.abort();
    text.dispatchEvent(new Event(takenAway));
    text.remove();
    const listen = article?.querySelector<HTMLElement>('.facts [data-panel="speech"]');
    if (listen) listen.hidden = true;
    // A modal one that is hidden would keep the rest of the page from being used.
    marks?.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    if (marks) marks.hidden = true;
    delete article?.dataset.chapter;
  };
}

function focusText(text: HTMLElement): void {
  text.tabIndex = -1;
  text.focus({ preventScroll: true });
  // The question may have been longer than the window.
  if (text.getBoundingClientRect().top < 0) text.scrollIntoView({ behavior: 'instant' });
}

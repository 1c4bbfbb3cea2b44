import { addressOf } from '#browser/address-of.ts';
import { getChapter } from '#shared/contracts/chapters.ts';
import { splitNotes, authorNoteLabel, noteParagraphs } from '#shared/text/author-note.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { countViewOnce } from '#browser/page/count-view.ts';
import style from '../../../../styles/author-note.css?inline';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { drawChapterText } from './chapter-text.ts';
import { takenAway, textShown } from '../text-events.ts';

/** A decrypted text with its notes (`joinNotes`), and its chapter. */
type OpenChapter = { id: string; language: string; html: string };

/** `takesFocus`: the text gets the focus, because the focused element is removed. */
export type Showing = OpenChapter & { takesFocus: boolean };

/**
 * Inserts a premium chapter's text after `place` on its page, makes the page equal to a free
 * chapter's, and counts the view.
 * @returns a function that removes the text again.
 */
export function showChapter(
  place: Element,
  { id, language, html, takesFocus }: Showing,
): () => void {
  const { html: ofChapter, notes } = splitNotes(html);
  const text = drawChapterText(ofChapter, language);
  const before = drawAuthorNote(notes.before, language);
  const after = drawAuthorNote(notes.after, language);
  // The text follows its place, as style sheets expect.
  if (before) place.before(before);
  place.after(text, ...(after ? [after] : []));
  // Before reading starts, which would take it for scrolling by the reader.
  if (takesFocus) focusText(text);
  const article = place.closest<HTMLElement>('article');
  const marks = article?.querySelector<HTMLElement>('.control-bar .marks');
  if (article) article.dataset.chapter = id;
  document.dispatchEvent(new Event(textShown));
  if (marks) marks.hidden = false;
  void countViewOnce(storageKeys.viewedChapters, addressOf(getChapter, { params: { id } }), id);
  return () => {
    text.dispatchEvent(new Event(takenAway));
    text.remove();
    before?.remove();
    after?.remove();
    const listen = article?.querySelector<HTMLElement>('.facts [data-panel="speech"]');
    if (listen) listen.hidden = true;
    // A hidden modal dialog would keep the rest of the page inert.
    marks?.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    if (marks) marks.hidden = true;
    delete article?.dataset.chapter;
  };
}

function focusText(text: HTMLElement): void {
  text.tabIndex = -1;
  text.focus({ preventScroll: true });
  // The question may have been taller than the window.
  if (text.getBoundingClientRect().top < 0) text.scrollIntoView({ behavior: 'instant' });
}

let hasStyle = false;

/** A note as a chapter's page has it; null where there is none. */
function drawAuthorNote(note: string, language: string): HTMLElement | null {
  if (note === '') return null;
  if (!hasStyle) adoptStyles(style);
  hasStyle = true;
  const aside = document.createElement('aside');
  aside.className = 'author-note';
  aside.ariaLabel = authorNoteLabel;
  const label = document.createElement('p');
  label.append(authorNoteLabel);
  const words = document.createElement('div');
  words.lang = language;
  for (const lines of noteParagraphs(note, language)) {
    const paragraph = document.createElement('p');
    paragraph.append(
      ...lines.flatMap((line, index) =>
        index > 0 ? [document.createElement('br'), line] : [line],
      ),
    );
    words.append(paragraph);
  }
  aside.append(label, words);
  return aside;
}

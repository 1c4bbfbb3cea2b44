/** What settings do in this window: some do nothing in it, and say so or are not offered. */
import type { ReaderPreferences } from '#shared/reading/reader-preferences.ts';
import { measurePages } from './reading-flow.ts';
import { write } from './settings-form.ts';

/** The narrowest column, in the text's letters (`[data-page~='slim']` in `src/styles/reader.css`). */
const narrowestLetters = 24;

const lowWindow = 'Fenêtre trop basse pour des pages\u00A0: le texte défile.';
const aidInPages =
  'Suit la souris. Au doigt, faites glisser de haut en bas\u00A0; au clavier, flèches haut et bas.';
const aidScrolled = 'Suit la souris, le défilement et l’appui sur une ligne.';

/** Makes the panel offer and say what its settings do now. */
export function showEffects(dialog: HTMLElement, preferences: ReaderPreferences): void {
  const text = document.querySelector<HTMLElement>('.chapter-text');
  const isInPages = measurePages() !== null;
  const measure = dialog.querySelector<HTMLElement>('.rs-measure');
  if (measure) measure.hidden = text !== null && !hasRoomFor(text);
  // Without the word their module has not come (`start-pages.ts`).
  const isAsked = document.documentElement.dataset.page?.includes('pages') === true;
  const isTooLow = preferences.flow === 'pages' && isAsked && text !== null && !isInPages;
  say(dialog, '#rs-flow-note', isTooLow ? lowWindow : '');
  const howToMove = isInPages ? aidInPages : aidScrolled;
  say(dialog, '#rs-aid-note', preferences.readingAid === 'none' ? '' : howToMove);
}

/** Whether lines can be shorter than the window lets them be. */
function hasRoomFor(text: HTMLElement): boolean {
  const article = text.closest('.reader') ?? text;
  const pages = measurePages();
  const width = pages ? pages.width / pages.columns : article.clientWidth;
  const room = width - 2 * parseFloat(getComputedStyle(article).paddingLeft);
  return narrowestLetters * parseFloat(getComputedStyle(text).fontSize) <= room;
}

function say(dialog: HTMLElement, selector: string, sentence: string): void {
  const note = dialog.querySelector<HTMLElement>(selector);
  if (!note) return;
  note.hidden = sentence === '';
  write(note, sentence);
}

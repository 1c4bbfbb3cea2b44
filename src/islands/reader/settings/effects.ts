/** What settings do in this window: some do nothing in it, and say so or are not offered. */
import { measurePages } from '#browser/reader/reading-flow.ts';
import type { ReaderPreferences } from '#shared/reading/reader-preferences.ts';

/** The narrowest column, in the text's letters (`[data-page~='slim']` in `src/styles/reader.css`). */
const narrowestLetters = 24;

const lowWindow = 'Fenêtre trop basse pour des pages\u00A0: le texte défile.';
const aidInPages =
  'Suit la souris. Au doigt, faites glisser de haut en bas\u00A0; au clavier, flèches haut et bas.';
const aidScrolled = 'Suit la souris, le défilement et l’appui sur une ligne.';

/** Notes are empty where there is nothing to say. */
export type Effects = {
  flowNote: string;
  aidNote: string;
  /** Lines can be shorter than the window lets them be. */
  hasMeasure: boolean;
  /** There is a text, and the browser can speak. */
  mayListen: boolean;
};

/** Of what the page shows now. */
export function effectsOf(preferences: ReaderPreferences): Effects {
  const text = document.querySelector<HTMLElement>('.chapter-text');
  const isInPages = measurePages() !== null;
  // Without the word their module has not come (`start-pages.ts`).
  const isAsked = document.documentElement.dataset.page?.includes('pages') === true;
  const isTooLow = preferences.flow === 'pages' && isAsked && text !== null && !isInPages;
  const howToMove = isInPages ? aidInPages : aidScrolled;
  return {
    flowNote: isTooLow ? lowWindow : '',
    aidNote: preferences.readingAid === 'none' ? '' : howToMove,
    hasMeasure: text === null || hasRoomFor(text),
    mayListen: text !== null && 'speechSynthesis' in window,
  };
}

function hasRoomFor(text: HTMLElement): boolean {
  const article = text.closest('.reader') ?? text;
  const pages = measurePages();
  const width = pages ? pages.width / pages.columns : article.clientWidth;
  const room = width - 2 * parseFloat(getComputedStyle(article).paddingLeft);
  return narrowestLetters * parseFloat(getComputedStyle(text).fontSize) <= room;
}

import { whenIdle, whenUsed } from '../idle.ts';
import { followPlace } from './place.ts';
import type { Panels } from './panels.ts';
import { protectText } from './protect.ts';
import { startPages } from './start-pages.ts';
import { offerReadAloud } from './speech/offer.ts';
import { takenAway, textShown } from './text-events.ts';

/**
 * Starts everything that a chapter's text needs: at once for a free chapter, when an island has shown
 * it for another one. Ends when the text is taken from the page again.
 */
export function startReading(panels: Panels): void {
  const start = () => startText(panels);
  document.addEventListener(textShown, start);
  start();
}

function startText(panels: Panels): void {
  const article = document.querySelector<HTMLElement>('.reader');
  const text = article?.querySelector<HTMLElement>('.chapter-text');
  if (!article || !text) return;
  const reading = new AbortController();
  const { signal } = reading;
  text.addEventListener(takenAway, () => reading.abort());
  followPlace(article, text, signal);
  protectText(text, signal);
  startPages();
  offerReadAloud(article, panels);
  loadExtras(text, signal);
  if (text.querySelector('.notes')) offerNotes(text, signal);
  if (document.documentElement.dataset.session === 'on') {
    void import('./preferences-sync.ts').then((sync) => sync.followPreferences(signal));
  }
}

/** At once where the first screen needs them, else when the page is used, or preferences change. */
function loadExtras(text: HTMLElement, signal: AbortSignal): void {
  const load = () =>
    void import('./reading-extras.ts').then(
      (extras) => extras.startExtras(text, signal),
      () => undefined,
    );
  whenIdle(() => {
    if (/ruler|dim/.test(String(document.documentElement.dataset.page))) load();
    else whenUsed(load, scrollY > 0);
  });
  document.addEventListener('reader-preferences', load, { signal });
}

/**
 * A marker pressed before the module of notes is loaded waits for it; if that fails, its link is
 * followed.
 */
function offerNotes(text: HTMLElement, signal: AbortSignal): void {
  let pressed: HTMLElement | null = null;
  const hold = (event: MouseEvent) => {
    const marker = (event.target as Element).closest<HTMLElement>('a[role="doc-noteref"]');
    if (!marker || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    pressed = marker;
  };
  text.addEventListener('click', hold, { signal });
  void import('./notes.ts')
    .then((notes) => notes.openNotesInPlace(text, signal))
    .catch(() => undefined)
    .then(() => {
      text.removeEventListener('click', hold);
      pressed?.click();
    });
}

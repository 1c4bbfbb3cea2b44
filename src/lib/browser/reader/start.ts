import { followPlace } from './place.ts';
import { followProgress } from './progress.ts';
import { protectText } from './protect.ts';
import { offerReadAloud } from './speech/offer.ts';

/**
 * Starts everything that a chapter's text needs: at once for a free chapter, after the challenge
 * for a premium one (called by the premium island). Ends with `signal`, if the text may be removed
 * from the page again.
 */
export function startReading(
  article: HTMLElement,
  text: HTMLElement,
  signal = new AbortController().signal,
): void {
  const { chapter } = article.dataset;
  if (chapter) followPlace(chapter, text, signal);
  protectText(text, signal);
  followProgress(article, text, signal);
  offerReadAloud(article);
  if (text.querySelector('.notes')) offerNotes(text, signal);
  if (document.documentElement.dataset.session === 'on') {
    void import('./preferences-sync.ts').then(({ followPreferences }) => followPreferences(signal));
  }
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
    .then(({ openNotesInPlace }) => openNotesInPlace(text, signal))
    .catch(() => undefined)
    .then(() => {
      text.removeEventListener('click', hold);
      pressed?.click();
    });
}

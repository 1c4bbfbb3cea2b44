import { takeGoingOn } from './going-on.ts';

/** A text is on the page: offers to read it aloud where the browser can, and goes on where it did. */
export function offerReadAloud(article: HTMLElement): void {
  const button = article.querySelector<HTMLElement>('.facts [data-panel]');
  if (!button) return;
  button.hidden = !('speechSynthesis' in window);
  if (takeGoingOn()) void import('../read-aloud.ts').then(({ goOnAloud }) => goOnAloud(button));
}

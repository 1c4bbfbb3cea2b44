import type { Panels } from '../panels.ts';
import { takeGoingOn } from './going-on.ts';

/** A text was shown: offers to read it aloud if the browser can, and continues a reading. */
export function offerReadAloud(article: HTMLElement, { speech }: Panels): void {
  const button = article.querySelector<HTMLElement>('.facts [data-panel]');
  if (!button) return;
  button.hidden = !('speechSynthesis' in window);
  if (takeGoingOn()) void speech().then((player) => player.open(button, true));
}

<<<<<<< HEAD
import { followProgress } from './progress.ts';
import { protectText } from './protect.ts';
=======
import { offerReadAloud } from './speech/offer.ts';
>>>>>>> part-panels

/**
 * Everything that begins when a chapter's text is on the page: at once for a free chapter, after
 * the challenge for a premium one (the premium island calls it then).
 */
export function startReading(article: HTMLElement, text: HTMLElement): void {
<<<<<<< HEAD
  protectText(text);
  followProgress(article, text);
=======
  article.dataset.reading = String(text.childElementCount);
  offerReadAloud(article);
>>>>>>> part-panels
}

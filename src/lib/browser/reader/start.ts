import { followPlace } from './place.ts';
import { followProgress } from './progress.ts';
import { protectText } from './protect.ts';
import { offerReadAloud } from './speech/offer.ts';

/**
 * Everything that begins when a chapter's text is on the page: at once for a free chapter, after
 * the challenge for a premium one (the premium island calls it then).
 */
export function startReading(article: HTMLElement, text: HTMLElement): void {
  const { chapter } = article.dataset;
  if (chapter) followPlace(chapter, text);
  protectText(text);
  followProgress(article, text);
  offerReadAloud(article);
  if (document.documentElement.dataset.session === 'on') {
    void import('./preferences-sync.ts').then(({ followPreferences }) => followPreferences());
  }
}

/** The next chapter, prerendered by browsers that can (decision 71). Loaded when the page is used. */
import { readPreferences, showPreferences } from './apply-preferences.ts';

/** How near the link to the next chapter comes before it is prerendered: two windows away. */
const near = '200%';

/** Marks the link to the next chapter when it comes near: `speculation-rules.json` selects it then. */
export function prerenderNext(): void {
  const link = document.querySelector<HTMLElement>('a[data-turn="next"]');
  if (!link) return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) link.dataset.near = '';
    },
    { rootMargin: near },
  );
  observer.observe(link);
}

/**
 * Shows on a prerendered page the preferences that are chosen before it is activated. Session and
 * consent follow other pages anyway.
 */
export function followPreferences(): void {
  const activated = new AbortController();
  document.addEventListener('prerenderingchange', () => activated.abort());
  const follow = ({ key }: StorageEvent) => {
    if (key?.startsWith('reader_')) showPreferences(readPreferences());
  };
  addEventListener('storage', follow, { signal: activated.signal });
}

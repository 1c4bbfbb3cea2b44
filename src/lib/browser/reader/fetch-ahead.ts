/** What a reader may want next (decisions 66 and 71). Loaded when the page is used, never to save data. */
import { showPreferences, takeStored } from './settings/preferences.ts';
import type { Panels } from './panels.ts';
import { whenNear } from './when-near.ts';

/** How near the link to the next chapter comes before it is prerendered, in windows or pages. */
const nearWindows = 2;

/**
 * Fetches panels and the next chapter ahead, and shows this page as the reader has chosen if it was itself
 * prerendered. Prefetching by speculation rules needs no script: they come with a header, and respect
 * the data saver by themselves.
 */
export function fetchAhead({ settings, chapters }: Panels): void {
  if (document.prerendering || wasPrerendered()) followPreferences();
  // The panels that most readers open, and what settings need, so that they work without a connection;
  // the player is loaded when it is opened.
  const aids = [() => import('./pages/turn-pages.ts'), () => import('./reading-extras.ts')];
  // What fails now is loaded when it is opened, which reports a failure.
  for (const load of [settings, chapters, ...aids]) load().catch(() => undefined);
  const hasRules =
    'supports' in HTMLScriptElement && HTMLScriptElement.supports('speculationrules');
  const link = document.querySelector<HTMLAnchorElement>('a[data-turn="next"]');
  if (link) (hasRules ? markWhenNear : prefetch)(link);
}

function prefetch({ href }: HTMLAnchorElement): void {
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.href = href;
  document.head.append(link);
}

/** Marks the link when it comes near: `speculation-rules.json` selects it then. */
function markWhenNear(link: HTMLAnchorElement): void {
  whenNear(link, nearWindows, () => (link.dataset.near = ''));
}

function wasPrerendered(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && 'activationStart' in entry && Number(entry.activationStart) > 0;
}

/**
 * Shows on a prerendered page the preferences that were chosen since its first paint, and those that
 * are before it is activated. Session and consent follow other pages anyway.
 */
function followPreferences(): void {
  showPreferences(takeStored());
  if (!document.prerendering) return;
  const activated = new AbortController();
  document.addEventListener('prerenderingchange', () => activated.abort());
  const follow = ({ key }: StorageEvent) => {
    if (key?.startsWith('reader_')) showPreferences(takeStored());
  };
  addEventListener('storage', follow, { signal: activated.signal });
}

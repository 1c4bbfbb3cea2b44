import { savesData } from './idle.ts';

/**
 * Fetches the next chapter ahead where the browser has no speculation rules (those come with a
 * header and respect the reader's data saver by themselves).
 */
export function prefetchNext(): void {
  const hasRules =
    'supports' in HTMLScriptElement && HTMLScriptElement.supports('speculationrules');
  if (hasRules || savesData()) return;
  const next = document.querySelector<HTMLAnchorElement>('a[data-turn="next"]');
  if (!next) return;
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.href = next.href;
  document.head.append(link);
}

import { savesData } from './idle.ts';

/**
 * Prefetches the next chapter in browsers without speculation rules (those come with a header
 * and respect the data saver by themselves).
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

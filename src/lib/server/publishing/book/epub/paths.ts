/** A place inside the archive. */
export type Place = { path: string; fragment: string };

/** URL parsing against a fictitious root: `..` stops there (EPUB 3.3, 4.2.5). */
const root = 'epub-archive://root/';

/**
 * Resolves a reference found in the file at `base`.
 * @returns null for anything outside the archive (`http:`, `file:`, `data:`…)
 */
export function resolvePlace(base: string, reference: string): Place | null {
  const href = reference.trim();
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|\\\\)/i.test(href)) return null;
  try {
    const encodedBase = base.split('/').map(encodeURIComponent).join('/');
    const url = new URL(href, root + encodedBase);
    return {
      path: decode(url.pathname.replace(/^\/+/, '')).normalize('NFC'),
      fragment: decode(url.hash.slice(1)),
    };
  } catch {
    return null;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

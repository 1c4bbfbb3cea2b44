/** The files of an archive, by the names that a book calls them. */
type Archive = { find(name: string): string | null };

/** A place inside the archive. */
export type Place = { path: string; fragment: string };

/** URL parsing against a fictitious root: `..` stops there (EPUB 3.3, 4.2.5). */
const root = 'epub-archive://root/';

/**
 * Resolves a reference found in the file at `base`; the path is that of the file it means, if there
 * is one.
 * @returns null for anything outside the archive (`http:`, `file:`, `data:`…)
 */
export function resolvePlace(archive: Archive, base: string, reference: string): Place | null {
  const href = reference.trim();
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|\\\\)/i.test(href)) return null;
  const place = parsePlace(base, href.replaceAll('\\', '/'));
  const path = place && archive.find(place.path);
  if (place && typeof path === 'string') return { ...place, path };
  // A name with signs that end a path in a URL.
  const whole = parsePlace(base, href.replace(/[?#]/g, encodeURIComponent));
  const named = whole && archive.find(whole.path);
  return typeof named === 'string' ? { path: named, fragment: '' } : place;
}

function parsePlace(base: string, href: string): Place | null {
  try {
    const encodedBase = base.split('/').map(encodeURIComponent).join('/');
    const url = new URL(href, root + encodedBase);
    return {
      path: decodePercents(url.pathname.replace(/^\/+/, ''), 1).normalize('NFC'),
      fragment: decodePercents(url.hash.slice(1), 1),
    };
  } catch {
    return null;
  }
}

const windows = new TextDecoder('windows-1252');

/** Text without percent-encoding, which some programs apply twice; a lone sign stays. */
export function decodePercents(text: string, times = 3): string {
  const decoded = text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return windows.decode(Buffer.from(codes.replaceAll('%', ''), 'hex'));
    }
  });
  return times > 1 && decoded !== text
    ? decodePercents(decoded, times - 1)
    : decoded.normalize('NFC');
}

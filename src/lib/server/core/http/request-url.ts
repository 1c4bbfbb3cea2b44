import type { IncomingMessage } from 'node:http';

/**
 * Longer than any address of the product, a provider's callback included. A redirect repeats it,
 * encoded, in a header, and a proxy takes a server whose headers exceed its buffer for broken.
 */
const addressMaxCharacters = 4_096;

/**
 * The URL of a request, or null for an invalid one: broken percent-encoding, a control character in
 * its path, a target that is neither a path nor an absolute URL (RFC 9112, section 3.2), or more than 4,096 characters when
 * encoded.
 */
export function readUrl(request: IncomingMessage): URL | null {
  const target = request.url ?? '';
  if (!target.startsWith('/') && !/^https?:\/\//i.test(target)) return null;
  try {
    // Two leading slashes would be parsed as a host.
    const absolute = new URL(target.startsWith('/') ? `http://localhost${target}` : target);
    // Whatever host the caller names, and without credentials.
    const url = new URL(`http://localhost${absolute.pathname}${absolute.search}`);
    // Nor a control character: no address has one, PostgreSQL refuses NUL, and headers refuse most.
    if (/\p{Cc}/u.test(decodeURI(url.pathname))) return null;
    return url.href.length > addressMaxCharacters ? null : url;
  } catch {
    return null;
  }
}

/**
 * The canonical path of a request: without doubled or trailing slashes, without needless
 * percent-encoding, without `.html`. Null if it is canonical already.
 */
export function canonicalTarget(url: URL): string | null {
  const decoded = decodeURI(url.pathname);
  // What is still encoded has to be.
  if (decoded.includes('%')) return null;
  const path = encodeURI(decoded)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
    .replace(/\.html$/, '');
  return path === url.pathname ? null : path + url.search;
}

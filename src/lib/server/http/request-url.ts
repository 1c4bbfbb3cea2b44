import type { IncomingMessage } from 'node:http';

/**
 * More than any address of the product, a provider's answer included. A redirect repeats it, encoded,
 * in a header, and a proxy takes a server whose headers do not fit its buffer for broken.
 */
const addressMaxCharacters = 4_096;

/**
 * The address that a request asks for, or null when it is none: broken percent-encoding, a target
 * that is neither a path nor an absolute address (RFC 9112, section 3.2), or longer than 4,096
 * characters when it is encoded.
 */
export function readUrl(request: IncomingMessage): URL | null {
  const target = request.url ?? '';
  if (!target.startsWith('/') && !/^https?:\/\//i.test(target)) return null;
  try {
    // Two slashes in front would be read as a host.
    const url = new URL(target.startsWith('/') ? `http://localhost${target}` : target);
    decodeURI(url.pathname);
    return url.href.length > addressMaxCharacters ? null : url;
  } catch {
    return null;
  }
}

/**
 * The one address of what is asked for under several: without doubled or final slashes, without
 * needless percent-encoding, without `.html`. Null where it is that address already.
 */
export function canonicalTarget(url: URL): string | null {
  const decoded = decodeURI(url.pathname);
  // What is still encoded has a reason to be.
  if (decoded.includes('%')) return null;
  const path = encodeURI(decoded)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
    .replace(/\.html$/, '');
  return path === url.pathname ? null : path + url.search;
}

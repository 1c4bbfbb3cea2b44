import { withoutTracking } from './tracking.ts';

const maxCharacters = 512;
/** Paths that are no return targets: sign-in pages, and what is not a page. */
const notAPlace = /^\/(?:api|auth|login|register)(?:[/?#]|$)/i;
/** A proxy in front may decode a path once more than we do; nobody has more layers than these. */
const decodingsMax = 3;

/**
 * The path of this site that a sign-in returns to, or `/` for anything else: another site's
 * address, in whatever spelling, is never followed (design section 7), nor is the callback page,
 * which would accept a token from the path's query. Tracking parameters are left out.
 */
export function safeReturnPath(given: string | null | undefined): string {
  if (!given || given.length > maxCharacters || !/^\/[\w\-.~!$&'()*+,;=:@%/?#]*$/.test(given)) {
    return '/';
  }
  const base = 'https://here.invalid';
  if (!URL.canParse(given, base)) return '/';
  const url = new URL(given, base);
  // “//elsewhere” has another origin; a path that would become one after joining is refused too.
  if (url.origin !== base || url.pathname.startsWith('//')) return '/';
  const isPlace = spellingsOf(url.pathname).every((path) => !notAPlace.test(path));
  return isPlace ? url.pathname + withoutTracking(url.search) + url.hash : '/';
}

/**
 * All readings of a path by servers that decode it, with dots and doubled slashes resolved. One
 * that cannot be decoded, or is still encoded after `decodingsMax` rounds, is treated as a sign-in
 * page: refused.
 */
function spellingsOf(pathname: string): string[] {
  const spellings = [pathname];
  for (let path = pathname, round = 0; path.includes('%'); round++) {
    if (round === decodingsMax) return ['/auth'];
    try {
      path = decodeURIComponent(path);
    } catch {
      return ['/auth'];
    }
    spellings.push(resolve(path));
  }
  return spellings;
}

/** A decoded path without dots, backslashes and doubled slashes. */
function resolve(path: string): string {
  const allowed: string[] = [];
  for (const part of path.split(/[/\\]+/)) {
    if (part === '..') allowed.pop();
    else if (part !== '' && part !== '.') allowed.push(part);
  }
  return `/${allowed.join('/')}`;
}

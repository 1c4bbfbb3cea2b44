const maxCharacters = 512;
/** Where nobody wants to come back to: the ways in themselves, and what is no page. */
const notAPlace = /^\/(?:api|auth|login|register)(?:[/?#]|$)/;

/**
 * The path of this site that a sign-in leads back to, or `/` for anything else: another site's
 * address, in whatever spelling, is never followed (design section 7).
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
  const path = url.pathname + url.search + url.hash;
  return notAPlace.test(path) ? '/' : path;
}

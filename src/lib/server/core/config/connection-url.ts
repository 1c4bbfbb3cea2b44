/** How the signs that divide an address are written in its user and password. */
export const connectionSigns =
  'dans l’utilisateur et le mot de passe, % s’écrit %25, # %23, / %2F, ? %3F, @ %40 et l’espace %20';

/**
 * Whether a server's address can be read without doubt where its user and password end. A bare
 * sign of `connectionSigns` ends one of them early (RFC 3986, section 3.2) or cannot be decoded; an
 * `@` after the server's name shows that one did. `user@/base` leaves the server to the query.
 */
export function isConnectionUrl(address: string): boolean {
  if (/[\s\p{Cc}#]/u.test(address)) return false;
  const afterServer = address.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  if (afterServer.includes('@')) return false;
  try {
    // The bundler leaves a call out whose value nothing reads, though it may throw.
    if (decodeURIComponent(address) === '') return false;
  } catch {
    return false;
  }
  return URL.canParse(address.replace(/^([a-z]+:\/\/[^/?]*@)\//i, '$1localhost/'));
}

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

/** How an address of PostgreSQL is written. */
export const postgresForm =
  'postgres://utilisateur:mot-de-passe@serveur/base (serveur1:5432,serveur2:5432 pour plusieurs, ' +
  `dont l’un est primaire) ; ${connectionSigns}`;

/** The address of each server that a connection URL of libpq names, separated by commas. */
export function hostAddresses(address: string): string[] {
  const [, before = '', hosts = '', after = ''] =
    /^([a-z]+:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/is.exec(address) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}

/** Whether the server is to be chosen that takes writes; always so of several. */
export function namesPrimary(address: string): boolean {
  return hostAddresses(address).length > 1 || /[?&]target_session_attrs=/.test(address);
}

/** Whether an address of PostgreSQL can be read without doubt. `pg` knows no list in `host=`. */
export function isPostgresUrl(address: string): boolean {
  const all = hostAddresses(address);
  if (!/^postgres(ql)?:\/\/./.test(address) || !all.every(isConnectionUrl)) return false;
  if (all.length > 1 && all.some((one) => /(?:\/\/|@)(?:$|[/?:])/.test(one))) return false;
  const query = address.replace(/^[^?]*/, '');
  if (/[?&](?:host|port)=[^&]*(?:,|%2c)/i.test(query)) return false;
  return !/[?&]target_session_attrs=(?!(?:read-write|primary)(?:&|$))/.test(query);
}

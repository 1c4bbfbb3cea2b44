/**
 * The secret of an invitation's link. It is in the fragment of the address, which no server, log or
 * `Referer` sees (decision 86). This tab keeps it while its user signs in.
 */
import { addressOf } from '../route.ts';

const key = 'novel_invitation';
/** Where session storage is not available: until the page is left. */
let stored = '';

/** The URL of an invitation; the secret is in its fragment. */
export const invitationLink = (origin: string, secret: string): string =>
  `${origin}${addressOf({ screen: 'invitation' })}#${secret}`;

/** Moves the secret from the address to this tab, before an address is passed on. */
export function takeInvitationSecret(): void {
  const { pathname, search, hash } = location;
  if (pathname + search !== addressOf({ screen: 'invitation' }) || hash.length < 2) return;
  stored = hash.slice(1);
  try {
    sessionStorage.setItem(key, stored);
  } catch {
    // Storage unavailable: after signing in, the link is opened again.
  }
  history.replaceState(history.state, '', pathname + search);
}

/** The secret that this tab was opened with; '' for none. */
export function readInvitationSecret(): string {
  try {
    return sessionStorage.getItem(key) ?? stored;
  } catch {
    return stored;
  }
}

/** The invitation is answered. */
export function forgetInvitationSecret(): void {
  stored = '';
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage unavailable.
  }
}

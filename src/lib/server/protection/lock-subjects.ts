import { hashOfSecret, type BrowserSecret } from '../identity/browser-secret.ts';

/**
 * What errors and locks are kept for. A caller is several subjects at once: an error counts for
 * each, and a lock of one is a lock of the caller, so that neither new client tokens, nor a second
 * browser, nor a second account in the same browser begins anew.
 */
export type LockSubject = `user:${string}` | `client:${string}` | `browser:${string}`;

/** Who answers a challenge that was put to them: the person, or else the client token. */
export function answererOf(userId: string | null, clientId: string): LockSubject {
  return userId === null ? `client:${clientId}` : `user:${userId}`;
}

/**
 * All that a caller can be told by. The address is not among them: behind one there may be a
 * household or half a telephone network, who would lock each other out (decision 21).
 *
 * @param caller.held what this browser's lock cookie names; we signed it.
 */
export function lockSubjects(caller: {
  userId: string | null;
  clientId: string | null;
  browserSecret: BrowserSecret | null;
  held: LockSubject | null;
}): LockSubject[] {
  const { userId, clientId, browserSecret, held } = caller;
  const subjects = new Set<LockSubject>();
  if (userId !== null) subjects.add(`user:${userId}`);
  if (clientId !== null) subjects.add(`client:${clientId}`);
  if (browserSecret !== null) subjects.add(`browser:${hashOfSecret(browserSecret)}`);
  if (held !== null) subjects.add(held);
  return [...subjects];
}

import { hashOfSecret, type BrowserSecret } from '../identity/browser-secret.ts';

/**
 * What errors and locks are counted for. A caller is several subjects at once: an error counts for
 * each, and a lock of one locks the caller, so that neither a new client token, nor a second
 * browser, nor a second account in the same browser starts from zero.
 */
export type LockSubject = `user:${string}` | `client:${string}` | `browser:${string}`;

/** Who answers a drawn challenge: the user, or else the client token. */
export function answererOf(userId: string | null, clientId: string): LockSubject {
  return userId === null ? `client:${clientId}` : `user:${userId}`;
}

/**
 * All subjects of a caller. The address is not among them: behind one there may be a household
 * or half a telephone network, who would lock each other out (decision 21).
 *
 * @param caller.cookieLock the subject in this browser's lock cookie, which we signed.
 */
export function lockSubjects(caller: {
  userId: string | null;
  clientId: string | null;
  browserSecret: BrowserSecret | null;
  cookieLock: LockSubject | null;
}): LockSubject[] {
  const { userId, clientId, browserSecret, cookieLock } = caller;
  const subjects = new Set<LockSubject>();
  if (userId !== null) subjects.add(`user:${userId}`);
  if (clientId !== null) subjects.add(`client:${clientId}`);
  if (browserSecret !== null) subjects.add(`browser:${hashOfSecret(browserSecret)}`);
  if (cookieLock !== null) subjects.add(cookieLock);
  return [...subjects];
}

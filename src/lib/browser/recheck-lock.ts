import { messages } from '#shared/messages.ts';
import { forgetLock, noteLock } from './access-lock.ts';
import { send } from './send.ts';

/** In the storage of the tab: the lock that this page was loaded again for. */
const key = 'lock_reloaded';

/**
 * Asks whether access is locked. If so, loads the page again: the answer has brought the cookie by
 * which the server knows, and it sends the suspension page. If not, forgets what was stored. Where
 * nobody answers, the page stays.
 */
export async function recheckLock(): Promise<void> {
  const lockedUntil = await askLock();
  if (lockedUntil === undefined) return;
  if (lockedUntil === null) {
    forgetLock();
    return;
  }
  noteLock(lockedUntil, Date.now());
  if (isFirstTime(lockedUntil)) location.reload();
  // Loaded again, it is still here: the cookie is refused, or does not reach the server.
  else suspendHere();
}

/** Null: not locked; undefined: nobody knows. */
async function askLock(): Promise<string | null | undefined> {
  try {
    const response = await send({ method: 'GET', path: '/api/challenge/lock' });
    if (!response.ok) return undefined;
    const body = (await response.json()) as { lockedUntil?: unknown };
    return typeof body.lockedUntil === 'string' ? body.lockedUntil : null;
  } catch {
    return undefined;
  }
}

function isFirstTime(lockedUntil: string): boolean {
  try {
    if (sessionStorage.getItem(key) === lockedUntil) return false;
    sessionStorage.setItem(key, lockedUntil);
    return true;
  } catch {
    return false;
  }
}

function suspendHere(): void {
  const title = document.createElement('h1');
  title.textContent = messages.accessLocked;
  const reason = document.createElement('p');
  reason.textContent = messages.accessLockedReason;
  const page = document.createElement('div');
  page.className = 'page';
  page.append(title, reason);
  document.querySelector('main')?.replaceChildren(page);
}

import { getAccessLock } from '#shared/contracts/challenge.ts';
import { messages } from '#shared/messages.ts';
import { forgetLock, noteLock } from './access-lock.ts';
import { send } from '../send.ts';
import { readTab, writeTab } from '../stored-values.ts';

/** In session storage: the lock that this page was reloaded for. */
const key = 'lock_reloaded';

/**
 * Asks whether access is locked. If so, reloads the page: the response has set the cookie that
 * tells the server, and it sends the suspension page. If not, deletes what was stored. Without a
 * response, the page stays.
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
  // Still here after a reload: the cookie is refused, or does not reach the server.
  else suspendHere();
}

/** Null: not locked; undefined: unknown. */
async function askLock(): Promise<string | null | undefined> {
  try {
    const response = await send({ method: 'GET', path: getAccessLock.path });
    if (!response.ok) return undefined;
    const body = (await response.json()) as { lockedUntil?: unknown };
    return typeof body.lockedUntil === 'string' ? body.lockedUntil : null;
  } catch {
    return undefined;
  }
}

function isFirstTime(lockedUntil: string): boolean {
  if (readTab(key) === lockedUntil) return false;
  writeTab(key, lockedUntil);
  // What cannot be stored would be the first time again and again.
  return readTab(key) === lockedUntil;
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

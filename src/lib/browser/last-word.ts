import { storageKeys } from '#shared/storage-keys.ts';
import { send } from './send.ts';
import { readStored } from './storage.ts';

/**
 * Sends a change while the page is being left: at once, with the CSRF token of the change before,
 * for nobody will be there to send a new one back. Says whether there was one. What becomes of it
 * is not told.
 */
export function sendLastWord(method: 'POST' | 'PUT', path: string, body: unknown): boolean {
  const csrfToken = readStored(storageKeys.csrfToken);
  if (csrfToken === null) return false;
  const headers = { 'csrf-token': csrfToken, 'content-type': 'application/json' };
  const text = JSON.stringify(body);
  void send({ method, path, headers, body: text, keepalive: true }).catch(() => undefined);
  return true;
}

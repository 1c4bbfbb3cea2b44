import * as storageKeys from '#shared/site/storage-keys.ts';
import { send, type Sent } from './send.ts';
import { readStored } from './storage.ts';

/**
 * Sends a change during unload, with the CSRF token of the previous change, since a new one could
 * not be received. Returns whether there was one. The outcome is unknown.
 * @param session what `send` takes of another session than the stored one.
 */
export function flushOnUnload(
  method: 'POST' | 'PUT',
  path: string,
  body: object | null,
  session: Pick<Sent, 'authToken'> = {},
): boolean {
  const csrfToken = readStored(storageKeys.csrfToken);
  if (csrfToken === null) return false;
  const headers = { 'csrf-token': csrfToken, ...(body && { 'content-type': 'application/json' }) };
  const request = { method, path, headers, body: body && JSON.stringify(body), ...session };
  void send({ ...request, keepalive: true }).catch(() => undefined);
  return true;
}

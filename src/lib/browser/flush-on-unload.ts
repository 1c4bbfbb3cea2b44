import * as storageKeys from '#shared/site/storage-keys.ts';
import { send } from './send.ts';
import { readStored } from './storage.ts';

/**
 * Sends a change during unload, with the CSRF token of the previous change, since a new one could
 * not be received. Returns whether there was one. The outcome is unknown.
 */
export function flushOnUnload(method: 'POST' | 'PUT', path: string, body: unknown): boolean {
  const csrfToken = readStored(storageKeys.csrfToken);
  if (csrfToken === null) return false;
  const headers = { 'csrf-token': csrfToken, 'content-type': 'application/json' };
  const text = JSON.stringify(body);
  void send({ method, path, headers, body: text, keepalive: true }).catch(() => undefined);
  return true;
}

import { storageKeys } from '../shared/storage-keys.ts';
import { readStored, writeStored } from './storage.ts';

/** Specification, section 7. */
const timeoutMs = 30_000;

/** The one fetch of the page: carries the client token, keeps the one that comes back. */
export async function call(method: 'GET' | 'HEAD', path: string): Promise<Response> {
  const token = readStored(storageKeys.clientToken);
  const response = await fetch(path, {
    method,
    headers: token ? { 'x-client-token': token } : {},
    signal: AbortSignal.timeout(timeoutMs),
  });
  const issued = response.headers.get('x-client-token');
  if (issued) writeStored(storageKeys.clientToken, issued);
  // A token that the server no longer knows is of no use: the next call gets a new one.
  if (response.headers.get('x-error') === 'CLIENT_TOKEN_INVALID') {
    writeStored(storageKeys.clientToken, null);
  }
  return response;
}

import { storageKeys } from '#shared/storage-keys.ts';
import { readStored, writeStored } from './storage.ts';

/** Specification, section 7. */
const usualTimeoutMs = 30_000;

/** What a request is made of; the headers that every one carries are added. */
export type Sent = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** JSON text. */
  body?: string;
  /** The session to show instead of the stored one: a token that still has to prove itself. */
  authToken?: string;
  /** Goes on when the page is left. */
  keepalive?: boolean;
  /** How long its answer is waited for, where that is not the usual time. */
  timeoutMs?: number;
};

/**
 * The one fetch of the page: shows the session and the client token, and keeps the client token
 * that comes back. Small, for pages count views with it; everything else asks through `call`.
 * Throws where no answer comes.
 */
export async function send({ method, path, headers, body, ...how }: Sent): Promise<Response> {
  const shown = {
    'x-auth-token': how.authToken ?? readStored(storageKeys.authToken),
    'x-client-token': readStored(storageKeys.clientToken),
  };
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(shown)) if (value) all.set(name, value);
  const response = await fetch(path, {
    method,
    headers: all,
    body: body ?? null,
    keepalive: how.keepalive ?? false,
    signal: AbortSignal.timeout(how.timeoutMs ?? usualTimeoutMs),
  });
  const issued = response.headers.get('x-client-token');
  // A token that the server no longer knows is of no use: the next request gets a new one.
  if (issued || response.headers.get('x-error') === 'CLIENT_TOKEN_INVALID') {
    writeStored(storageKeys.clientToken, issued);
  }
  return response;
}

import * as storageKeys from '#shared/site/storage-keys.ts';
import { whenActivated } from './idle.ts';
import { readStored, writeStored } from './storage.ts';

/** Specification, section 7. */
const usualTimeoutMs = 30_000;

/** A request; the common headers are added. */
export type Sent = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** JSON text. */
  body?: string | null;
  /** The session to use instead of the stored one: a token that is still to be verified. */
  authToken?: string;
  /** Continues when the page is left. */
  keepalive?: boolean;
  /** The timeout, if not the default. */
  timeoutMs?: number;
};

/**
 * The page's only fetch: sends the session and the client token, and stores a new client token.
 * Small, since pages count views with it; everything else uses `call`. A prerendered page asks for
 * nothing before it is activated: it may never be. Throws `NO_ANSWER` without a response;
 * any other error is a fault of ours.
 */
export async function send({
  method,
  path,
  headers,
  body = null,
  authToken,
  keepalive = false,
  timeoutMs = usualTimeoutMs,
}: Sent): Promise<Response> {
  // Not awaited in other pages: one that is being left must fetch at once.
  if (document.prerendering) await new Promise<void>(whenActivated);
  const all = new Headers(headers);
  const shown = {
    'x-auth-token': authToken ?? readStored(storageKeys.authToken),
    'x-client-token': readStored(storageKeys.clientToken),
  };
  for (const [name, value] of Object.entries(shown)) if (value) all.set(name, value);
  const response = await fetch(path, {
    method,
    headers: all,
    body,
    keepalive,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new Error('NO_ANSWER');
  });
  const issued = response.headers.get('x-client-token');
  // A token that the server no longer accepts is useless: the next request gets a new one.
  if (issued || response.headers.get('x-error') === 'CLIENT_TOKEN_INVALID') {
    writeStored(storageKeys.clientToken, issued);
  }
  return response;
}

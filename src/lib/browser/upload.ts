import type { z } from 'zod';
import { getUser } from '#shared/contracts/auth.ts';
import type { Call } from '#shared/contracts/call.ts';
import { messages } from '#shared/messages.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { call, isAboutToken, pathOf, refuseToken, renewCsrfToken } from './call.ts';
import { asOutcome, failure, readOutcome, type Outcome } from './outcome.ts';
import { endSession } from './session-store.ts';
import { readStored, writeStored } from './storage.ts';

/** The input of a call with `isFileBody`. */
export type UploadInput<C extends Call> = {
  params?: Record<string, string>;
  query?: z.input<C['query']>;
  file: Blob;
  /** The fraction of the file that was sent: 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
};

/** How long the server may process a fully uploaded file. */
const answerWithinMs = 180_000;

/**
 * Uploads a raw file, as `call` sends JSON: returns an outcome, never throws. By XMLHttpRequest,
 * since `fetch` does not report upload progress; without a timeout for sending, which depends on
 * the connection.
 */
export function upload<C extends Call>(
  method: C['method'],
  path: C['path'],
  input: UploadInput<C>,
): Promise<Outcome<z.output<C['response']>>> {
  return asOutcome(() => uploadNow(method, path, input));
}

async function uploadNow<C extends Call>(
  method: C['method'],
  path: C['path'],
  { params, query, file, onProgress, signal }: UploadInput<C>,
): Promise<Outcome<z.output<C['response']>>> {
  const authToken = readStored(storageKeys.authToken);
  const refused = authToken === null ? null : refuseToken(authToken);
  if (refused) return refused;
  const address = pathOf(path, params, query as Record<string, string> | undefined);
  // An ended session is refused before the file is sent, not after.
  const session = await call(getUser);
  if (!session.ok) return session;
  const sendOnce = async () => {
    const renewed = await renewCsrfToken();
    if (!renewed.ok) return renewed;
    if (signal?.aborted) return failure('NO_ANSWER', messages.noAnswer);
    const shown = { 'csrf-token': renewed.data.csrfToken, 'x-auth-token': authToken };
    return sendFile({ method, address, file, shown, onProgress, signal });
  };
  let outcome = await sendOnce();
  const isAgain =
    !outcome.ok &&
    (outcome.error === 'CLIENT_TOKEN_INVALID' || outcome.error === 'CSRF_VALIDATION_ERROR');
  if (isAgain) outcome = await sendOnce();
  if (!outcome.ok && outcome.status === 401 && isAboutToken(outcome)) {
    // Unless another tab has signed in again meanwhile.
    if (readStored(storageKeys.authToken) === authToken) endSession();
  }
  return outcome as Outcome<z.output<C['response']>>;
}

type SentFile = {
  method: string;
  address: string;
  file: Blob;
  shown: Record<string, string | null>;
  onProgress: ((part: number) => void) | undefined;
  signal: AbortSignal | undefined;
};

function sendFile(sent: SentFile): Promise<Outcome<unknown>> {
  const { method, address, file, shown, onProgress, signal } = sent;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => resolve(failure('NO_ANSWER', messages.noAnswer));
    let patience: ReturnType<typeof setTimeout> | undefined;
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.upload.onload = () => {
      onProgress?.(1);
      patience = setTimeout(() => request.abort(), answerWithinMs);
    };
    request.onerror = request.onabort = fail;
    request.onloadend = () => clearTimeout(patience);
    request.onload = () => {
      const issued = request.getResponseHeader('x-client-token');
      if (issued !== null || request.getResponseHeader('x-error') === 'CLIENT_TOKEN_INVALID') {
        writeStored(storageKeys.clientToken, issued);
      }
      const { status, responseText } = request;
      // Some statuses have no body, not even an empty one.
      const read = async () => readOutcome(new Response(responseText || null, { status }));
      void read().then(resolve, reject);
    };
    request.open(method, address);
    const headers = { ...shown, 'x-client-token': readStored(storageKeys.clientToken) };
    for (const [name, value] of Object.entries(headers)) {
      if (value) request.setRequestHeader(name, value);
    }
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

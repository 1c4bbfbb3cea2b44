import {
  refusalStatus,
  type FieldError,
  type RefusalBody,
  type RefusalCode,
} from '#shared/contracts/refusals.ts';
import { messages } from '#shared/messages.ts';
import { logFault } from './log-failure.ts';
import { send, type Sent } from './send.ts';

/** The outcome of a call. Expected errors are values here too: nothing is thrown. */
export type Outcome<Data> = { ok: true; data: Data } | Failure;

/** A failed call, with a message that may be shown. */
export type Failure = {
  ok: false;
  /** HTTP status; 0 if the request was not sent or not answered. */
  status: number;
  /** The server's code; `NO_ANSWER` without a response, `UNREADABLE` for one that is not ours. */
  error: RefusalCode | 'NO_ANSWER' | 'UNREADABLE';
  message: string;
  errors?: FieldError[];
  /** No response: offline, or none in time; or the site said that it can give none for now. */
  isOffline: boolean;
  /** Without a connection the change was queued: it is sent when there is one (`offline/queue/queue-here.ts`). */
  isWaiting?: true;
  isRateLimited: boolean;
  /** The whole body of the response, such as the public fields of a locked chapter. */
  body: Record<string, unknown>;
};

/**
 * Reads a response. Its data have the shape of the contract that the server was compiled with.
 * Throws if the response does not end in time.
 */
export async function readOutcome<Data>(response: Response): Promise<Outcome<Data>> {
  const { ok, status } = response;
  const body = await readJson(response);
  if (ok && body !== null) return { ok, data: body as Data };
  const refusal: Partial<RefusalBody> = typeof body === 'object' ? { ...body } : {};
  const { error, message, errors } = refusal as Record<keyof RefusalBody, unknown>;
  const isRateLimited = status === 429;
  return {
    ok: false,
    status,
    error: isRefusalCode(error) ? error : 'UNREADABLE',
    message: isRateLimited
      ? messages.rateLimited
      : typeof message === 'string'
        ? message
        : messages.internal,
    ...(Array.isArray(errors) && { errors: errors.filter(isFieldError) }),
    isOffline: error === 'UNAVAILABLE',
    isRateLimited,
    body: { ...refusal },
  };
}

const isRefusalCode = (code: unknown): code is RefusalCode =>
  typeof code === 'string' && Object.hasOwn(refusalStatus, code);

function isFieldError(value: unknown): value is FieldError {
  const { field, message } = { ...(value as object | null) } as Record<string, unknown>;
  return typeof field === 'string' && typeof message === 'string';
}

/** Sends a request and reads its response; without a complete one, `NO_ANSWER`. Never throws. */
export function ask<Data>(request: Sent): Promise<Outcome<Data>> {
  return asOutcome(async () => readOutcome<Data>(await send(request)));
}

/**
 * Runs what has an outcome, so that it always has one: an error that is not about the connection is a
 * fault of ours, is logged, and is no reason to wait for the connection.
 */
export async function asOutcome<Data>(work: () => Promise<Outcome<Data>>): Promise<Outcome<Data>> {
  try {
    return await work();
  } catch (error) {
    if (isNoAnswer(error)) return failure('NO_ANSWER', messages.noAnswer);
    logFault(error);
    return failure('UNREADABLE', messages.internal);
  }
}

const isCut = (error: unknown): boolean =>
  error instanceof DOMException && /^(?:Abort|Timeout)Error$/.test(error.name);

const isNoAnswer = (error: unknown): boolean =>
  isCut(error) || (error instanceof Error && error.message === 'NO_ANSWER');

/** A failure known to the browser itself: the request was not sent, or not answered. */
export function failure(error: Failure['error'], message: string): Failure {
  return {
    ok: false,
    status: 0,
    error,
    message,
    isOffline: error === 'NO_ANSWER',
    isRateLimited: false,
    body: {},
  };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (isCut(error)) throw error;
    // Not JSON, or truncated: a proxy's page, a broken connection.
    return null;
  }
}

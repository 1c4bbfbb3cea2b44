import {
  refusalStatus,
  type FieldError,
  type RefusalBody,
  type RefusalCode,
} from '#shared/contracts/call.ts';
import { messages } from '#shared/messages.ts';

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
  /** No response: offline, or none in time. */
  isOffline: boolean;
  /** Without a connection the change was kept: it is sent when there is one (`offline/queue-here.ts`). */
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
  const { error, message, errors } = refusal;
  const isRateLimited = status === 429;
  return {
    ok: false,
    status,
    error: error !== undefined && Object.hasOwn(refusalStatus, error) ? error : 'UNREADABLE',
    message: isRateLimited
      ? messages.rateLimited
      : typeof message === 'string'
        ? message
        : messages.internal,
    ...(Array.isArray(errors) && { errors }),
    isOffline: false,
    isRateLimited,
    body: { ...refusal },
  };
}

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
    if (error instanceof DOMException && /^(?:Abort|Timeout)Error$/.test(error.name)) throw error;
    // Not JSON, or truncated: a proxy's page, a broken connection.
    return null;
  }
}

import type { z } from 'zod';
import type { getCsrfToken } from '#shared/contracts/auth.ts';
import type { Call } from '#shared/contracts/call.ts';
import { messages } from '#shared/messages.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { tokenState } from './session/auth-token.ts';
import { logFault } from './log-failure.ts';
import { ask as askOnce, asOutcome, failure, type Failure, type Outcome } from './outcome.ts';
import type { Sent } from './send.ts';
import { showRestoring } from './session/session-notice.ts';
import { endSession, forgetDownloads, leaveBrokenSession } from './session/session-store.ts';
import { readStored, writeStored } from './storage.ts';

/** Type of an input without required keys. */
type Empty = Record<string, never>;

/** A key of the input, optional if nothing in it is required. */
type Part<Name extends string, Value> = undefined extends Value
  ? Partial<Record<Name, Value>>
  : Empty extends Value
    ? Partial<Record<Name, Value>>
    : Record<Name, Value>;

/** The input of a call, by its contract: path parameters, query, JSON body. */
type CallInput<C extends Call> = Part<'params', z.input<C['params']>> &
  Part<'query', z.input<C['query']>> &
  Part<'body', z.input<C['body']>>;

/** Request options; `keepalive` lets a request continue when the page is left. */
type Manner = Pick<Sent, 'keepalive' | 'timeoutMs'>;

type MaybeInput<C extends Call> =
  Empty extends CallInput<C> ? [input?: CallInput<C> & Manner] : [input: CallInput<C> & Manner];

type AnyInput = Manner & {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
};

/**
 * The one API client of the page (specification, section 7), typed by a contract's type alone, so
 * that no schema is loaded: `call<typeof rateNovel>('POST', '/api/novels/{id}/rate', { … })`.
 *
 * Returns an outcome and never throws: a fault of ours is logged, and `UNREADABLE`. A stored session
 * that is expired or unreadable is left before anything is sent (`Token expiré`, `Token invalide`); one that the server refuses is
 * deleted. A change carries a CSRF token, and is retried once when that is refused. All requests
 * of a call use the session it began with, even if another user signs in in the meantime.
 */
export function call<C extends Call>(
  method: C['method'],
  path: C['path'],
  ...[input]: MaybeInput<C>
): Promise<Outcome<z.output<C['response']>>> {
  return asOutcome(async () => {
    const outcome = await callNow(method, path, input as AnyInput | undefined);
    return outcome as Outcome<z.output<C['response']>>;
  });
}

async function callNow(
  method: string,
  path: string,
  input: AnyInput | undefined,
): Promise<Outcome<unknown>> {
  const token = readStored(storageKeys.authToken);
  const refused = token === null ? null : refuseToken(token);
  if (refused) return refused;
  const request: Sent = {
    ...toRequest(method, path, input),
    ...(token !== null && { authToken: token }),
  };
  const outcome = await (method === 'GET' ? ask(request) : change(request));
  // What follows from a response does not change it.
  if (!outcome.ok) await follow(outcome, token).catch(logFault);
  return outcome;
}

async function follow(outcome: Failure, token: string | null): Promise<void> {
  if (outcome.isRateLimited) showRateLimit();
  // Whatever was asked for: who may not read for a while may not read what was downloaded either.
  if (outcome.error === 'ACCESS_LOCKED') await forgetDownloads();
  if (outcome.status === 401 && isAboutToken(outcome)) {
    // Unless another tab has signed in again in the meantime.
    if (readStored(storageKeys.authToken) === token) endSession();
  }
}

/**
 * Home has one place for this message, whichever of its calls are refused (specification, section
 * 2).
 */
function showRateLimit(): void {
  document.querySelector('[data-rate-limit]')?.removeAttribute('hidden');
}

type CsrfBody = z.output<(typeof getCsrfToken)['response']>;

/** The page's first request for a CSRF token. */
let firstRenewal: Promise<unknown> | null = null;

/** Requests a CSRF token with the options of the change that needs it, and stores it. */
export async function renewCsrfToken({ keepalive }: Pick<Sent, 'keepalive'> = {}): Promise<
  Outcome<CsrfBody>
> {
  // Two concurrent requests without a cookie would get one each, and the later cookie
  // invalidates the earlier token.
  if (firstRenewal) await firstRenewal;
  const renewal = ask<Partial<Record<keyof CsrfBody, unknown>>>({
    method: 'GET',
    path: '/api/csrf-token',
    ...(keepalive !== undefined && { keepalive }),
  });
  firstRenewal ??= renewal;
  const outcome = await renewal;
  if (!outcome.ok) return outcome;
  const { csrfToken } = outcome.data;
  // Another would be no header, or one that is refused.
  if (typeof csrfToken !== 'string' || !/^[\x21-\x7e]+$/.test(csrfToken)) {
    return failure('UNREADABLE', messages.internal);
  }
  writeStored(storageKeys.csrfToken, csrfToken);
  return { ok: true, data: { csrfToken } };
}

/** Null for a valid stored token; any other leaves the session, before anything is sent. */
export function refuseToken(token: string): Failure | null {
  const state = tokenState(token, Date.now());
  if (state === 'valid') return null;
  leaveBrokenSession(state);
  return state === 'expired'
    ? failure('TOKEN_EXPIRED', messages.tokenExpired)
    : failure('TOKEN_INVALID', messages.tokenInvalid);
}

export const isAboutToken = ({ error }: Pick<Failure, 'error'>): boolean =>
  error === 'TOKEN_EXPIRED' || error === 'TOKEN_INVALID';

/** The URL of a call: its contract's path with parameters and query. */
export function pathOf(
  template: string,
  params: AnyInput['params'],
  query: AnyInput['query'],
): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  );
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) given.set(name, String(value));
  }
  const tail = given.toString();
  return tail ? `${path}?${tail}` : path;
}

function toRequest(method: string, template: string, input: AnyInput = {}): Sent {
  return {
    method,
    path: pathOf(template, input.params, input.query),
    ...(input.keepalive !== undefined && { keepalive: input.keepalive }),
    ...(input.timeoutMs !== undefined && { timeoutMs: input.timeoutMs }),
    ...(input.body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input.body),
    }),
  };
}

/** Sends a request, and retries once with a new client token if the old one was refused. */
async function ask<Data>(request: Sent): Promise<Outcome<Data>> {
  const outcome = await askOnce<Data>(request);
  const isAgain = !outcome.ok && outcome.error === 'CLIENT_TOKEN_INVALID';
  return isAgain ? askOnce<Data>(request) : outcome;
}

async function change(request: Sent): Promise<Outcome<unknown>> {
  const outcome = await sendWithFreshToken(request);
  if (outcome.ok || outcome.status !== 403 || !isAboutCsrf(outcome)) return outcome;
  const finish = showRestoring(async () => (await renewCsrfToken(request)).ok);
  const again = await sendWithFreshToken(request);
  finish(again.ok || !(isAboutCsrf(again) || again.isRateLimited));
  return again;
}

async function sendWithFreshToken(request: Sent): Promise<Outcome<unknown>> {
  const renewed = await renewCsrfToken(request);
  if (renewed.ok) {
    const { csrfToken } = renewed.data;
    return ask({ ...request, headers: { ...request.headers, 'csrf-token': csrfToken } });
  }
  // The change itself would be refused too, and must not hide why.
  if (renewed.isRateLimited) return renewed;
  // oxlint-disable-next-line no-console -- the specification has this warning logged, section 8
  console.warn('CSRF token unobtainable: the request is sent without it.');
  return ask(request);
}

const isAboutCsrf = ({ error, message }: Failure): boolean =>
  error === 'CSRF_VALIDATION_ERROR' || message.includes('CSRF');

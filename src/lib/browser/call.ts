import type { z } from 'zod';
import { getCsrfToken } from '#shared/contracts/auth.ts';
import type { Call } from '#shared/contracts/call.ts';
import { messages } from '#shared/messages.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { tokenState } from './session/auth-token.ts';
import { addressOf, type AddressInput, type Part } from './address-of.ts';
import { logFault } from './log-failure.ts';
import { ask as askOnce, asOutcome, failure, type Failure, type Outcome } from './outcome.ts';
import type { Sent } from './send.ts';
import { showRestoring } from './session/session-notice.ts';
import { endSession, forgetDownloads, leaveBrokenSession } from './session/session-store.ts';
import { readStored, writeStored } from './storage.ts';

/** The input of a call, by its contract: path parameters, query, JSON body. */
type CallInput<C extends Call> = AddressInput<C> & Part<'body', z.input<C['body']>>;

/** Request options; `keepalive` lets a request continue when the page is left. */
type Manner = Pick<Sent, 'keepalive' | 'timeoutMs'>;

type MaybeInput<C extends Call> =
  Record<string, never> extends CallInput<C>
    ? [input?: CallInput<C> & Manner]
    : [input: CallInput<C> & Manner];

type AnyInput = Manner & AddressInput<Call> & { body?: unknown };

/**
 * The one API client of the page (specification, section 7): `call(rateNovel, { … })`. Of a contract
 * the build leaves method and path (`scripts/build/light-contracts.ts`): no schema is loaded.
 *
 * Returns an outcome and never throws: a fault of ours is logged, and `UNREADABLE`. A stored session
 * that is expired or unreadable is left before anything is sent (`Token expiré`, `Token invalide`); one that the server refuses is
 * deleted. A change carries a CSRF token, and is retried once when that is refused. All requests
 * of a call use the session it began with, even if another user signs in in the meantime.
 */
export function call<C extends Call>(
  contract: C,
  ...[input]: MaybeInput<C>
): Promise<Outcome<z.output<C['response']>>> {
  return asOutcome(async () => {
    const outcome = await callNow(contract, input);
    return outcome as Outcome<z.output<C['response']>>;
  });
}

async function callNow(contract: Call, input: AnyInput = {}): Promise<Outcome<unknown>> {
  const token = readStored(storageKeys.authToken);
  const refused = token === null ? null : refuseToken(token);
  if (refused) return refused;
  const request: Sent = {
    ...toRequest(contract, input),
    ...(token !== null && { authToken: token }),
  };
  const outcome = await (contract.method === 'GET' ? ask(request) : change(request));
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
    ...toRequest(getCsrfToken),
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

function toRequest(contract: Call, input: AnyInput = {}): Sent {
  return {
    method: contract.method,
    path: addressOf(contract, input),
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

import { call } from '#browser/call.ts';
import { refreshUser } from '#browser/session-calls.ts';
import type { getPaymentSession } from '#shared/contracts/credits.ts';
import { decide, sentences, type Facts, type Verdict } from './verify.ts';

/** Specification, section 9. */
const retryAfterMs = 3_000;

/**
 * Verifies a payment: refreshes the balance, looks the session up, and retries once
 * after three seconds if nothing was found (specification, section 4). Never throws.
 * @param creditsBefore the balance before the payment; null if not stored.
 */
export async function verifyPayment(
  sessionId: string,
  creditsBefore: number | null,
): Promise<Verdict> {
  try {
    const first = decide(await ask(sessionId, creditsBefore, false));
    const verdict = first.kind === 'retry' ? await tryAgain(sessionId, creditsBefore) : first;
    // The lookup may have settled the purchase: the balance may have changed since it was read.
    if (verdict.kind === 'success') await refreshUser();
    return verdict;
  } catch {
    // A response of an unknown shape.
    return { kind: 'message', message: sentences.failed };
  }
}

async function tryAgain(sessionId: string, creditsBefore: number | null): Promise<Verdict> {
  await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
  const second = decide(await ask(sessionId, creditsBefore, true));
  return second.kind === 'retry' ? { kind: 'unverified', hasFailed: false } : second;
}

async function ask(
  sessionId: string,
  creditsBefore: number | null,
  isSecondTry: boolean,
): Promise<Facts> {
  const user = await refreshUser();
  const lookup = await call<typeof getPaymentSession>('GET', '/api/credit/session/{sessionId}', {
    params: { sessionId },
  });
  const creditsNow = user?.credits ?? null;
  return { creditsBefore, creditsNow, lookup, isSecondTry, now: new Date().toISOString() };
}

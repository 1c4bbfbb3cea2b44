import type { Attempt } from '../tables.ts';

const timeoutMs = 20_000;

/** Posts an event once. Only a success counts as received; redirects are not followed. */
export async function postEvent(
  webhookUrl: string,
  body: string,
  signature: string,
  nowSeconds: () => number,
  stopped: AbortSignal,
): Promise<Attempt> {
  try {
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': signature,
        'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks) Feuilleton-Sandbox',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return { at: nowSeconds(), status: response.status, problem: null };
  } catch (error) {
    return { at: nowSeconds(), status: null, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message ? cause.message : error.message;
}

export function isReceived({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

import Stripe from 'stripe';
import { ZodError } from 'zod';
import { codeOf } from '#server/core/error-code.ts';

/** Stripe does not answer, or not as it should; the caller may retry. */
export class PaymentUnavailable extends Error {
  override name = 'PaymentUnavailable';
  readonly code: 'PAYMENT_UNAVAILABLE' | 'PAYMENT_REFUSED' = 'PAYMENT_UNAVAILABLE';
}

/** Stripe answers, but refuses this request: other requests may succeed. */
export class PaymentRefused extends PaymentUnavailable {
  override name = 'PaymentRefused';
  override readonly code = 'PAYMENT_REFUSED';
}

/** Whether an error is a `PaymentUnavailable`, of which `PaymentRefused` is one kind. */
export function isPaymentUnavailable(error: unknown): error is PaymentUnavailable {
  return codeOf(error) === 'PAYMENT_UNAVAILABLE' || isPaymentRefused(error);
}

/** Whether an error is a `PaymentRefused`. */
export function isPaymentRefused(error: unknown): error is PaymentRefused {
  return codeOf(error) === 'PAYMENT_REFUSED';
}

/** Runs a request to Stripe; what fails at Stripe or on the way becomes a `PaymentUnavailable`. */
export async function withStripeErrors<Value>(send: () => Promise<Value>): Promise<Value> {
  try {
    return await send();
  } catch (error) {
    throw isFault(error) ? error : unavailable(error);
  }
}

/** https://nodejs.org/api/errors.html: what sockets, name resolution and the HTTP parser report. */
const networkCodes = /^(?:E[A-Z]+$|EAI_|HPE_|ERR_(?:SOCKET|SSL|TLS|STREAM)_|UND_ERR_)/;

/**
 * Whether an error is one of our code, which a retry would meet again. The SDK throws a plain `Error`
 * for a list of another shape, and wraps whatever its HTTP client throws as a failed connection:
 * there the error in it decides.
 */
function isFault(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const { detail } = error as { detail?: unknown };
    // A failed fetch is a TypeError too: the reason is in its cause.
    return isFault(detail instanceof Error ? (detail.cause ?? detail) : null);
  }
  const isOnTheWay = networkCodes.test(codeOf(error) ?? '');
  return !isOnTheWay && programErrors.some((kind) => error instanceof kind);
}

const programErrors = [TypeError, RangeError, ReferenceError, SyntaxError, URIError];

function unavailable(cause: unknown): PaymentUnavailable {
  const isAnswer =
    cause instanceof Stripe.errors.StripeInvalidRequestError ||
    cause instanceof Stripe.errors.StripeIdempotencyError ||
    // A restricted key may still do the rest.
    cause instanceof Stripe.errors.StripePermissionError ||
    cause instanceof ZodError;
  return isAnswer
    ? new PaymentRefused('Stripe refuses, or answers what cannot be read', { cause })
    : new PaymentUnavailable('Stripe did not answer as it should', { cause });
}

/** Whether Stripe refused a request because of one of its parameters. */
export function isAbout(error: unknown, param: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.param === param;
}

/** Whether Stripe does not know the requested object, or the one that `param` names. */
export function isMissing(error: unknown, param?: string): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    error.code === 'resource_missing' &&
    (param === undefined || error.param === param)
  );
}

/** Whether a request failed because Stripe does not know its object. */
export function isUnknownThere(error: unknown): boolean {
  return isPaymentRefused(error) && isMissing(error.cause);
}

/** https://docs.stripe.com/error-codes: a retry would get the same response. */
const finalRefusals = [
  'charge_disputed',
  'refund_disputed_payment',
  'charge_not_refundable',
  'resource_missing',
];

/** The code of a final refusal to refund, or null. */
export function finalRefusalOf(error: unknown): string | null {
  const code = error instanceof Stripe.errors.StripeError ? error.code : undefined;
  return finalRefusals.find((final) => final === code) ?? null;
}

import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  withStripeErrors,
  isPaymentRefused,
  isPaymentUnavailable,
} from '#server/money/payments/stripe-errors.ts';

const { StripeAPIError, StripeConnectionError, StripeInvalidRequestError } = Stripe.errors;
const connection = (detail: unknown) =>
  Object.assign(new StripeConnectionError({ message: 'x', type: 'api_error' }), { detail });
const coded = (code: string) => Object.assign(new Error('x'), { code });
const thrownFor = async (cause: unknown): Promise<unknown> =>
  withStripeErrors(() => {
    throw cause as Error;
  }).catch((error: unknown) => error);

test.each([
  ['a broken connection', connection(coded('ECONNRESET'))],
  ['a certificate', connection(coded('CERT_HAS_EXPIRED'))],
  ['a failed fetch', connection(new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }))],
  ['nonsense for an answer', new StripeAPIError({ message: 'x', type: 'api_error' })],
  ['a socket of the system’s', coded('EPIPE')],
  ['a list of another shape, in the SDK', new Error('Unexpected: no well-formed `data` array')],
])('%s is an outage', async (_, cause) => {
  const error = await thrownFor(cause);
  expect([isPaymentUnavailable(error), isPaymentRefused(error)]).toEqual([true, false]);
});

test.each([
  [
    'a refused request',
    new StripeInvalidRequestError({ message: 'x', type: 'invalid_request_error' }),
  ],
  ['an answer of another shape', new z.ZodError([])],
])('%s is refused', async (_, cause) => {
  expect(isPaymentRefused(await thrownFor(cause))).toBe(true);
});

test.each([
  ['a TypeError', new TypeError('x is not a function')],
  ['a RangeError', new RangeError('Invalid time value')],
  [
    'a header that is none',
    connection(Object.assign(new TypeError('x'), { code: 'ERR_INVALID_CHAR' })),
  ],
  ['a fault in the client', connection(new TypeError('x is undefined'))],
])('%s of ours stays what it is', async (_, cause) => {
  expect(await thrownFor(cause)).toBe(cause);
});

import { expect, test } from 'vitest';
import { refundSchema } from '#server/money/payments/stripe-objects.ts';

test.each([
  ['succeeded', { isDone: true, isUnderWay: false, isFailed: false }],
  // Counts as paid, and is still said to be on its way.
  ['pending', { isDone: true, isUnderWay: true, isFailed: false }],
  ['requires_action', { isDone: false, isUnderWay: true, isFailed: false }],
  ['failed', { isDone: false, isUnderWay: false, isFailed: true }],
  ['canceled', { isDone: false, isUnderWay: false, isFailed: true }],
])('a refund that is %s at Stripe', (status, state) => {
  const refund = { id: 're_1', amount: 100, status, created: 1_790_000_000 };
  expect(refundSchema.parse({ object: 'refund', ...refund })).toMatchObject(state);
});

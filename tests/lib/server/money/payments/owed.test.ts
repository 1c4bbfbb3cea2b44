import { describe, expect, test } from 'vitest';
import type { withdrawals } from '#server/core/db/schema/returns.ts';
import { owedOf, stateOf } from '#server/money/payments/owed.ts';

const now = new Date('2026-11-22T10:00:00Z');

type Row = typeof withdrawals.$inferSelect;
const row = (own: Partial<Row>): Row => ({
  id: 'w',
  transactionId: 't',
  userId: 'u',
  credits: 300,
  amountCents: 499,
  refundedBeforeCents: 0,
  stripeRefundId: null,
  stripeDisputeId: null,
  requestedAt: now,
  refundedAt: null,
  refusedAt: null,
  refusalCode: null,
  transferCents: null,
  transferNoteCents: null,
  transferReference: null,
  transferredOn: null,
  settledBy: null,
  ...own,
});

describe('what is owed of a withdrawal from a purchase of 499 cents', () => {
  // `refunded` is what has credit notes, `paid` what the buyer has; of what is owed, `note` has none.
  test.each([
    { that: 'is all of it', refunded: 0, paid: 0, owed: 499, note: 499 },
    { that: 'is its share', amountCents: 333, refunded: 0, paid: 0, owed: 333, note: 333 },
    {
      that: 'does not shrink by a refund before it',
      amountCents: 399,
      refundedBeforeCents: 100,
      refunded: 100,
      paid: 100,
      owed: 399,
      note: 399,
    },
    {
      that: 'has all of its credit note to come, where the bank sent back a refund before it',
      amountCents: 399,
      refundedBeforeCents: 100,
      refunded: 100,
      paid: 0,
      owed: 399,
      note: 399,
    },
    { that: 'shrinks by a refund since', refunded: 100, paid: 100, owed: 399, note: 399 },
    {
      that: 'shrinks by a refund since, of a share',
      amountCents: 333,
      refunded: 100,
      paid: 100,
      owed: 233,
      note: 233,
    },
    { that: 'ends with a refund of all', refunded: 499, paid: 499, owed: 0, note: 0 },
    {
      that: 'ends with a refund of more than its share',
      amountCents: 333,
      refunded: 400,
      paid: 400,
      owed: 0,
      note: 0,
    },
    {
      that: 'is all of it again, with one credit note, where the bank sent back a refund since',
      refunded: 100,
      paid: 0,
      owed: 499,
      note: 399,
    },
    {
      that: 'is all of it again, and has its credit note, where the bank sent back its own refund',
      refunded: 499,
      paid: 0,
      owed: 499,
      note: 0,
    },
    {
      that: 'is no more than Stripe has left, where a refund is not recorded yet',
      refunded: 0,
      paid: 499,
      owed: 0,
      note: 0,
    },
    {
      that: 'is, where Stripe was not asked, what was not recorded as refunded',
      refunded: 100,
      paid: null,
      owed: 399,
      note: 399,
    },
    {
      that: 'is, where Stripe was not asked, what waits for a transfer',
      refusedAt: now,
      transferCents: 499,
      transferNoteCents: 399,
      refunded: 100,
      paid: null,
      owed: 499,
      note: 399,
    },
    { that: 'is nothing once it is paid', refundedAt: now, refunded: 0, paid: 0, owed: 0, note: 0 },
  ])('$that', ({ refunded, paid, owed, note, ...own }) => {
    const purchase = { amountCents: 499, refundedCents: refunded };
    expect(owedOf(purchase, row(own), paid)).toEqual({ owedCents: owed, noteCents: note });
  });
});

test.each([
  ['owed', {}, false],
  ['disputed', {}, true],
  ['transfer', { refusedAt: now }, false],
  ['disputed', { refusedAt: now }, true],
  ['refunded', { refundedAt: now }, false],
  ['refunded', { refundedAt: now }, true],
  ['transferred', { refundedAt: now, refusedAt: now, transferredOn: '2026-11-22' }, false],
  ['bank', { refundedAt: now, stripeDisputeId: 'du_1' }, false],
] as const)('a withdrawal is %s: %o, disputed: %s', (state, own, isDisputed) => {
  expect(stateOf(row(own), isDisputed)).toBe(state);
});

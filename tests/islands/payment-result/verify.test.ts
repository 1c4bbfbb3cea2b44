import { describe, expect, test } from 'vitest';
import {
  decide,
  sentences,
  type Facts,
  type PaymentSession,
} from '#islands/payment-result/verify.ts';
import { failure, type Failure, type Outcome } from '#browser/outcome.ts';

const now = '2026-11-21T12:00:00.000Z';
const transaction = {
  _id: '019ac0de-0000-7000-8000-000000000001',
  credits: 900,
  amount: 999,
  status: 'completed',
  createdAt: '2026-11-20T10:00:00.000Z',
  completedAt: '2026-11-20T10:01:00.000Z',
} as const;
const paid = { payment_status: 'paid', status: 'complete' };
const deferred = { payment_status: 'unpaid', status: 'complete' };
const open = { payment_status: 'unpaid', status: 'open' };
const found = (
  of: Partial<NonNullable<PaymentSession['transaction']>> | null,
  session = paid,
): Outcome<PaymentSession> => ({
  ok: true,
  data: { transaction: of && { ...transaction, ...of }, session },
});
const refused = (status: number): Failure => ({ ...failure('UNREADABLE', ''), status });
const judged = (lookup: Facts['lookup'], more: Partial<Facts> = {}) =>
  decide({ creditsBefore: null, creditsNow: 5, lookup, isSecondTry: false, now, ...more });
const message = (text: string) => ({ kind: 'message', message: text });
const risen = { creditsBefore: 5, creditsNow: 305 };
const synthetic = {
  kind: 'success',
  credits: 300,
  amountCents: 0,
  date: now,
  transactionId: null,
  awaited: null,
};

describe('a transaction that is found', () => {
  test('is a success when it is completed', () => {
    expect(judged(found({}))).toEqual({
      kind: 'success',
      credits: 900,
      amountCents: 999,
      date: '2026-11-20T10:01:00.000Z',
      transactionId: transaction._id,
      awaited: null,
    });
  });

  test.each([
    ['paid', 'site', paid],
    ['complete and not paid yet', 'bank', deferred],
    ['paid and open', 'site', { payment_status: 'paid', status: 'open' }],
    ['free', 'site', { payment_status: 'no_payment_required', status: 'complete' }],
  ])('is a success while it waits and its session is %s: the %s is late', (_, awaited, session) => {
    expect(judged(found({ status: 'pending', completedAt: null }, session))).toMatchObject({
      kind: 'success',
      date: '2026-11-20T10:00:00.000Z',
      awaited,
    });
  });

  test.each([
    ['waits and its session is open', 'pending', open],
    ['has failed', 'failed', { payment_status: 'unpaid', status: 'expired' }],
    ['has failed at the bank after it was complete', 'failed', deferred],
  ] as const)('is no success when it %s', (_, status, session) => {
    expect(judged(found({ status, completedAt: null }, session))).toEqual({
      kind: 'unverified',
      hasFailed: status === 'failed',
    });
  });

  test('counts, and not the rise of the balance', () => {
    expect(judged(found({ status: 'failed' }, open), risen)).toMatchObject({ kind: 'unverified' });
    expect(judged(found({}), risen)).toMatchObject({ credits: 900 });
  });
});

describe('no transaction', () => {
  test('is a success of the difference when the balance rose, at the second try too', () => {
    expect(judged(found(null), risen)).toEqual(synthetic);
    expect(judged(found(null), { ...risen, isSecondTry: true })).toEqual(synthetic);
  });

  test.each([
    ['nobody noted the balance before', { creditsBefore: null, creditsNow: 305 }],
    ['nobody knows the balance now', { creditsBefore: 5, creditsNow: null }],
    ['the balance is the same', { creditsBefore: 5, creditsNow: 5 }],
    ['the balance sank', { creditsBefore: 5, creditsNow: 4 }],
  ])('is asked for once more when %s', (_, credits) => {
    expect(judged(found(null), credits)).toEqual({ kind: 'retry' });
  });

  test('at the second try is a message: what it says depends on the session', () => {
    const second = { isSecondTry: true };
    expect(judged(found(null, paid), second)).toEqual(message(sentences.paidNotFound));
    expect(judged(found(null, deferred), second)).toEqual(message(sentences.paidNotFound));
    expect(judged(found(null, open), second)).toEqual(message(sentences.notFound));
  });
});

describe('a lookup that fails', () => {
  const failures = [
    [404, sentences.expired],
    [403, sentences.forbidden],
    [400, sentences.serverFailed],
    [429, sentences.serverFailed],
    [500, sentences.serverFailed],
    [503, sentences.serverFailed],
    [0, sentences.noAnswer],
  ] as const;

  test.each(failures)('with %i is told in one sentence', (status, sentence) => {
    expect(judged(refused(status))).toEqual(message(sentence));
  });

  test('says that a payment is somebody else’s, whatever came to the balance', () => {
    const lookup = { ...refused(403), error: 'FORBIDDEN' } as const;
    for (const more of [{}, risen, { isSecondTry: true }]) {
      expect(judged(lookup, more)).toEqual(message(sentences.notYours));
    }
  });

  test.each(failures)('with %i is a success when the balance rose', (status) => {
    expect(judged(refused(status), risen)).toEqual(synthetic);
  });

  test.each(failures)('with %i at the second try: nothing was found before', (status) => {
    expect(judged(refused(status), { isSecondTry: true })).toEqual(message(sentences.lookupLost));
  });
});

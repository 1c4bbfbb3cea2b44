import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import { findFrozen, releaseFrozen, type Frozen } from '../credits/frozen.ts';
import { lockBalance, moveCredits } from '../credits/ledger.ts';
import { findUnspent } from '../credits/unspent.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { exists } from '#server/core/http/guards.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { writeLetter } from '#server/core/queue/write-letter.ts';
import { lockTransaction, type RefundWorld } from './find-paid.ts';
import { findPaidBackCents, isDisputed, isOwed, owedOf, stateOf } from './owed.ts';
import { noteRefusal, paymentUnknown, refundFailed, refundsBlocked } from './refused-withdrawal.ts';
import { applyDisputesOf } from './apply-dispute.ts';
import { applyRefunds } from './apply-refunds.ts';
import { isPaymentRefused, isUnknownThere } from './stripe-errors.ts';
import { givenBackCents } from './stripe-objects.ts';
import { mayWithdraw } from './withdrawal-deadline.ts';

/** A withdrawal that was declared. */
export type Withdrawn = {
  withdrawalId: string;
  credits: number;
  amountCents: number;
  remainingCredits: number;
};

/** `expectedCredits`: what was confirmed; null for all that is unspent. */
type Input = { userId: string; transactionId: string; expectedCredits: number | null };

/** A purchase of the caller's; any other is 404 `NOT_FOUND`. */
export const onPurchase = exists(
  creditTransactions,
  ({ id }: { id: string }, { user }: SignedIn) =>
    and(
      eq(creditTransactions.id, id),
      eq(creditTransactions.userId, user.id),
      isNotNull(creditTransactions.completedAt),
    ),
  messages.transactionMissing,
);

/**
 * Declares a reader's withdrawal from a purchase: unspent credits are removed at once, frozen ones
 * included, and their share of the price is owed from then on (`refundWithdrawal` pays it).
 * Idempotent. Refuses with 404 `NOT_FOUND` another user's purchase, and with 409
 * `WITHDRAWAL_REFUSED` one that is too late, spent or already refunded, or another number of
 * credits than was confirmed.
 */
export async function withdraw(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId, transactionId, expectedCredits }: Input,
): Promise<Withdrawn | Refusal> {
  return db.transaction(async (tx) => {
    const transaction = await lockTransaction(tx, transactionId);
    if (transaction?.userId !== userId || transaction.completedAt === null) {
      return refuse('NOT_FOUND', messages.transactionMissing);
    }
    const balance = await lockBalance(tx, userId);
    const [declared] = await tx
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.transactionId, transactionId));
    if (declared) {
      const { id: withdrawalId, credits, amountCents } = declared;
      return { withdrawalId, credits, amountCents, remainingCredits: balance };
    }
    const now = clock.now();
    if (!mayWithdraw(transaction.completedAt, now)) {
      return refuse('WITHDRAWAL_REFUSED', messages.withdrawalTooLate);
    }
    const unspentCredits = (await findUnspent(tx, userId)).get(transactionId) ?? 0;
    const credits = unspentCredits + frozenOf(await findFrozen(tx, userId), transactionId);
    const amountCents = withdrawalCents(transaction, credits);
    if (credits === 0 || amountCents === 0) {
      return refuse('WITHDRAWAL_REFUSED', messages.withdrawalNothingLeft);
    }
    if (expectedCredits !== null && credits !== expectedCredits) {
      return refuse('WITHDRAWAL_REFUSED', messages.withdrawalChanged, {
        details: { credits, amountCents },
      });
    }
    const withdrawalId = uuidv7();
    await tx.insert(withdrawals).values({
      id: withdrawalId,
      transactionId,
      userId,
      credits,
      amountCents,
      refundedBeforeCents: transaction.refundedCents,
      requestedAt: now,
    });
    await releaseFrozen(tx, { userId, transactionId, neededFor: withdrawalId }, now);
    const remainingCredits = await moveCredits(
      tx,
      userId,
      [{ delta: -credits, kind: 'withdrawal', reference: withdrawalId, transactionId }],
      now,
    );
    const letter = { kind: 'withdrawal', userId, about: withdrawalId } as const;
    await writeLetter(tx, { ...letter, payload: { transactionId } }, now);
    return { withdrawalId, credits, amountCents, remainingCredits };
  });
}

/** How many credits of a purchase disputes have frozen. */
export function frozenOf(frozen: readonly Frozen[], transactionId: string): number {
  return frozen
    .filter((one) => one.transactionId === transactionId)
    .reduce((sum, { credits }) => sum + credits, 0);
}

/** The share of the price for so many credits, in whole cents, and no more than is left of it. */
export function withdrawalCents(
  transaction: { credits: number; amountCents: number; refundedCents: number },
  unspentCredits: number,
): number {
  const { credits, amountCents, refundedCents } = transaction;
  const share = Math.round((amountCents * unspentCredits) / credits);
  return Math.min(share, amountCents - refundedCents);
}

/**
 * Pays a withdrawal through Stripe and records it, idempotently. Existing refunds are looked up
 * first: a response may have been lost longer ago than Stripe keeps idempotency keys, or it may
 * have been refunded by hand. Throws `PaymentUnavailable` while Stripe does not answer, and
 * `PaymentRefused`: the reconciliation retries.
 */
export async function refundWithdrawal(
  world: RefundWorld,
  withdrawalId: string,
): Promise<ReturnType<typeof stateOf>> {
  const paymentIntentId = (await findWithdrawal(world, withdrawalId)).purchase
    .stripePaymentIntentId;
  if (paymentIntentId === null) return 'owed';
  const refunds = await applyRefunds(world, paymentIntentId).catch((error: unknown) => {
    if (isUnknownThere(error)) return null;
    throw error;
  });
  const { withdrawal, purchase, state } = await findWithdrawal(world, withdrawalId);
  if (state !== 'owed') return state;
  const transactionId = purchase.id;
  if (refunds === null) {
    const refusal = { refusalCode: paymentUnknown, givenBackCents: null };
    await noteRefusal(world, transactionId, refusal);
    return stateNow(world, withdrawalId);
  }
  // It may have been paid by hand since it was declared: that money is not paid twice.
  const inAllCents = givenBackCents(refunds);
  const paidCents = await findPaidBackCents(world.db, transactionId, inAllCents);
  const { owedCents: amountCents } = owedOf(purchase, withdrawal, paidCents);
  if (amountCents === 0) {
    await world.db
      .update(withdrawals)
      .set({ refundedAt: world.clock.now() })
      .where(and(eq(withdrawals.id, withdrawalId), isOwed));
    return stateNow(world, withdrawalId);
  }
  // A refund that the bank returned, or has pending, would not succeed a second time.
  const tried = refunds.find((refund) => refund.withdrawalId === withdrawalId);
  if (!tried && purchase.refundsBlockedAt !== null) {
    const refusal = { refusalCode: refundsBlocked, givenBackCents: inAllCents };
    await noteRefusal(world, transactionId, refusal);
    return stateNow(world, withdrawalId);
  }
  const refund =
    tried ??
    (await world.payments.refund({ paymentIntentId, amountCents, withdrawalId, transactionId }));
  if ('refusalCode' in refund || refund.isFailed) {
    // It may be disputed since the last check: then the bank decides first.
    await applyDisputesOf(world, paymentIntentId).catch((error: unknown) => {
      // A restricted key may not read disputes: the refusal is recorded all the same.
      if (!isPaymentRefused(error)) throw error;
      world.log.error({ err: error, withdrawalId }, 'disputes could not be looked up');
    });
    const refusalCode = 'refusalCode' in refund ? refund.refusalCode : refundFailed;
    await noteRefusal(world, transactionId, { refusalCode, givenBackCents: inAllCents });
    return stateNow(world, withdrawalId);
  }
  if (refund.isDone) await applyRefunds(world, paymentIntentId);
  else world.log.error({ refundId: refund.id, withdrawalId }, 'a withdrawal was not paid back');
  return stateNow(world, withdrawalId);
}

async function stateNow(world: RefundWorld, withdrawalId: string) {
  return (await findWithdrawal(world, withdrawalId)).state;
}

/** A withdrawal with its purchase and its state. Throws for one that does not exist. */
async function findWithdrawal({ db }: Pick<App, 'db'>, withdrawalId: string) {
  const [found] = await db
    .select({ withdrawal: withdrawals, purchase: creditTransactions })
    .from(withdrawals)
    .innerJoin(creditTransactions, eq(creditTransactions.id, withdrawals.transactionId))
    .where(eq(withdrawals.id, withdrawalId));
  if (!found) throw new Error(`there is no withdrawal ${withdrawalId}`);
  const isUndecided = await isDisputed(db, found.purchase.id);
  return { ...found, state: stateOf(found.withdrawal, isUndecided) };
}

const owedBatch = 100;

/**
 * Withdrawals that are still owed, oldest first, all of them: one that cannot be paid is skipped.
 */
export async function* findOwedWithdrawals({
  db,
}: Pick<App, 'db'>): AsyncGenerator<string, undefined> {
  let last: string | null = null;
  for (;;) {
    const rows: { id: string }[] = await db
      .select({ id: withdrawals.id })
      .from(withdrawals)
      // The ids begin with their time.
      .where(and(isOwed, last === null ? undefined : gt(withdrawals.id, last)))
      .orderBy(asc(withdrawals.id))
      .limit(owedBatch);
    for (const { id } of rows) yield id;
    last = rows.at(-1)?.id ?? null;
    if (last === null) return;
  }
}

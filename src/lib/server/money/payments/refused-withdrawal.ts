import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { lockTransaction, type Transaction } from './find-paid.ts';
import { findPaidBackCents, isOwed, owedOf } from './owed.ts';

/** Not asked of Stripe: staff block the refunds of the purchase. */
export const refundsBlocked = 'refunds_blocked';

type World = Pick<App, 'db' | 'clock' | 'log'>;
type Withdrawal = typeof withdrawals.$inferSelect;

/** Used in place of a Stripe code: the refund was accepted, and the bank returned it. */
export const refundFailed = 'refund_failed';

/** Stripe's own code: it does not know the payment, as after a change of account. */
export const paymentUnknown = 'resource_missing';

/**
 * Records that Stripe refuses to pay a withdrawal: from now on it waits for an admin, who pays it
 * by bank transfer (decision 41), and Stripe is not asked again. `givenBackCents` is the total that
 * Stripe has refunded of the purchase; null where Stripe does not know it.
 */
export async function noteRefusal(
  world: World,
  transactionId: string,
  refusal: { refusalCode: string; givenBackCents: number | null },
): Promise<void> {
  const { refusalCode, givenBackCents } = refusal;
  await onOwed(world, transactionId, async (tx, transaction, withdrawal) => {
    // The block was lifted since it was looked up.
    if (refusalCode === refundsBlocked && transaction.refundsBlockedAt === null) return;
    world.log.error(
      { withdrawalId: withdrawal.id, refusalCode },
      'a withdrawal waits for a person',
    );
    const refused = { refusedAt: world.clock.now(), refusalCode };
    await writeOwed(tx, world, { transaction, withdrawal, givenBackCents }, refused);
  });
}

/** A withdrawal that only a block keeps back is Stripe's to pay again. The purchase's row is locked. */
export async function forgetBlocked(tx: Database, transactionId: string): Promise<void> {
  const isKept = and(eq(withdrawals.refusalCode, refundsBlocked), isOwed);
  await tx
    .update(withdrawals)
    .set({ refusedAt: null, refusalCode: null, transferCents: null, transferNoteCents: null })
    .where(and(eq(withdrawals.transactionId, transactionId), isKept));
}

/**
 * A withdrawal's refund was recorded as paid, and the bank returned it: it is owed again.
 * @returns false if there is no such withdrawal, or this is already recorded.
 */
export async function noteFailedRefund(
  { db, clock }: World,
  transactionId: string,
  refundId: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockTransaction(tx, transactionId);
    const reopened = await tx
      .update(withdrawals)
      .set({
        refundedAt: null,
        stripeRefundId: null,
        refusedAt: clock.now(),
        refusalCode: refundFailed,
        // All of it until it is recomputed; its credit note exists.
        transferCents: withdrawals.amountCents,
        transferNoteCents: 0,
      })
      .where(
        and(
          eq(withdrawals.stripeRefundId, refundId),
          isNotNull(withdrawals.refundedAt),
          isNull(withdrawals.transferredOn),
          isNull(withdrawals.stripeDisputeId),
        ),
      )
      .returning({ id: withdrawals.id });
    return reopened.length > 0;
  });
}

/** Recomputes what an admin has to pay for a purchase's withdrawal, if one waits for it. */
export async function updateRefusal(
  world: World,
  transactionId: string,
  givenBackCents: number,
): Promise<void> {
  await onOwed(world, transactionId, async (tx, transaction, withdrawal) => {
    const { refusedAt, refusalCode } = withdrawal;
    if (refusedAt === null) return;
    const refused = { refusedAt, refusalCode };
    await writeOwed(tx, world, { transaction, withdrawal, givenBackCents }, refused);
  });
}

/** Runs with the purchase's row locked, if a withdrawal from it is owed. */
async function onOwed(
  { db }: World,
  transactionId: string,
  run: (tx: Database, transaction: Transaction, withdrawal: Withdrawal) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const transaction = await lockTransaction(tx, transactionId);
    const [owed] = await tx
      .select()
      .from(withdrawals)
      .where(and(eq(withdrawals.transactionId, transactionId), isOwed));
    if (transaction && owed) await run(tx, transaction, owed);
  });
}

type Refused = {
  transaction: Transaction;
  withdrawal: Withdrawal;
  givenBackCents: number | null;
};

async function writeOwed(
  tx: Database,
  { clock }: World,
  { transaction, withdrawal, givenBackCents }: Refused,
  refused: Pick<Withdrawal, 'refusedAt' | 'refusalCode'>,
): Promise<void> {
  const paidCents =
    givenBackCents === null
      ? transaction.refundedCents
      : await findPaidBackCents(tx, transaction.id, givenBackCents);
  const { owedCents, noteCents } = owedOf(transaction, withdrawal, paidCents);
  await tx
    .update(withdrawals)
    .set({
      ...refused,
      transferCents: owedCents,
      transferNoteCents: noteCents,
      // It may have been refunded by hand at Stripe.
      ...(owedCents === 0 && { refundedAt: clock.now() }),
    })
    .where(eq(withdrawals.id, withdrawal.id));
}

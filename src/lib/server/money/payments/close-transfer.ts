import { eq } from 'drizzle-orm';
import { parisDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { returnedRefunds, withdrawals } from '#server/core/db/schema/returns.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { issueCreditNote, transferReferenceOf } from '../invoices/issue-invoice.ts';
import { lockTransaction, type Transaction } from './find-paid.ts';
import { isDisputed, stateOf } from './owed.ts';
import { closeReturned, type Transfer } from './returned-refund.ts';

type World = Pick<App, 'db' | 'clock' | 'log'>;
type Withdrawal = typeof withdrawals.$inferSelect;

/** A withdrawal, or a refund that the bank sent back; else 404 `NOT_FOUND`. */
export const onTransfer: Permit<unknown, { id: string }> = async ({
  app: { db },
  params: { id },
}) =>
  (await findWithdrawal(db, id)) !== undefined ||
  (await db.$count(returnedRefunds, eq(returnedRefunds.id, id))) > 0 ||
  refuse('NOT_FOUND', messages.settlement.missing);

/**
 * Records that a withdrawal refused by Stripe was paid by bank transfer, and issues its credit note
 * in the same transaction; if a refund returned by the bank already has one, that one is used.
 * Idempotent. Refuses with 404 `NOT_FOUND`, 400 `MALFORMED` for an impossible day, and 409
 * `WITHDRAWAL_REFUSED` for a withdrawal that does not wait for a transfer of this amount.
 */
export async function closeTransfer(world: World, transfer: Transfer): Promise<Refusal | null> {
  const { db, clock, log } = world;
  const { withdrawalId, reference, paidOn, settledBy } = transfer;
  return db.transaction(async (tx) => {
    const ofReturned = await closeReturned(tx, world, transfer);
    if (ofReturned !== undefined) return ofReturned;
    const known = await findWithdrawal(tx, withdrawalId);
    const transaction = known && (await lockTransaction(tx, known.transactionId));
    // Read again: a previous holder of the lock may have paid it.
    const withdrawal = transaction && (await findWithdrawal(tx, withdrawalId));
    if (!transaction || !withdrawal) return refuse('NOT_FOUND', messages.settlement.missing);
    if (withdrawal.transferredOn !== null) {
      const isSame =
        withdrawal.transferReference === reference && withdrawal.transferredOn === paidOn;
      return isSame ? null : refuse('WITHDRAWAL_REFUSED', messages.settlement.settledOtherwise);
    }
    const refusal = await findObstacle(tx, withdrawal, transfer, clock.now());
    if (refusal) return refusal;
    await noteCredit(tx, transaction, withdrawal, clock.now());
    await tx
      .update(withdrawals)
      .set({
        refundedAt: clock.now(),
        transferReference: reference,
        transferredOn: paidOn,
        settledBy,
      })
      .where(eq(withdrawals.id, withdrawalId));
    log.info(
      { withdrawalId, reference, paidOn, amountCents: transfer.amountCents, settledBy },
      'a withdrawal was paid by bank transfer',
    );
    return null;
  });
}

async function findWithdrawal(tx: Database, id: string): Promise<Withdrawal | undefined> {
  const [withdrawal] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id));
  return withdrawal;
}

async function findObstacle(
  tx: Database,
  withdrawal: Withdrawal,
  { paidOn, amountCents }: Transfer,
  now: Date,
): Promise<Refusal | null> {
  const say = (message: string, details?: Record<string, unknown>) =>
    refuse('WITHDRAWAL_REFUSED', message, details && { details });
  const { transactionId, transferCents, requestedAt } = withdrawal;
  const state = stateOf(withdrawal, await isDisputed(tx, transactionId));
  if (state === 'disputed') return say(messages.settlement.disputed);
  if (state === 'owed') return say(messages.settlement.notRefused);
  if (state !== 'transfer') return say(messages.settlement.paidOtherwise);
  if (transferCents !== amountCents) {
    return say(messages.settlement.changed, { amount: transferCents });
  }
  if (paidOn < parisDay(requestedAt) || paidOn > parisDay(now)) {
    const errors = [{ field: 'paidOn', message: messages.settlement.dayOutside }];
    return refuse('MALFORMED', messages.malformed, { errors });
  }
  return null;
}

/** The part without a credit note gets one, and counts as refunded. */
async function noteCredit(
  tx: Database,
  { id: transactionId, refundedCents }: Transaction,
  { id, transferNoteCents }: Withdrawal,
  now: Date,
): Promise<void> {
  const refundCents = transferNoteCents ?? 0;
  if (refundCents === 0) return;
  await tx
    .update(creditTransactions)
    .set({ refundedCents: refundedCents + refundCents })
    .where(eq(creditTransactions.id, transactionId));
  const refundReference = transferReferenceOf(id);
  await issueCreditNote(tx, { transactionId, refundReference, refundCents }, now);
}

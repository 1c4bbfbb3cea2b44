import { and, eq, ne } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import type { InvoicingConfig } from '#server/core/config/purchase-settings.ts';
import { moveCredits } from '../credits/ledger.ts';
import { unlockOrdered } from '../credits/unlock-ordered.ts';
import type { Database } from '#server/core/db/database.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { issueInvoice } from '../invoices/issue-invoice.ts';
import { writeLetter } from '#server/core/queue/write-letter.ts';
import type { CheckoutSession } from './stripe-objects.ts';

/** The effect of a session on its transaction. `foreign`: another product's. */
export type SessionOutcome = 'completed' | 'failed' | 'pending' | 'foreign';

export type PaymentWorld = Pick<App, 'db' | 'clock' | 'log'> & { config: InvoicingConfig };

/**
 * Applies the state of a session at Stripe to its transaction: paid, it is completed, credited and
 * invoiced, and the chapters of an order at the exact price are unlocked; expired or refused by the
 * bank, it fails; else it waits. The only function that grants credits (design section 10): webhook,
 * payment result and reconciliation call it, idempotently and in any order.
 */
export async function applySession(
  world: PaymentWorld,
  session: CheckoutSession,
): Promise<SessionOutcome> {
  const { transactionId } = session;
  if (transactionId === null) return 'foreign';
  return world.db.transaction(async (tx) => {
    const [transaction] = await tx
      .select()
      .from(creditTransactions)
      .where(eq(creditTransactions.id, transactionId))
      .for('update');
    if (!transaction) {
      world.log.error({ sessionId: session.id, transactionId }, 'a session has no transaction');
      return 'foreign';
    }
    if (transaction.status === 'completed') return 'completed';
    if (session.paymentStatus === 'paid') {
      return complete(tx, world, { transaction, session });
    }
    if (session.status === 'expired' || session.hasFailed) return fail(tx, world, transaction.id);
    await noteSession(tx, world, session, transaction);
    return transaction.status;
  });
}

/** A deferred payment refused by the bank: the transaction fails, unless it was completed. */
export async function failSession(
  world: PaymentWorld,
  session: CheckoutSession,
): Promise<SessionOutcome> {
  const { transactionId } = session;
  if (transactionId === null) return 'foreign';
  return failTransaction(world, transactionId);
}

/** This transaction will not be paid: it fails, unless it was completed. */
export function failTransaction(
  world: Pick<PaymentWorld, 'db' | 'clock'>,
  id: string,
): Promise<SessionOutcome> {
  return world.db.transaction((tx) => fail(tx, world, id));
}

type Paid = {
  transaction: typeof creditTransactions.$inferSelect;
  session: CheckoutSession;
};

async function complete(
  tx: Database,
  world: PaymentWorld,
  { transaction, session }: Paid,
): Promise<SessionOutcome> {
  const { id, userId, credits, amountCents, currency } = transaction;
  if (session.amountCents !== amountCents || session.currency !== currency) {
    // We sent the price to Stripe: another sum is an error that needs investigation.
    world.log.error({ sessionId: session.id, transactionId: id }, 'a session has another amount');
    return 'pending';
  }
  const at = world.clock.now();
  await moveCredits(
    tx,
    userId,
    [{ delta: credits, kind: 'purchase', reference: id, transactionId: id }],
    at,
  );
  const opened = await unlockOrdered(tx, world, transaction, at);
  const [completed] = await tx
    .update(creditTransactions)
    .set({
      ...opened,
      status: 'completed',
      completedAt: at,
      failedAt: null,
      paymentMethod: session.method ?? 'other',
      cardCountry: session.cardCountry,
      stripeSessionId: session.id,
      stripePaymentIntentId: session.paymentIntentId,
    })
    .where(eq(creditTransactions.id, id))
    .returning();
  if (!completed) throw new Error(`transaction ${id} is gone`);
  await issueInvoice(tx, world.config, completed, at);
  await writeLetter(tx, { kind: 'receipt', userId, about: id, payload: { transactionId: id } }, at);
  return 'completed';
}

async function fail(
  tx: Database,
  { clock }: Pick<PaymentWorld, 'clock'>,
  id: string,
): Promise<SessionOutcome> {
  const failed = await tx
    .update(creditTransactions)
    .set({ status: 'failed', failedAt: clock.now() })
    .where(and(eq(creditTransactions.id, id), ne(creditTransactions.status, 'completed')))
    .returning({ id: creditTransactions.id });
  return failed.length > 0 ? 'failed' : 'completed';
}

/**
 * Records a session whose response was lost, and that the buyer has paid while the bank has not
 * confirmed.
 */
async function noteSession(
  tx: Database,
  { clock }: PaymentWorld,
  session: CheckoutSession,
  { id, stripeSessionId, submittedAt }: Paid['transaction'],
): Promise<void> {
  const isSubmitted = session.status === 'complete';
  if (stripeSessionId !== null && (submittedAt !== null || !isSubmitted)) return;
  await tx
    .update(creditTransactions)
    .set({
      stripeSessionId: stripeSessionId ?? session.id,
      submittedAt: submittedAt ?? (isSubmitted ? clock.now() : null),
    })
    .where(eq(creditTransactions.id, id));
}

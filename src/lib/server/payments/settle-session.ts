import { and, eq, ne } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { InvoicingConfig } from '../config/settling-settings.ts';
import { moveCredits } from '../credits/ledger.ts';
import type { Database } from '../db/database.ts';
import { creditTransactions } from '../db/schema/money.ts';
import { issueInvoice } from '../invoices/issue-invoice.ts';
import type { CheckoutSession } from './stripe-objects.ts';

/** What a session has made of its transaction. `foreign`: it is none of ours. */
export type Settled = 'completed' | 'failed' | 'pending' | 'foreign';

export type SettleWorld = Pick<App, 'db' | 'clock' | 'log'> & { config: InvoicingConfig };

/**
 * Brings a transaction in step with its session at Stripe: paid, it is completed, credited and
 * invoiced; expired or refused by the bank, it fails; else it waits. The one function that grants credits (design section
 * 10): webhook, payment result and reconciliation call it, as often and in whatever order they like.
 */
export async function settleSession(
  world: SettleWorld,
  session: CheckoutSession,
): Promise<Settled> {
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

/** A deferred payment that the bank refused: the transaction fails, unless it was completed. */
export async function failSession(world: SettleWorld, session: CheckoutSession): Promise<Settled> {
  const { transactionId } = session;
  if (transactionId === null) return 'foreign';
  return failTransaction(world, transactionId);
}

/** Nobody will pay this transaction: it fails, unless it was completed. */
export function failTransaction(
  world: Pick<SettleWorld, 'db' | 'clock'>,
  id: string,
): Promise<Settled> {
  return world.db.transaction((tx) => fail(tx, world, id));
}

type Paid = {
  transaction: typeof creditTransactions.$inferSelect;
  session: CheckoutSession;
};

async function complete(
  tx: Database,
  world: SettleWorld,
  { transaction, session }: Paid,
): Promise<Settled> {
  const { id, userId, credits, amountCents, currency } = transaction;
  if (session.amountCents !== amountCents || session.currency !== currency) {
    // Our own price went to Stripe: another sum is a fault that somebody has to look at.
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
  const [completed] = await tx
    .update(creditTransactions)
    .set({
      status: 'completed',
      completedAt: at,
      failedAt: null,
      paymentMethod: session.method ?? 'other',
      stripeSessionId: session.id,
      stripePaymentIntentId: session.paymentIntentId,
    })
    .where(eq(creditTransactions.id, id))
    .returning();
  if (!completed) throw new Error(`transaction ${id} is gone`);
  await issueInvoice(tx, world.config, completed, at);
  return 'completed';
}

async function fail(
  tx: Database,
  { clock }: Pick<SettleWorld, 'clock'>,
  id: string,
): Promise<Settled> {
  const failed = await tx
    .update(creditTransactions)
    .set({ status: 'failed', failedAt: clock.now() })
    .where(and(eq(creditTransactions.id, id), ne(creditTransactions.status, 'completed')))
    .returning({ id: creditTransactions.id });
  return failed.length > 0 ? 'failed' : 'completed';
}

/**
 * A session whose answer was lost on its way to us is known from now on, and so is that the buyer has
 * done their part and the bank has not.
 */
async function noteSession(
  tx: Database,
  { clock }: SettleWorld,
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

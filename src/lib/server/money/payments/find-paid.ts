import { eq } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { applySession, type PaymentWorld } from './apply-session.ts';
import type { Payments } from './stripe.ts';

/** What processing refunds needs. */
export type RefundWorld = PaymentWorld & { payments: Payments };

export type Transaction = typeof creditTransactions.$inferSelect;

/**
 * The purchase of a payment. One that is not known yet is completed first: the event of a refund
 * may arrive before that of the payment. Undefined for a payment of another product.
 */
export async function findPaid(
  world: RefundWorld,
  paymentIntentId: string,
): Promise<Transaction | undefined> {
  const known = await findByPayment(world.db, paymentIntentId);
  if (known) return known;
  const session = await world.payments.findSessionOf(paymentIntentId);
  if (!session || (await applySession(world, session)) !== 'completed') return undefined;
  return findByPayment(world.db, paymentIntentId);
}

/**
 * Locks the purchase's row until the transaction ends. Not “for update”: ledger entries that
 * reference it can be written meanwhile.
 */
export async function lockTransaction(tx: Database, id: string): Promise<Transaction | undefined> {
  const [transaction] = await tx
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.id, id))
    .for('no key update');
  return transaction;
}

async function findByPayment(
  db: Database,
  paymentIntentId: string,
): Promise<Transaction | undefined> {
  const [transaction] = await db
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.stripePaymentIntentId, paymentIntentId));
  return transaction;
}

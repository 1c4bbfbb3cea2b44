import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { creditTransactions } from '../db/schema/money.ts';
import { settleSession, type SettleWorld } from './settle-session.ts';
import type { Payments } from './stripe.ts';

/** What it takes to follow money that goes back. */
export type RefundWorld = SettleWorld & { payments: Payments };

export type Transaction = typeof creditTransactions.$inferSelect;

/**
 * The purchase that a payment is for. One that is not known yet is completed first: what gives it back
 * may be told before what was paid. Undefined for what is none of ours.
 */
export async function findPaid(
  world: RefundWorld,
  paymentIntentId: string,
): Promise<Transaction | undefined> {
  const known = await findByPayment(world.db, paymentIntentId);
  if (known) return known;
  const session = await world.payments.findSessionOf(paymentIntentId);
  if (!session || (await settleSession(world, session)) !== 'completed') return undefined;
  return findByPayment(world.db, paymentIntentId);
}

/**
 * The purchase's row, which nobody else changes until the transaction ends. Not “for update”: entries
 * of the ledger that refer to it can be written meanwhile.
 */
export async function holdTransaction(tx: Database, id: string): Promise<Transaction | undefined> {
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

import { and, eq } from 'drizzle-orm';
import { formatCount } from '../../shared/formats.ts';
import { paths } from '../../shared/paths.ts';
import type { App } from '../app.ts';
import { creditTransactions, stripeCustomers } from '../db/schema/money.ts';
import { buyerSchema } from '../invoices/invoice-document.ts';
import { PaymentUnavailable, type Payments } from './stripe.ts';

/** Where a purchase is paid. */
export type StartedCheckout = { sessionId: string; url: string };

export type SellingWorld = Pick<App, 'db' | 'clock' | 'log' | 'config'> & { payments: Payments };

type Transaction = typeof creditTransactions.$inferSelect;

/** Stripe wants half an hour at least; what is not paid by then was given up. */
const checkoutLifetimeMs = 60 * 60_000;

/**
 * Opens the page on which a transaction is paid. All that it asks of Stripe follows from the row, so
 * that asked again it gets the same page. Throws `PaymentUnavailable`.
 */
export async function openCheckout(
  world: SellingWorld,
  transaction: Transaction,
): Promise<StartedCheckout> {
  const { db, config, payments } = world;
  const { id, packName, credits, amountCents, createdAt } = transaction;
  const session = await payments.createSession({
    transactionId: id,
    customerId: await findCustomer(world, transaction),
    label: `${packName} : ${formatCount(credits)} crédits`,
    amountCents,
    expiresAt: new Date(createdAt.getTime() + checkoutLifetimeMs),
    successUrl: `${config.siteUrl}${paths.paymentSuccess}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${config.siteUrl}${paths.paymentCancel}`,
  });
  if (session.url === null) throw new PaymentUnavailable('a new session has no page');
  const noted = await db
    .update(creditTransactions)
    .set({ stripeSessionId: session.id })
    .where(and(eq(creditTransactions.id, id), eq(creditTransactions.status, 'pending')))
    .returning({ id: creditTransactions.id });
  // It was given up meanwhile: nobody is led to a page that nobody watches.
  if (noted.length === 0) throw new PaymentUnavailable('the order was given up meanwhile');
  return { sessionId: session.id, url: session.url };
}

/** The person at Stripe, made at their first purchase. */
async function findCustomer(
  { db, payments }: SellingWorld,
  { userId, billing }: Transaction,
): Promise<string> {
  const [known] = await db
    .select({ customerId: stripeCustomers.customerId })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId));
  if (known) return known.customerId;
  const { email, fullName: name } = buyerSchema.parse(billing);
  const customerId = await payments.createCustomer({ userId, email, name });
  await db.insert(stripeCustomers).values({ userId, customerId }).onConflictDoNothing();
  return customerId;
}

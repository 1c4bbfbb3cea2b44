import { and, eq, gt } from 'drizzle-orm';
import { asciiAddress } from '#shared/site/email-address.ts';
import { formatCount } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import type { App } from '#server/app.ts';
import { creditTransactions, stripeCustomers } from '#server/core/db/schema/money.ts';
import { buyerSchema } from '../invoices/invoice-document.ts';
import { type Payments } from './stripe.ts';
import { applySession } from './apply-session.ts';
import { PaymentUnavailable } from './stripe-errors.ts';

/** The page on which a purchase is paid. */
export type StartedCheckout = { sessionId: string; url: string };

export type SellingWorld = Pick<App, 'db' | 'clock' | 'log' | 'config'> & { payments: Payments };

type Transaction = typeof creditTransactions.$inferSelect;

/** Stripe's minimum is half an hour; a session unpaid by then is abandoned. */
const checkoutLifetimeMs = 60 * 60_000;

/**
 * Opens the page on which a transaction is paid. The request to Stripe is derived from the row, so
 * that a retry gets the same page. Throws `PaymentUnavailable`.
 */
export async function openCheckout(
  world: SellingWorld,
  transaction: Transaction,
): Promise<StartedCheckout> {
  const { db, config, payments } = world;
  const { id, userId, packName, credits, amountCents, createdAt } = transaction;
  const open = (customerId: string) =>
    payments.createSession({
      transactionId: id,
      customerId,
      label: `${packName} : ${formatCount(credits)} crédits`,
      amountCents,
      expiresAt: new Date(createdAt.getTime() + checkoutLifetimeMs),
      successUrl: `${config.siteUrl}${paths.paymentSuccess}?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${config.siteUrl}${paths.paymentCancel}`,
    });
  const customerId = (await findCustomer(world, userId)) ?? (await addCustomer(world, transaction));
  const session =
    (await open(customerId)) ?? (await open(await replaceCustomer(world, transaction, customerId)));
  if (session === null) throw new PaymentUnavailable('a new customer is not known');
  if (session.url === null) throw new PaymentUnavailable('a new session has no page');
  const noted = await db
    .update(creditTransactions)
    .set({ stripeSessionId: session.id })
    .where(and(eq(creditTransactions.id, id), eq(creditTransactions.status, 'pending')))
    .returning({ id: creditTransactions.id });
  // It was abandoned meanwhile: nobody must be led to a page that is not tracked.
  if (noted.length === 0) throw new PaymentUnavailable('the order was given up meanwhile');
  // A later order that came in while this page was made could not close it.
  if (await hasLater(world, transaction)) {
    await closePage(world, session.id);
    throw new PaymentUnavailable('a later order replaces this one');
  }
  return { sessionId: session.id, url: session.url };
}

/** Closes the page of an order that is not paid; one that was paid just before is settled. */
export async function closePage(world: SellingWorld, sessionId: string): Promise<void> {
  await world.payments.closeSession(sessionId);
  const session = await world.payments.findSession(sessionId);
  if (session) await applySession(world, session);
}

async function hasLater({ db }: SellingWorld, transaction: Transaction): Promise<boolean> {
  const isLater = and(
    eq(creditTransactions.userId, transaction.userId),
    eq(creditTransactions.status, 'pending'),
    gt(creditTransactions.createdAt, transaction.createdAt),
  );
  return (await db.$count(creditTransactions, isLater)) > 0;
}

/** The user's customer at Stripe, or null before their first purchase. */
async function findCustomer({ db }: SellingWorld, userId: string): Promise<string | null> {
  const [known] = await db
    .select({ customerId: stripeCustomers.customerId })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId));
  return known?.customerId ?? null;
}

async function addCustomer(world: SellingWorld, { userId, billing }: Transaction): Promise<string> {
  const customerId = await createCustomer(world, { userId, billing }, null);
  await world.db.insert(stripeCustomers).values({ userId, customerId }).onConflictDoNothing();
  return customerId;
}

/** Replaces a customer that was deleted at Stripe, or that only exists with the test keys. */
async function replaceCustomer(
  world: SellingWorld,
  { userId, billing }: Transaction,
  missingId: string,
): Promise<string> {
  world.log.warn({ userId, customerId: missingId }, 'Stripe knows no such customer');
  const customerId = await createCustomer(world, { userId, billing }, missingId);
  await world.db
    .update(stripeCustomers)
    .set({ customerId })
    .where(and(eq(stripeCustomers.userId, userId), eq(stripeCustomers.customerId, missingId)));
  return customerId;
}

function createCustomer(
  { payments }: SellingWorld,
  { userId, billing }: Pick<Transaction, 'userId' | 'billing'>,
  replacedId: string | null,
): Promise<string> {
  const { email, fullName: name } = buyerSchema.parse(billing);
  return payments.createCustomer({ userId, email: asciiAddress(email), name, replacedId });
}

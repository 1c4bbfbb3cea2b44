import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { formatCount } from '../../shared/formats.ts';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import type { WithdrawalConsentVersion } from '../../shared/withdrawal-consent.ts';
import type { App } from '../app.ts';
import { findPack } from '../credits/packs.ts';
import { users } from '../db/schema/identity.ts';
import { creditTransactions, stripeCustomers } from '../db/schema/money.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import type { User } from '../identity/sessions.ts';
import type { Buyer } from '../invoices/invoice-document.ts';
import { PaymentUnavailable, type Payments } from './stripe.ts';

/** What somebody wants to buy. */
export type Order = {
  packId: string;
  buyer: Buyer;
  withdrawalConsent: WithdrawalConsentVersion;
};

/** Where it is paid. */
export type StartedCheckout = { sessionId: string; url: string };

type World = Pick<App, 'db' | 'clock' | 'log' | 'config' | 'payments'>;

/** Stripe wants half an hour at least; what is not paid by then was given up. */
const checkoutLifetimeMs = 60 * 60_000;

/**
 * Begins a purchase: a transaction that waits, and the page of Stripe on which it is paid. The price is
 * the catalogue's. Refuses a pack that is not on sale with 400 `MALFORMED`, and with 503
 * `PAYMENT_UNAVAILABLE` where Stripe does not answer; the transaction has failed then, and nobody has
 * been given a page to pay it on.
 */
export async function startCheckout(
  world: World,
  user: User,
  { packId, buyer, withdrawalConsent }: Order,
): Promise<StartedCheckout | Refusal> {
  const { db, clock, config, payments, log } = world;
  const pack = findPack(config, packId);
  if (!pack) {
    return refuse('MALFORMED', messages.packMissing, {
      errors: [{ field: 'planId', message: messages.packMissing }],
    });
  }
  if (!payments) return refuse('PAYMENT_UNAVAILABLE', messages.checkoutFailed);
  const id = uuidv7();
  const now = clock.now();
  const isNoted = await db.transaction(async (tx) => {
    // An account that is being erased has no payment under way, and gets none any more.
    const [buyerRow] = await tx
      .select({ erasedAt: users.erasedAt })
      .from(users)
      .where(eq(users.id, user.id))
      .for('share');
    if (buyerRow?.erasedAt !== null) return false;
    await tx.insert(creditTransactions).values({
      id,
      userId: user.id,
      planId: pack.id,
      packName: pack.name,
      credits: pack.credits,
      amountCents: pack.amountCents,
      billing: buyer,
      withdrawalConsentVersion: withdrawalConsent,
      withdrawalConsentAt: now,
      createdAt: now,
    });
    return true;
  });
  if (!isNoted) return refuse('TOKEN_INVALID', messages.tokenInvalid);
  try {
    const session = await payments.createSession({
      transactionId: id,
      customerId: await findCustomer(world, payments, user, buyer),
      label: `${pack.name} : ${formatCount(pack.credits)} crédits`,
      amountCents: pack.amountCents,
      expiresAt: new Date(now.getTime() + checkoutLifetimeMs),
      successUrl: `${config.siteUrl}${paths.paymentSuccess}?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${config.siteUrl}${paths.paymentCancel}`,
    });
    if (session.url === null) throw new PaymentUnavailable('a new session has no page');
    await db
      .update(creditTransactions)
      .set({ stripeSessionId: session.id })
      .where(eq(creditTransactions.id, id));
    return { sessionId: session.id, url: session.url };
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    log.error({ err: error, transactionId: id }, 'no checkout session');
    await db
      .update(creditTransactions)
      .set({ status: 'failed', failedAt: clock.now() })
      .where(eq(creditTransactions.id, id));
    return refuse('PAYMENT_UNAVAILABLE', messages.checkoutFailed);
  }
}

/** The person at Stripe, made at their first purchase. */
async function findCustomer(
  { db }: World,
  payments: Payments,
  { id: userId }: User,
  { email, fullName }: Buyer,
): Promise<string> {
  const [known] = await db
    .select({ customerId: stripeCustomers.customerId })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId));
  if (known) return known.customerId;
  const customerId = await payments.createCustomer({ userId, email, name: fullName });
  await db.insert(stripeCustomers).values({ userId, customerId }).onConflictDoNothing();
  return customerId;
}

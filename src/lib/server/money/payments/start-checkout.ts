import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import { nothingSold } from '#shared/money/price-in-euros.ts';
import type { OrderedRestBody } from '#shared/contracts/credits.ts';
import type { WithdrawalConsentVersion } from '#shared/money/withdrawal-consent.ts';
import type { App } from '#server/app.ts';
import { findPack } from '../credits/packs.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { User } from '#server/people/identity/sessions.ts';
import type { Buyer } from '../invoices/invoice-document.ts';
import { closePage, openCheckout, type StartedCheckout } from './open-checkout.ts';
import { findRestGoods, noRest, shownGoods } from './rest-goods.ts';
import { findPaidCheckout, findSameCheckout } from './same-checkout.ts';
import { isPaymentUnavailable } from './stripe-errors.ts';

/** An order. */
export type Order = {
  packId: string;
  /** In the place of the pack: the rest of a novel, at the price that was shown. */
  rest?: OrderedRestBody | undefined;
  buyer: Buyer;
  withdrawalConsent: WithdrawalConsentVersion;
  /** Where the request came from, by a trusted proxy (`networkCountryOf`). */
  networkCountry?: string | null;
  /** Identifies the filled-in form: the same key is the same order. */
  checkoutKey?: string | undefined;
};

type World = Pick<App, 'db' | 'clock' | 'log' | 'config' | 'payments'>;

/**
 * Begins a purchase: a pending transaction, and the Stripe page on which it is paid. The price is
 * the catalogue's, or made from it (`findRestGoods`, which may refuse). A retry with the same key gives
 * the same transaction and page (`findSameCheckout`); pages of the buyer's earlier orders are closed.
 * Refuses every order with 409 `NOTHING_SOLD` without Stripe, a pack that is not on sale with 400
 * `MALFORMED`, and with 503 `PAYMENT_UNAVAILABLE` where Stripe does not answer; a new transaction has
 * then failed, and its page was not returned.
 */
export async function startCheckout(
  world: World,
  user: User,
  order: Order,
): Promise<StartedCheckout | Refusal> {
  const { payments, log } = world;
  if (!payments) return refuse('NOTHING_SOLD', nothingSold);
  const ordered = {
    userId: user.id,
    billing: order.buyer,
    networkCountry: order.networkCountry ?? null,
    checkoutKey: order.checkoutKey ?? null,
    withdrawalConsentVersion: order.withdrawalConsent,
  };
  const goods = await findGoods(world, user, order);
  if (isRefusal(goods)) {
    const shown = order.rest && { ...shownGoods(order.rest), ...ordered };
    return (shown && (await findPaidCheckout(world, shown))) ?? goods;
  }
  const selling = { ...world, payments };
  const wanted = { ...goods, ...ordered };
  try {
    const same = await findSameCheckout(selling, wanted);
    if (same) return same;
    const transaction = await addTransaction(world, wanted);
    if (transaction === 'erased') return refuse('TOKEN_INVALID', messages.tokenInvalid);
    const findAgain = () => findGoods(world, user, order);
    if (transaction) return await openNew(selling, transaction, findAgain);
    // A concurrent copy of this order was inserted first.
    const first = await findSameCheckout(selling, wanted);
    if (first) return first;
  } catch (error) {
    if (!isPaymentUnavailable(error)) throw error;
    log.error({ err: error, userId: user.id }, 'no checkout session');
  }
  return refuse('PAYMENT_UNAVAILABLE', messages.checkoutFailed);
}

/** What is ordered, as it is on sale now. */
async function findGoods(world: World, user: User, { packId, rest }: Order) {
  if (rest) return findRestGoods(world, user, rest);
  const pack = findPack(world.config, packId);
  if (!pack) {
    return refuse('MALFORMED', messages.packMissing, {
      errors: [{ field: 'planId', message: messages.packMissing }],
    });
  }
  const { id: planId, name: packName, credits, amountCents } = pack;
  return { ...noRest, planId, packName, credits, amountCents };
}

type Transaction = typeof creditTransactions.$inferSelect;

/** Null if the key is taken; `erased` if the account is gone. */
async function addTransaction(
  { db, clock }: World,
  wanted: typeof creditTransactions.$inferInsert,
): Promise<Transaction | 'erased' | null> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    // An account being erased has no pending payment, and must not get one.
    const [buyer] = await tx
      .select({ erasedAt: users.erasedAt })
      .from(users)
      .where(eq(users.id, wanted.userId))
      .for('no key update');
    if (buyer?.erasedAt !== null) return 'erased';
    // A buyer's orders have a time each, in their order: the last one counts.
    const [before] = await tx
      .select({ createdAt: creditTransactions.createdAt })
      .from(creditTransactions)
      .where(eq(creditTransactions.userId, wanted.userId))
      .orderBy(desc(creditTransactions.createdAt))
      .limit(1);
    const createdAt = new Date(Math.max(now.getTime(), (before?.createdAt.getTime() ?? 0) + 1));
    const [added] = await tx
      .insert(creditTransactions)
      .values({ ...wanted, withdrawalConsentAt: now, createdAt })
      .onConflictDoNothing({ target: [creditTransactions.userId, creditTransactions.checkoutKey] })
      .returning();
    return added ?? null;
  });
}

/** Opens a new transaction's page; on any failure or refusal the transaction fails. */
async function openNew(
  world: Parameters<typeof openCheckout>[0],
  transaction: Transaction,
  findAgain: () => ReturnType<typeof findGoods>,
): Promise<StartedCheckout | Refusal> {
  let stop: unknown;
  try {
    await closeEarlier(world, transaction);
    // One of them may have been paid just before.
    const goods = await findAgain();
    if (!isRefusal(goods)) return await openCheckout(world, transaction);
    stop = goods;
  } catch (error) {
    stop = error;
  }
  await world.db
    .update(creditTransactions)
    .set({ status: 'failed', failedAt: world.clock.now() })
    .where(
      and(
        eq(creditTransactions.id, transaction.id),
        eq(creditTransactions.status, 'pending'),
        // A copy of the order may have got the page although this one failed.
        isNull(creditTransactions.stripeSessionId),
      ),
    );
  if (isRefusal(stop)) return stop;
  throw stop;
}

/**
 * Closes the pages of a buyer's earlier orders that are not paid: a tab that is still open would be paid
 * besides the new one. What was paid just before is settled. Throws `PaymentUnavailable`.
 */
async function closeEarlier(
  world: Parameters<typeof openCheckout>[0],
  transaction: Transaction,
): Promise<void> {
  const earlier = await world.db
    .select({ sessionId: creditTransactions.stripeSessionId })
    .from(creditTransactions)
    .where(
      and(
        eq(creditTransactions.userId, transaction.userId),
        eq(creditTransactions.status, 'pending'),
        lt(creditTransactions.createdAt, transaction.createdAt),
        isNotNull(creditTransactions.stripeSessionId),
        isNull(creditTransactions.submittedAt),
      ),
    );
  for (const { sessionId } of earlier) {
    if (sessionId !== null) await closePage(world, sessionId);
  }
}

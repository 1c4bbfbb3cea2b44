import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { paths } from '#shared/site/paths.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { openCheckout, type SellingWorld, type StartedCheckout } from './open-checkout.ts';
import { applySession } from './apply-session.ts';

type Transaction = typeof creditTransactions.$inferSelect;
type Wanted = typeof creditTransactions.$inferInsert;

/**
 * An order without a page after this time is started again: Stripe would no longer accept its
 * expiry.
 */
const unopenedMaxMs = 20 * 60_000;

/**
 * The checkout of a resent order, by its form's key: the page on which it is paid, or its outcome.
 * Null for a new order. An order that failed, or had another pack or other details, releases its
 * key: the request is a new order. Throws `PaymentUnavailable`.
 */
export async function findSameCheckout(
  world: SellingWorld,
  wanted: Wanted,
): Promise<StartedCheckout | null> {
  const { checkoutKey, userId } = wanted;
  if (!checkoutKey) return null;
  const [known] = await world.db
    .select()
    .from(creditTransactions)
    .where(
      and(eq(creditTransactions.userId, userId), eq(creditTransactions.checkoutKey, checkoutKey)),
    );
  if (!known) return null;
  const checkout = isSame(known, wanted) ? await reopen(world, known) : null;
  if (checkout) return checkout;
  await world.db
    .update(creditTransactions)
    .set({ checkoutKey: null })
    .where(eq(creditTransactions.id, known.id));
  return null;
}

const compared = [
  'planId',
  'packName',
  'credits',
  'amountCents',
  'novelId',
  'part',
  'orderedCredits',
  'billing',
  'withdrawalConsentVersion',
] as const satisfies (keyof Wanted)[];

function isSame(known: Transaction, wanted: Wanted): boolean {
  // As stored: undefined fields are absent.
  const normalized: unknown = JSON.parse(JSON.stringify(wanted.billing));
  return compared.every((name) =>
    isDeepStrictEqual(known[name], name === 'billing' ? normalized : wanted[name]),
  );
}

/** Null if it can no longer be paid. */
async function reopen(
  world: SellingWorld,
  transaction: Transaction,
): Promise<StartedCheckout | null> {
  const { clock, config, payments } = world;
  const { status, stripeSessionId: sessionId, createdAt } = transaction;
  if (sessionId === null) {
    const ageMs = clock.now().getTime() - createdAt.getTime();
    const isOpenable = status === 'pending' && ageMs < unopenedMaxMs;
    return isOpenable ? openCheckout(world, transaction) : null;
  }
  const result = {
    sessionId,
    url: `${config.siteUrl}${paths.paymentSuccess}?session_id=${sessionId}`,
  };
  if (status === 'completed') return result;
  if (status === 'failed') return null;
  const session = await payments.findSession(sessionId);
  if (session?.status === 'open' && session.url !== null) return { sessionId, url: session.url };
  // Paid or expired since, without an event so far.
  if (session && (await applySession(world, session)) !== 'failed') return result;
  return null;
}

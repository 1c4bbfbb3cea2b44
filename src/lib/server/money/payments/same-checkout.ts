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
  const known = await findByKey(world, wanted);
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
  'orderedChapterIds',
  'orderedCredits',
  'billing',
  'withdrawalConsentVersion',
] as const satisfies (keyof Wanted)[];

function isSame(known: Transaction, wanted: Wanted): boolean {
  // As stored: undefined fields are absent.
  const normalized: unknown = JSON.parse(JSON.stringify(wanted.billing));
  return compared
    .filter((name) => name in wanted)
    .every((name) =>
      isDeepStrictEqual(known[name], name === 'billing' ? normalized : wanted[name]),
    );
}

/**
 * The outcome of a resent order that was paid, or waits for the bank: by then its price is another.
 * @param wanted without its chapters
 */
export async function findPaidCheckout(
  world: Pick<SellingWorld, 'db' | 'config'>,
  wanted: Wanted,
): Promise<StartedCheckout | null> {
  const known = await findByKey(world, wanted);
  if (!known?.stripeSessionId || !isSame(known, wanted)) return null;
  const isPaid = known.status === 'completed';
  const isSubmitted = known.status === 'pending' && known.submittedAt !== null;
  return isPaid || isSubmitted ? resultOf(world, known.stripeSessionId) : null;
}

async function findByKey({ db }: Pick<SellingWorld, 'db'>, { checkoutKey, userId }: Wanted) {
  if (!checkoutKey) return undefined;
  const [known] = await db
    .select()
    .from(creditTransactions)
    .where(
      and(eq(creditTransactions.userId, userId), eq(creditTransactions.checkoutKey, checkoutKey)),
    );
  return known;
}

const resultOf = ({ config }: Pick<SellingWorld, 'config'>, sessionId: string) => ({
  sessionId,
  url: `${config.siteUrl}${paths.paymentSuccess}?session_id=${sessionId}`,
});

/** Null if it can no longer be paid. */
async function reopen(
  world: SellingWorld,
  transaction: Transaction,
): Promise<StartedCheckout | null> {
  const { clock, payments } = world;
  const { status, stripeSessionId: sessionId, createdAt } = transaction;
  if (sessionId === null) {
    const ageMs = clock.now().getTime() - createdAt.getTime();
    const isOpenable = status === 'pending' && ageMs < unopenedMaxMs;
    return isOpenable ? openCheckout(world, transaction) : null;
  }
  const result = resultOf(world, sessionId);
  if (status === 'completed') return result;
  if (status === 'failed') return null;
  const session = await payments.findSession(sessionId);
  if (session?.status === 'open' && session.url !== null) return { sessionId, url: session.url };
  // Paid or expired since, without an event so far.
  if (session && (await applySession(world, session)) !== 'failed') return result;
  return null;
}

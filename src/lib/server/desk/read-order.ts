import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { DeskOrderBody } from '#shared/contracts/desk-orders.ts';
import { messages } from '#shared/messages.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import type { App } from '#server/app.ts';
import { balanceLines } from '#server/core/db/schema/books.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, stripeEvents } from '#server/core/db/schema/money.ts';
import { disputes, withdrawals } from '#server/core/db/schema/returns.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { findFrozen } from '#server/money/credits/frozen.ts';
import { findUnspent } from '#server/money/credits/unspent.ts';
import { findTaken } from '#server/money/payments/apply-refunds.ts';
import type { Transaction } from '#server/money/payments/find-paid.ts';
import { stateOf } from '#server/money/payments/owed.ts';
import type { Payments } from '#server/money/payments/stripe.ts';
import { isPaymentRefused, isPaymentUnavailable } from '#server/money/payments/stripe-errors.ts';
import { frozenOf } from '#server/money/payments/withdraw.ts';
import type { User } from '#server/people/identity/sessions.ts';
import { listOrders } from './search.ts';

type World = Pick<App, 'db' | 'log' | 'payments'>;

const eventsMax = 50;

/** All that the desk shows of a purchase. */
export async function readOrder(
  world: World,
  reader: Pick<User, 'role'>,
  order: Transaction,
): Promise<DeskOrderBody | Refusal> {
  const { db } = world;
  const hasSums = hasStaffPower(reader.role, 'seeMoney');
  const [[listed], disputed, stripe] = await Promise.all([
    listOrders(db, reader, eq(creditTransactions.id, order.id)),
    db
      .select()
      .from(disputes)
      .where(eq(disputes.transactionId, order.id))
      .orderBy(asc(disputes.openedAt)),
    hasSums ? readStripe(world, order) : null,
  ]);
  if (!listed) return refuse('NOT_FOUND', messages.transactionMissing);
  const objects = [order.stripeSessionId, order.stripePaymentIntentId].flatMap((id) => id ?? []);
  const events = await db
    .select()
    .from(stripeEvents)
    .where(inArray(stripeEvents.objectId, [...objects, ...disputed.map(({ id }) => id)]))
    .orderBy(desc(stripeEvents.receivedAt), desc(stripeEvents.id))
    .limit(eventsMax);
  return {
    ...listed,
    completedAt: order.completedAt?.toISOString() ?? null,
    refundsBlockedAt: order.refundsBlockedAt?.toISOString() ?? null,
    events: events.map(({ id, type, receivedAt, processedAt }) => ({
      id,
      type,
      receivedAt: receivedAt.toISOString(),
      isHandled: processedAt !== null,
    })),
    ...(hasSums && { stripe, money: await readMoney(world, order, disputed) }),
  };
}

async function readMoney(
  { db }: World,
  order: Transaction,
  disputed: readonly (typeof disputes.$inferSelect)[],
): Promise<NonNullable<DeskOrderBody['money']>> {
  const isIts = eq(withdrawals.transactionId, order.id);
  const [unspent, frozen, takenCredits, notes, [withdrawal], fees] = await Promise.all([
    findUnspent(db, order.userId),
    findFrozen(db, order.userId),
    findTaken(db, order.id),
    db
      .select({ _id: invoices.id, number: invoices.number, amount: invoices.totalCents })
      .from(invoices)
      .where(and(eq(invoices.transactionId, order.id), eq(invoices.kind, 'credit_note')))
      .orderBy(asc(invoices.issuedAt)),
    db.select().from(withdrawals).where(isIts),
    db
      .select({
        category: balanceLines.category,
        amount: sql<number>`sum(${balanceLines.feeCents})::int`,
      })
      .from(balanceLines)
      .where(eq(balanceLines.paymentIntentId, order.stripePaymentIntentId ?? ''))
      .groupBy(balanceLines.category)
      .orderBy(balanceLines.category),
  ]);
  const isOpen = disputed.some(({ state }) => state === 'open');
  return {
    credits: order.credits,
    unspentCredits: unspent.get(order.id) ?? 0,
    frozenCredits: frozenOf(frozen, order.id),
    takenCredits,
    creditNotes: notes,
    withdrawal: withdrawal
      ? { state: stateOf(withdrawal, isOpen), amount: withdrawal.amountCents }
      : null,
    fees,
    disputes: disputed.map(({ id, state, amountCents, reason, evidenceDueAt }) => ({
      id,
      state,
      amount: amountCents,
      reason,
      evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
    })),
    sessionId: order.stripeSessionId,
    paymentId: order.stripePaymentIntentId,
  };
}

/** As Stripe has it; null where it does not answer, or does not know it. */
async function readStripe({ payments, log }: World, order: Transaction) {
  const { stripeSessionId: sessionId, stripePaymentIntentId: paymentId } = order;
  if (!payments || sessionId === null) return null;
  try {
    const [session, refunds, disputed] = await Promise.all([
      payments.findSession(sessionId),
      paymentId === null ? [] : payments.listRefunds(paymentId),
      paymentId === null ? [] : listDisputes(payments, paymentId),
    ]);
    if (!session) return null;
    return {
      status: session.status,
      paymentStatus: session.paymentStatus,
      amount: session.amountCents,
      refunds: refunds.map(({ id, amountCents, isUnderWay, isFailed }) => ({
        id,
        amount: amountCents,
        state: isFailed ? 'failed' : isUnderWay ? 'pending' : 'done',
      })),
      // A bank that only inquires has not disputed yet.
      disputes: disputed?.map(({ id, state }) => ({ id, state: state ?? 'inquiry' })) ?? null,
    };
  } catch (error) {
    if (!isPaymentUnavailable(error)) throw error;
    log.warn({ err: error, transactionId: order.id }, 'Stripe was not asked about a purchase');
    return null;
  }
}

/** Null for a restricted key that may not read them. */
const listDisputes = (payments: Payments, paymentId: string) =>
  payments.listDisputesOf(paymentId).catch((error: unknown) => {
    if (!isPaymentRefused(error)) throw error;
    return null;
  });

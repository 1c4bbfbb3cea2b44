/** A purchase at the desk: its state here beside Stripe's, and what staff do about it. */
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { DeskOrderBody } from '#shared/contracts/desk-orders.ts';
import { messages } from '#shared/messages.ts';
import { deskMessages } from '#shared/site/desk-words.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import type { App } from '#server/app.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, stripeEvents } from '#server/core/db/schema/money.ts';
import { disputes, withdrawals } from '#server/core/db/schema/returns.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { findFrozen } from '#server/money/credits/frozen.ts';
import { findUnspent } from '#server/money/credits/unspent.ts';
import { applyDisputesOf, isDisputed } from '#server/money/payments/apply-dispute.ts';
import { applyRefunds, findTaken } from '#server/money/payments/apply-refunds.ts';
import { applySession, failTransaction } from '#server/money/payments/apply-session.ts';
import type { RefundWorld, Transaction } from '#server/money/payments/find-paid.ts';
import { isOwed, stateOf } from '#server/money/payments/owed.ts';
import type { Payments } from '#server/money/payments/stripe.ts';
import { isPaymentUnavailable, isUnknownThere } from '#server/money/payments/stripe-errors.ts';
import { frozenOf } from '#server/money/payments/withdraw.ts';
import type { User } from '#server/people/identity/sessions.ts';
import { countUnanswered } from './count-unanswered.ts';
import { listOrders } from './search.ts';
import { actOnce, type StaffAct } from './staff-acts.ts';

type World = Pick<App, 'db' | 'clock' | 'log' | 'config' | 'payments'>;

const eventsMax = 50;
/** A purchase outlives its buyer's account. */
const forShell = { isForShell: true };

/** A purchase; else 404 `NOT_FOUND`. */
export const onOrder: Permit<unknown, { id: string }, Transaction> = async ({ app, params }) =>
  (await findOrder(app, params.id)) ?? refuse('NOT_FOUND', messages.transactionMissing);

async function findOrder({ db }: Pick<App, 'db'>, id: string): Promise<Transaction | undefined> {
  const [order] = await db.select().from(creditTransactions).where(eq(creditTransactions.id, id));
  return order;
}

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
  const [unspent, frozen, takenCredits, notes, [withdrawal]] = await Promise.all([
    findUnspent(db, order.userId),
    findFrozen(db, order.userId),
    findTaken(db, order.id),
    db
      .select({ number: invoices.number, amount: invoices.totalCents })
      .from(invoices)
      .where(and(eq(invoices.transactionId, order.id), eq(invoices.kind, 'credit_note')))
      .orderBy(asc(invoices.issuedAt)),
    db.select().from(withdrawals).where(isIts),
  ]);
  const isOpen = disputed.some(({ state }) => state === 'open');
  return {
    credits: order.credits,
    unspentCredits: (unspent.get(order.id) ?? 0) + frozenOf(frozen, order.id),
    takenCredits,
    creditNotes: notes,
    withdrawal: withdrawal
      ? { state: stateOf(withdrawal, isOpen), amount: withdrawal.amountCents }
      : null,
    disputes: disputed.map(({ id, state, amountCents, evidenceDueAt }) => ({
      id,
      state,
      amount: amountCents,
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
    const [session, refunds] = await Promise.all([
      payments.findSession(sessionId),
      paymentId === null ? [] : payments.listRefunds(paymentId),
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
    };
  } catch (error) {
    if (!isPaymentUnavailable(error)) throw error;
    log.warn({ err: error, transactionId: order.id }, 'Stripe was not asked about a purchase');
    return null;
  }
}

/**
 * Refunds a part of a purchase through Stripe, once, and records it as any refund: credit note, and the
 * share of the credits that is unspent. The act is logged before Stripe is asked, so that no refund is
 * without one. Refuses while another act asks Stripe, a withdrawal or a dispute decides, and what Stripe
 * refuses.
 */
export async function refundOrder(
  world: World,
  act: StaffAct,
  { order, amountCents }: { order: Transaction; amountCents: number },
): Promise<Refusal | null> {
  const { id: transactionId, stripePaymentIntentId: paymentIntentId } = order;
  return atStripe(world, async (asked) => {
    if (order.status !== 'completed' || paymentIntentId === null) {
      return refuse('WITHDRAWAL_REFUSED', deskMessages.refundNotPaid);
    }
    // What was refunded elsewhere since counts first.
    const before = await applyRefunds(asked, paymentIntentId);
    const known = before.find(({ actId }) => actId === act.key);
    // Those that wait for their buyer's bank may still be paid.
    const waitingCents = before
      .filter(({ isDone, isFailed }) => !isDone && !isFailed)
      .reduce((sum, one) => sum + one.amountCents, 0);
    const refused = await actOnce(
      world,
      'order.refunded',
      act,
      async (tx) => {
        const knownIds = before.flatMap(({ actId }) => actId ?? []);
        const asking = { transactionId, knownIds, now: world.clock.now() };
        if ((await countUnanswered(tx, act, asking)) > 0) {
          return refuse('WITHDRAWAL_REFUSED', deskMessages.refundUnderWay);
        }
        const [now] = await tx
          .select()
          .from(creditTransactions)
          .where(eq(creditTransactions.id, transactionId));
        const isWithdrawn = and(eq(withdrawals.transactionId, transactionId), isOwed);
        if (
          (await tx.$count(withdrawals, isWithdrawn)) > 0 ||
          (await isDisputed(tx, transactionId))
        ) {
          return refuse('WITHDRAWAL_REFUSED', deskMessages.refundOwed);
        }
        return now && amountCents <= now.amountCents - now.refundedCents - waitingCents
          ? { after: amountCents, orderId: transactionId }
          : refuse('WITHDRAWAL_REFUSED', deskMessages.refundAmountWrong);
      },
      { ...forShell, isUndone: known === undefined },
    );
    if (refused) return refused;
    const refund =
      known ??
      (await asked.payments.refund({
        paymentIntentId,
        amountCents,
        transactionId,
        actId: act.key,
      }));
    if ('refusalCode' in refund || refund.isFailed) {
      return refuse('WITHDRAWAL_REFUSED', deskMessages.refundRefused);
    }
    await applyRefunds(asked, paymentIntentId);
    return null;
  });
}

/** Gives up a purchase that waits for its payment: its page is closed first, and where it is paid by now, it is completed. */
export function endOrder(world: World, act: StaffAct, order: Transaction): Promise<Refusal | null> {
  return atStripe(world, async (asked) => {
    const notPending = refuse('WITHDRAWAL_REFUSED', deskMessages.orderNotPending);
    if (order.status === 'failed') {
      // This act may have done it, and its answer was lost.
      return actOnce(world, 'order.ended', act, () => Promise.resolve(notPending), forShell);
    }
    if (order.status !== 'pending') return notPending;
    const { id, stripeSessionId } = order;
    if (stripeSessionId !== null && !(await asked.payments.closeSession(stripeSessionId))) {
      await applyAll(asked, order);
      const now = await findOrder(world, id);
      if (now?.status !== 'failed') return notPending;
    }
    const details = { before: 'pending', after: 'failed', orderId: id };
    const refused = await actOnce(
      world,
      'order.ended',
      act,
      () => Promise.resolve(details),
      forShell,
    );
    if (refused) return refused;
    // Not within the act: a payment that comes now locks the order before its buyer.
    return (await failTransaction(world, id)) === 'failed' ? null : notPending;
  });
}

/** Asks Stripe again, as each of its events does, and applies what it says. */
export function checkOrder(
  world: World,
  act: StaffAct,
  order: Transaction,
): Promise<Refusal | null> {
  return atStripe(world, async (asked) => {
    await applyAll(asked, order);
    const after = (await findOrder(world, order.id))?.status ?? null;
    return actOnce(
      world,
      'order.checked',
      act,
      () => Promise.resolve({ before: order.status, after, orderId: order.id }),
      forShell,
    );
  });
}

async function applyAll(asked: RefundWorld, { id, stripeSessionId }: Transaction): Promise<void> {
  const session =
    stripeSessionId === null ? null : await asked.payments.findSession(stripeSessionId);
  if (session) await applySession(asked, session);
  const paymentId = (await findOrder(asked, id))?.stripePaymentIntentId ?? null;
  if (paymentId === null) return;
  await applyRefunds(asked, paymentId);
  await applyDisputesOf(asked, paymentId);
}

/** Runs what asks Stripe; 503 `PAYMENT_UNAVAILABLE` where it does not answer, or is not set up. */
async function atStripe(
  { payments, ...world }: World,
  run: (asked: RefundWorld & { payments: Payments }) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  if (!payments) return refuse('PAYMENT_UNAVAILABLE', deskMessages.noPayments);
  try {
    return await run({ ...world, payments });
  } catch (error) {
    if (isRefusal(error) || !isPaymentUnavailable(error)) throw error;
    world.log.warn({ err: error }, 'Stripe did not answer the desk');
    const isUnknown = isUnknownThere(error);
    return refuse(
      'PAYMENT_UNAVAILABLE',
      isUnknown ? deskMessages.refundNotPaid : messages.paymentUnavailable,
    );
  }
}

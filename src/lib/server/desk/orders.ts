/** What staff do about a purchase. */
import { and, eq, gt, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import { v5 as uuidv5 } from 'uuid';
import { messages } from '#shared/messages.ts';
import { deskMessages } from '#shared/site/desk-words.ts';
import { formatEuros } from '#shared/site/formats.ts';
import type { App } from '#server/app.ts';
import { moderationActs } from '#server/core/db/schema/community.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { disputes, withdrawals } from '#server/core/db/schema/returns.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { applyDisputesOf } from '#server/money/payments/apply-dispute.ts';
import { applyRefunds } from '#server/money/payments/apply-refunds.ts';
import { applySession, failTransaction } from '#server/money/payments/apply-session.ts';
import type { RefundWorld, Transaction } from '#server/money/payments/find-paid.ts';
import { isOwed } from '#server/money/payments/owed.ts';
import type { Payments } from '#server/money/payments/stripe.ts';
import {
  isPaymentRefused,
  isPaymentUnavailable,
  isUnknownThere,
} from '#server/money/payments/stripe-errors.ts';
import { actOnce, type StaffAct } from './staff-acts.ts';

type World = Pick<App, 'db' | 'clock' | 'log' | 'config' | 'payments'>;

/** A purchase outlives its buyer's account. */
const forShell = { isForShell: true };

/** A purchase; else 404 `NOT_FOUND`. */
export const onOrder: Permit<unknown, { id: string }, Transaction> = async ({ app, params }) =>
  (await findOrder(app, params.id)) ?? refuse('NOT_FOUND', messages.transactionMissing);

async function findOrder({ db }: Pick<App, 'db'>, id: string): Promise<Transaction | undefined> {
  const [order] = await db.select().from(creditTransactions).where(eq(creditTransactions.id, id));
  return order;
}

/**
 * Refunds a part of a purchase through Stripe, once, and records it as any refund: credit note, and the
 * share of the credits that is unspent. The act is logged before Stripe is asked, so that no refund is
 * without one; that Stripe refuses it is another act. Refuses while another act asks Stripe, a withdrawal
 * or a dispute decides, what a bank has paid back, and what Stripe refuses.
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
        if (now?.refundsBlockedAt) {
          return refuse('WITHDRAWAL_REFUSED', deskMessages.refundsBlocked);
        }
        const isWithdrawn = and(eq(withdrawals.transactionId, transactionId), isOwed);
        if ((await tx.$count(withdrawals, isWithdrawn)) > 0) {
          return refuse('WITHDRAWAL_REFUSED', deskMessages.refundOwed);
        }
        const disputed = await refuseDisputed(tx, transactionId);
        if (disputed) return disputed;
        // It may be less than the form has shown.
        const leftCents = now ? now.amountCents - now.refundedCents - waitingCents : 0;
        return amountCents <= leftCents
          ? { after: amountCents, orderId: transactionId }
          : refuse('WITHDRAWAL_REFUSED', deskMessages.refundLeft(formatEuros(leftCents)));
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
      // An act of its own, once: what is in the log stays.
      const refusal = { ...act, key: uuidv5('refused', act.key) };
      const details = { after: amountCents, orderId: transactionId };
      const noted = () => Promise.resolve(details);
      await actOnce(world, 'order.refund_refused', refusal, noted, forShell);
      // Where the bank decides or has paid, no transfer is due.
      await applyDisputesOf(asked, paymentIntentId).catch((error: unknown) => {
        // A restricted key may not read disputes.
        if (!isPaymentRefused(error)) throw error;
      });
      return (
        (await refuseDisputed(world.db, transactionId)) ??
        refuse('WITHDRAWAL_REFUSED', deskMessages.refundRefused)
      );
    }
    await applyRefunds(asked, paymentIntentId);
    return null;
  });
}

/** What forbids to give anything back of a purchase: a bank decides about it, or has paid the buyer. */
async function refuseDisputed(db: Database, id: string): Promise<Refusal | null> {
  const isIts = eq(disputes.transactionId, id);
  const rows = await db.select({ state: disputes.state }).from(disputes).where(isIts);
  const states = new Set(rows.map(({ state }) => state));
  if (states.has('lost')) return refuse('WITHDRAWAL_REFUSED', deskMessages.refundedByBank);
  return states.has('open') ? refuse('WITHDRAWAL_REFUSED', deskMessages.refundOwed) : null;
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

/** Longer than Stripe's client tries. */
const answeredWithinMs = 5 * 60_000;

/**
 * How many acts forbid this one to ask Stripe for a refund: another of the purchase whose refund Stripe
 * does not have yet, or this one itself once that time is over. Asked while the buyer's row is locked.
 */
function countUnanswered(
  tx: Database,
  { key, subjectId }: StaffAct,
  { transactionId, knownIds, now }: { transactionId: string; knownIds: string[]; now: Date },
): Promise<number> {
  const { id, act, details, createdAt } = moderationActs;
  const since = new Date(now.getTime() - answeredWithinMs);
  return tx.$count(
    moderationActs,
    and(
      eq(moderationActs.subjectId, subjectId),
      eq(act, 'order.refunded'),
      sql`${details} ->> 'orderId' = ${transactionId}`,
      notInArray(id, knownIds),
      or(and(ne(id, key), gt(createdAt, since)), and(eq(id, key), lte(createdAt, since))),
    ),
  );
}

import { and, eq, isNull, lt, asc, inArray, or, sql } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { findMissedDisputes, findMissedRefunds } from './missed-events.ts';
import { applyDispute } from './apply-dispute.ts';
import { applyRefunds } from './apply-refunds.ts';
import {
  failTransaction,
  applySession,
  type SessionOutcome,
  type PaymentWorld,
} from './apply-session.ts';
import type { Payments } from './stripe.ts';
import { isPaymentRefused, isPaymentUnavailable } from './stripe-errors.ts';
import { findOwedWithdrawals, refundWithdrawal } from './withdraw.ts';

/**
 * The result of a reconciliation. Of the withdrawals owed, `refused` wait for an admin to pay
 * them, and `disputed` for a bank to decide: neither is an error.
 */
export type Reconciled = Record<
  SessionOutcome | 'caughtUp' | 'refunded' | 'refused' | 'disputed' | 'faulty' | 'unanswered',
  number
>;

type World = PaymentWorld & Pick<App, 'payments'>;
type PayingWorld = World & { payments: Payments };

/** One task; `about` identifies it in the log. */
type Step = { about: Record<string, string>; run: () => Promise<void> };

/** A purchase in progress is skipped for a moment: its webhook is in flight. */
const graceMs = 60_000;
/** A transaction that never got a session fails after the time a session would have lived. */
const abandonedMs = 2 * 60 * 60_000;
/**
 * A transaction whose session Stripe does not know, as after a change of account, fails after
 * longer than any bank takes for a debit. If it is paid after all, it is credited.
 */
const unknownMs = 21 * 24 * 60 * 60_000;

/**
 * Asks Stripe about pending transactions, least recently checked first, and settles them; catches
 * up on missed refunds and disputes (`caughtUp`); pays withdrawals that are still owed. Runs until
 * none is left; every instance may run it at any time. A transient error of Stripe ends the run:
 * the next one continues. An item that fails (`faulty`) does not block the others.
 */
export async function reconcile(world: World, { olderThanMs = graceMs } = {}): Promise<Reconciled> {
  const done: Reconciled = {
    completed: 0,
    failed: 0,
    pending: 0,
    foreign: 0,
    caughtUp: 0,
    refunded: 0,
    refused: 0,
    disputed: 0,
    faulty: 0,
    unanswered: 0,
  };
  const { payments, log } = world;
  if (!payments) return done;
  /** A failure ends this item, and a transient one the whole run. */
  const attempt = (about: Step['about'], run: () => Promise<void>) =>
    run().catch((error: unknown) => {
      if (isTransient(error)) throw error;
      log.error({ err: error, ...about }, 'one payment could not be reconciled');
      done.faulty++;
    });
  try {
    for (const [kind, steps] of stepsOf({ ...world, payments }, done, olderThanMs)) {
      await attempt({ kind }, async () => {
        for await (const { about, run } of steps) await attempt(about, run);
      });
    }
  } catch (error) {
    if (!isTransient(error)) throw error;
    log.warn({ err: error }, 'reconciliation broken off');
    done.unanswered++;
  }
  await giveUpAbandoned(world);
  return done;
}

function isTransient(error: unknown): boolean {
  return isPaymentUnavailable(error) && !isPaymentRefused(error);
}

/** Disputes before withdrawals: a lost one cancels what is owed for its purchase. */
function stepsOf(
  world: PayingWorld,
  done: Reconciled,
  olderThanMs: number,
): [kind: string, steps: AsyncIterable<Step>][] {
  const pending = each(findPending(world, olderThanMs), (one) => ({
    about: { transactionId: one.id },
    run: async () => {
      done[await applyAnswer(world, one)]++;
    },
  }));
  const disputes = each(findMissedDisputes(world), (dispute) => ({
    about: { disputeId: dispute.id },
    run: async () => {
      if (await applyDispute(world, dispute)) done.caughtUp++;
    },
  }));
  const refunds = each(findMissedRefunds(world), (paymentIntentId) => ({
    about: { paymentIntentId },
    run: async () => {
      await applyRefunds(world, paymentIntentId);
      done.caughtUp++;
    },
  }));
  const owed = each(findOwedWithdrawals(world), (withdrawalId) => ({
    about: { withdrawalId },
    run: async () => {
      const state = await refundWithdrawal(world, withdrawalId);
      if (state === 'disputed') done.disputed++;
      else if (state === 'transfer') done.refused++;
      else if (state !== 'owed') done.refunded++;
    },
  }));
  return Object.entries({ pending, disputes, refunds, owed });
}

async function* each<Found>(
  found: AsyncIterable<Found>,
  stepOf: (one: Found) => Step,
): AsyncGenerator<Step> {
  for await (const one of found) yield stepOf(one);
}

async function applyAnswer(
  world: PayingWorld,
  { id, sessionId, createdAt }: OpenOrder,
): Promise<SessionOutcome> {
  const session = await world.payments.findSession(sessionId);
  if (session) return applySession(world, session);
  world.log.error({ transactionId: id, sessionId }, 'Stripe knows no such session');
  if (world.clock.now().getTime() - createdAt.getTime() < unknownMs) return 'foreign';
  return failTransaction(world, id);
}

/** A crash between our row and Stripe's response leaves a transaction that nobody can pay. */
async function giveUpAbandoned({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db
    .update(creditTransactions)
    .set({ status: 'failed', failedAt: now })
    .where(
      and(
        eq(creditTransactions.status, 'pending'),
        isNull(creditTransactions.stripeSessionId),
        lt(creditTransactions.createdAt, new Date(now.getTime() - abandonedMs)),
      ),
    );
}

/** A pending transaction to ask Stripe about. */
type OpenOrder = { id: string; sessionId: string; createdAt: Date };

const batchMax = 100;

/**
 * Pending transactions that are older than that and have not been checked since, least recently
 * checked first, all of them. A batch is marked as checked when it is read, so that instances share
 * the work, and one that cannot be settled does not block the others.
 */
async function* findPending(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  olderThanMs: number,
): AsyncGenerator<OpenOrder> {
  const now = clock.now();
  const before = new Date(now.getTime() - olderThanMs);
  const due = db
    .select({ id: creditTransactions.id })
    .from(creditTransactions)
    .where(
      and(
        eq(creditTransactions.status, 'pending'),
        lt(creditTransactions.createdAt, before),
        or(isNull(creditTransactions.checkedAt), lt(creditTransactions.checkedAt, before)),
      ),
    )
    .orderBy(
      sql`${creditTransactions.checkedAt} asc nulls first`,
      asc(creditTransactions.createdAt),
    )
    .limit(batchMax)
    .for('update', { skipLocked: true });
  for (;;) {
    const taken = await db
      .update(creditTransactions)
      .set({ checkedAt: now })
      .where(inArray(creditTransactions.id, due))
      .returning({
        id: creditTransactions.id,
        sessionId: creditTransactions.stripeSessionId,
        createdAt: creditTransactions.createdAt,
      });
    if (taken.length === 0) return;
    for (const { sessionId, ...one } of taken) if (sessionId !== null) yield { ...one, sessionId };
  }
}

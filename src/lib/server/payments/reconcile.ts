import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { creditTransactions } from '../db/schema/money.ts';
import { settleSession, type Settled } from './settle-session.ts';
import { PaymentRefused, PaymentUnavailable, type Payments } from './stripe.ts';
import { findOwedWithdrawals, refundWithdrawal } from './withdraw.ts';

/** What a reconciliation has found and done. */
export type Reconciled = Record<Settled | 'refunded' | 'faulty' | 'unanswered', number>;

type World = Pick<App, 'db' | 'clock' | 'log' | 'config' | 'payments'>;

/** A purchase that is under way is left alone for a moment: its webhook is on its way. */
const graceMs = 60_000;
/** What never got its session is given up after the time a session would have lived. */
const abandonedMs = 2 * 60 * 60_000;
const batchMax = 100;

/**
 * Asks Stripe about pending transactions, those longest unasked first, and settles them; pays back
 * withdrawals that are still owed. Every instance may do so at any time. Stripe's silence ends the
 * round: the next one goes on. What cannot be done for one (`faulty`) keeps no other waiting.
 */
export async function reconcile(world: World, { olderThanMs = graceMs } = {}): Promise<Reconciled> {
  const done: Reconciled = {
    completed: 0,
    failed: 0,
    pending: 0,
    foreign: 0,
    refunded: 0,
    faulty: 0,
    unanswered: 0,
  };
  const { payments } = world;
  if (!payments) return done;
  const paying = { ...world, payments };
  const steps = [
    ...(await takePending(world, olderThanMs)).map((one) => ({
      about: { transactionId: one.id },
      run: async () => {
        done[await settleAsked(paying, one)]++;
      },
    })),
    ...(await findOwedWithdrawals(world)).map((withdrawalId) => ({
      about: { withdrawalId },
      run: async () => {
        if (await refundWithdrawal(paying, withdrawalId)) done.refunded++;
      },
    })),
  ];
  for (const { about, run } of steps) {
    try {
      await run();
    } catch (error) {
      if (error instanceof PaymentUnavailable && !(error instanceof PaymentRefused)) {
        world.log.warn({ err: error }, 'reconciliation broken off');
        done.unanswered++;
        break;
      }
      world.log.error({ err: error, ...about }, 'one payment could not be reconciled');
      done.faulty++;
    }
  }
  await giveUpAbandoned(world);
  return done;
}

type Asked = { id: string; sessionId: string };

async function settleAsked(
  world: World & { payments: Payments },
  { id, sessionId }: Asked,
): Promise<Settled> {
  const session = await world.payments.findSession(sessionId);
  if (session) return settleSession(world, session);
  world.log.error({ transactionId: id, sessionId }, 'Stripe knows no such session');
  return 'foreign';
}

/** Notes that they are asked about now, so that a long list is gone through in turns. */
async function takePending(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  olderThanMs: number,
): Promise<Asked[]> {
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
    .limit(batchMax);
  const taken = await db
    .update(creditTransactions)
    .set({ checkedAt: now })
    .where(inArray(creditTransactions.id, due))
    .returning({ id: creditTransactions.id, sessionId: creditTransactions.stripeSessionId });
  return taken.flatMap(({ id, sessionId }) => (sessionId === null ? [] : [{ id, sessionId }]));
}

/** A crash between our row and Stripe's answer leaves a transaction that nobody can pay. */
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

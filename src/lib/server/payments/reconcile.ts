import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { creditTransactions } from '../db/schema/money.ts';
import { settleSession, type Settled } from './settle-session.ts';
import { PaymentUnavailable } from './stripe.ts';
import { findOwedWithdrawals, refundWithdrawal } from './withdraw.ts';

/** What a reconciliation has found and done. */
export type Reconciled = Record<Settled | 'refunded' | 'unanswered', number>;

/** A purchase that is under way is left alone for a moment: its webhook is on its way. */
const graceMs = 60_000;
/** What never got its session is given up after the time a session would have lived. */
const abandonedMs = 2 * 60 * 60_000;
const batchMax = 100;

/**
 * Asks Stripe about pending transactions, those longest unasked first, and settles them; pays back
 * withdrawals that are still owed. Every instance may do so at any time. Stripe's silence ends the
 * round: the next one goes on.
 */
export async function reconcile(
  world: Pick<App, 'db' | 'clock' | 'log' | 'config' | 'payments'>,
  { olderThanMs = graceMs } = {},
): Promise<Reconciled> {
  const done: Reconciled = {
    completed: 0,
    failed: 0,
    pending: 0,
    foreign: 0,
    refunded: 0,
    unanswered: 0,
  };
  const { payments } = world;
  if (!payments) return done;
  try {
    for (const { id, sessionId } of await takePending(world, olderThanMs)) {
      const session = await payments.findSession(sessionId);
      if (session) done[await settleSession(world, session)]++;
      else {
        world.log.error({ transactionId: id, sessionId }, 'Stripe knows no such session');
        done.foreign++;
      }
    }
    for (const withdrawalId of await findOwedWithdrawals(world)) {
      await refundWithdrawal({ ...world, payments }, withdrawalId);
      done.refunded++;
    }
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    world.log.warn({ err: error }, 'reconciliation broken off');
    done.unanswered++;
  }
  await giveUpAbandoned(world);
  return done;
}

/** Notes that they are asked about now, so that a long list is gone through in turns. */
async function takePending(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  olderThanMs: number,
): Promise<{ id: string; sessionId: string }[]> {
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

import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { getPaymentSession } from '#shared/contracts/credits.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { applySession } from './apply-session.ts';
import { isPaymentUnavailable } from './stripe-errors.ts';
import { toTransactionBody } from './transactions.ts';

type World = Pick<App, 'db' | 'clock' | 'log' | 'config' | 'payments'>;
type Result = z.output<typeof getPaymentSession.response>;

/**
 * The outcome of a session, for the page that Stripe sends the buyer back to. If the webhook is
 * late, Stripe is asked and the purchase settled here; if that fails, the page says that the
 * payment was received and the reconciliation settles it later. Refuses with 404 `NOT_FOUND` an
 * unknown session, with 403 `FORBIDDEN` another user's, and with 503 `PAYMENT_UNAVAILABLE` a
 * pending one while Stripe does not answer.
 */
export async function findPaymentResult(
  world: World,
  userId: string,
  sessionId: string,
): Promise<Result | Refusal> {
  const { db, payments, log } = world;
  const known = await findBySession(db, sessionId);
  if (known && known.userId !== userId) return refuse('FORBIDDEN', messages.forbidden);
  if (known?.status === 'completed') {
    return {
      transaction: toTransactionBody(known),
      session: { payment_status: 'paid', status: 'complete' },
    };
  }
  try {
    const session = (await payments?.findSession(sessionId)) ?? null;
    // A session of ours without its transaction, as after a restore, is answered without it.
    if (!session || (!known && session.transactionId === null)) {
      return refuse('NOT_FOUND', messages.transactionMissing);
    }
    if (!known && !(await isBuyersOwn(db, userId, session.transactionId))) {
      return refuse('FORBIDDEN', messages.forbidden);
    }
    await applySession(world, session).catch((error: unknown) => {
      log.error({ err: error, sessionId }, 'a payment could not be settled');
    });
    const completed = await findBySession(db, sessionId);
    if (completed && completed.userId !== userId) return refuse('FORBIDDEN', messages.forbidden);
    return {
      transaction: completed ? toTransactionBody(completed) : null,
      session: { payment_status: session.paymentStatus, status: session.status },
    };
  } catch (error) {
    if (!isPaymentUnavailable(error)) throw error;
    log.warn({ err: error, sessionId }, 'a payment could not be looked up');
    return refuse('PAYMENT_UNAVAILABLE', messages.paymentUnavailable);
  }
}

/** False for another user's transaction; a missing one belongs to nobody. */
async function isBuyersOwn(
  db: World['db'],
  userId: string,
  transactionId: string | null,
): Promise<boolean> {
  if (transactionId === null) return true;
  const [transaction] = await db
    .select({ userId: creditTransactions.userId })
    .from(creditTransactions)
    .where(eq(creditTransactions.id, transactionId));
  return transaction === undefined || transaction.userId === userId;
}

async function findBySession(db: World['db'], sessionId: string) {
  const [transaction] = await db
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.stripeSessionId, sessionId));
  return transaction;
}

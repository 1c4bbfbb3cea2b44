import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { getPaymentSession } from '../../shared/contracts/credits.ts';
import { messages } from '../../shared/messages.ts';
import type { App } from '../app.ts';
import { creditTransactions } from '../db/schema/money.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import { settleSession } from './settle-session.ts';
import { PaymentUnavailable } from './stripe.ts';
import { toTransactionBody } from './transactions.ts';

type World = Pick<App, 'db' | 'clock' | 'log' | 'config' | 'payments'>;
type Result = z.output<typeof getPaymentSession.response>;

/**
 * What came of a session, for the page that Stripe sends the buyer back to. Where the webhook is late,
 * Stripe is asked and the purchase settled here. Refuses with 404 `NOT_FOUND` a session that nobody
 * knows, with 403 `FORBIDDEN` somebody else's, and with 503 `PAYMENT_UNAVAILABLE` where it is pending
 * and Stripe does not answer.
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
    // One of ours without its transaction, as after a restored backup, is told without it.
    if (!session || (!known && session.transactionId === null)) {
      return refuse('NOT_FOUND', messages.transactionMissing);
    }
    await settleSession(world, session);
    const settled = await findBySession(db, sessionId);
    if (settled && settled.userId !== userId) return refuse('FORBIDDEN', messages.forbidden);
    return {
      transaction: settled ? toTransactionBody(settled) : null,
      session: { payment_status: session.paymentStatus, status: session.status },
    };
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    log.warn({ err: error, sessionId }, 'a payment could not be looked up');
    return refuse('PAYMENT_UNAVAILABLE', messages.paymentUnavailable);
  }
}

async function findBySession(db: World['db'], sessionId: string) {
  const [transaction] = await db
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.stripeSessionId, sessionId));
  return transaction;
}

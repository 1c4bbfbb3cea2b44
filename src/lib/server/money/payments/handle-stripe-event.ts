import { eq } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { stripeEvents } from '#server/core/db/schema/money.ts';
import { hearDispute } from './apply-dispute.ts';
import { applyRefunds } from './apply-refunds.ts';
import { failSession, applySession } from './apply-session.ts';
import { type Payments } from './stripe.ts';
import { isPaymentUnavailable } from './stripe-errors.ts';
import {
  disputeIdSchema,
  objectIdOf,
  paidObjectSchema,
  readOwnSession,
  type CheckoutSession,
  type StripeEvent,
} from './stripe-objects.ts';

type World = Pick<App, 'db' | 'clock' | 'log' | 'config'> & { payments: Payments };

/**
 * Handles a Stripe event, idempotently: one that is repeated, or delivered concurrently, changes
 * nothing. Throws on failure, so that Stripe sends it again.
 */
export async function handleStripeEvent(world: World, event: StripeEvent): Promise<void> {
  const { db, clock } = world;
  const [known] = await db
    .insert(stripeEvents)
    .values({
      id: event.id,
      type: event.type,
      objectId: objectIdOf(event),
      receivedAt: clock.now(),
    })
    .onConflictDoUpdate({ target: stripeEvents.id, set: { type: event.type } })
    .returning({ processedAt: stripeEvents.processedAt });
  if (known?.processedAt) return;
  await act(world, event);
  await db
    .update(stripeEvents)
    .set({ processedAt: clock.now() })
    .where(eq(stripeEvents.id, event.id));
}

/**
 * Events do not contain the payment method and its country: looked up for the invoice. If Stripe does not answer,
 * the credits are granted all the same, and the invoice names no method.
 */
async function withMethod(
  { payments, log }: World,
  session: CheckoutSession,
): Promise<CheckoutSession> {
  if (session.transactionId === null || session.paymentStatus !== 'paid') return session;
  try {
    const found = await payments.findSession(session.id);
    return {
      ...session,
      method: found?.method ?? null,
      cardCountry: found?.cardCountry ?? null,
    };
  } catch (error) {
    if (!isPaymentUnavailable(error)) throw error;
    log.warn({ err: error, sessionId: session.id }, 'how it was paid could not be looked up');
    return session;
  }
}

async function act(world: World, { type, object }: StripeEvent): Promise<void> {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed': {
      const session = readOwnSession(object);
      if (session === null) break;
      if (type === 'checkout.session.async_payment_failed') await failSession(world, session);
      else await applySession(world, await withMethod(world, session));
      break;
    }
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const { paymentIntentId } = paidObjectSchema.parse(object);
      if (paymentIntentId !== null) await applyRefunds(world, paymentIntentId);
      break;
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.closed':
      await hearDispute(world, disputeIdSchema.parse(object).id);
      break;
    default:
    // Other events are ignored.
  }
}

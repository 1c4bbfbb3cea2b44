import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import { closingDelayMs } from '#server/money/earnings/close-month.ts';
import { monthOf } from '#server/money/earnings/paris-month.ts';
import { findPaymentResult } from '#server/money/payments/payment-result.ts';
import { startCheckout } from '#server/money/payments/start-checkout.ts';
import { withdrawalConsentVersion } from '#shared/money/withdrawal-consent.ts';
import { addPastSale } from '../world/past-sale.ts';
import { stripeUrl } from './addresses.ts';

const giving = z.object({ userId: z.uuid(), credits: z.int() });

/** Gives somebody credits, or takes some, as an operator does. */
export async function giveCredits({ db, clock }: App, wanted: unknown): Promise<object> {
  const { userId, credits } = giving.parse(wanted);
  const reference = uuidv7();
  const reason = 'story';
  await db.transaction((tx) =>
    moveCredits(
      tx,
      userId,
      [{ delta: credits, kind: 'adjustment', reference, reason }],
      clock.now(),
    ),
  );
  return {};
}

const buying = z.object({ userId: z.uuid(), packId: z.string() });

/** Buys a pack for somebody by the product's own road, through the sandbox's Stripe. */
export async function buyPack(app: App, wanted: unknown): Promise<object> {
  const { userId, packId } = buying.parse(wanted);
  const [user] = await app.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error('there is no such user');
  const checkout = await startCheckout(app, user, {
    packId,
    withdrawalConsent: withdrawalConsentVersion,
    buyer: {
      fullName: user.name,
      email: 'nora@feuilleton.test',
      address: '3 rue des Marches',
      city: 'Lyon',
      postalCode: '69001',
      country: 'France',
    },
  });
  if (isRefusal(checkout)) throw new Error(checkout.message);
  const { sessionId } = checkout;
  const done = await fetch(`${stripeUrl}/_sandbox/pay-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId }),
  });
  if (!done.ok) throw new Error(`pay-session: ${await done.text()}`);
  // As the payment's result page does, whether the webhook was here already or not.
  const result = await findPaymentResult(app, userId, sessionId);
  if (isRefusal(result) || !result.transaction) throw new Error('the payment came to nothing');
  return { id: result.transaction._id };
}

/** Sells 150 credits on a chapter in the middle of last month. Gives that month. */
export async function sellLastMonth(app: App, wanted: unknown): Promise<object> {
  const { userId, chapterId } = z.object({ userId: z.uuid(), chapterId: z.uuid() }).parse(wanted);
  const closable = new Date(app.clock.now().getTime() - closingDelayMs);
  const at = new Date(`${monthOf(closable)}-01T12:00:00Z`);
  at.setUTCDate(-14);
  await addPastSale(app, { userId, chapterId, credits: 150, at });
  return { month: monthOf(at) };
}

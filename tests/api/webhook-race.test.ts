import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#server/core/db/schema/identity.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { ledgerEntries } from '#server/core/db/schema/money.ts';
import Stripe from 'stripe';
import { openTestApp } from '../world/app.ts';
import { openShop, orderPack, sendEvent } from '../world/payments.ts';
import { signInAs } from '../world/people.ts';

describe('a webhook', () => {
  test('delivered a hundred times concurrently to two instances grants once', async () => {
    const shop = await openShop();
    const { app, stripe } = shop;
    const settings = { ...stripe.environment, DATABASE_URL: app.config.databaseUrl };
    const other = await openTestApp(settings, {}, { start: app.clock.now().toISOString() });
    const lea = await signInAs(app);
    stripe.control.setDelivery('never');
    const sessionId = await orderPack(shop, lea);
    stripe.control.paySession(sessionId);
    await stripe.control.idle();
    const event = stripe.control.events().find(({ type }) => type === 'checkout.session.completed');
    const body = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: stripe.environment.STRIPE_WEBHOOK_SECRET,
    });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => sendEvent(at % 2 ? app : other, body, signature)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [user] = await app.db.select().from(users).where(eq(users.id, lea.user.id));
    expect(user?.credits).toBe(900);
    expect(await app.db.select().from(ledgerEntries)).toHaveLength(1);
    expect(await app.db.select().from(invoices)).toHaveLength(1);
    await other.close();
    await shop.close();
  });
});

import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { ask } from '../world/marks.ts';
import { billingInfo } from '../world/orders.ts';
import { buyPack, openShop, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

/** More than one batch. */
const manyCount = 101;

describe('a reconciliation of more than one batch', () => {
  let shop: Shop;
  let lea: TestBrowser;
  beforeAll(async () => {
    shop = await openShop();
    lea = await signInAs(shop.app);
  });
  afterAll(() => shop.close());

  /** Purchases unknown to Stripe, a day older than all others. */
  const addUnknown = async (more: { status?: 'completed'; completedAt?: Date }) => {
    const rows = Array.from({ length: manyCount }, (_, at) => ({
      id: uuidv7({ msecs: 1 }),
      userId: lea.user.id,
      planId: 'plan_basic',
      credits: 300,
      amountCents: 499,
      billing: billingInfo,
      stripeSessionId: `cs_test_unknown${more.status ?? ''}${at}`,
      stripePaymentIntentId: `pi_unknown${more.status ?? ''}${at}`,
      createdAt: new Date(shop.app.clock.now().getTime() - 24 * 60 * 60_000),
      ...more,
    }));
    await shop.app.db.insert(creditTransactions).values(rows);
    return rows;
  };

  test('settles the last pending one in the same run', async () => {
    await addUnknown({});
    shop.stripe.control.setDelivery('never');
    await buyPack(shop, lea, 'plan_basic');
    shop.stripe.control.setDelivery('normal');
    shop.app.clock.advance(61_000);
    expect(await reconcile(shop.app)).toMatchObject({ foreign: manyCount, completed: 1 });
  });

  test('pays the last withdrawal, though none before it can be paid', async () => {
    const unpayable = await addUnknown({ status: 'completed', completedAt: new Date(1) });
    await shop.app.db.insert(withdrawals).values(
      unpayable.map(({ id, userId, credits, amountCents }) => ({
        id: uuidv7({ msecs: 1 }),
        transactionId: id,
        userId,
        credits,
        amountCents,
        refundedBeforeCents: 0,
        requestedAt: new Date(1),
      })),
    );
    const karim = await signInAs(shop.app, { name: 'Karim' });
    const sessionId = await buyPack(shop, karim, 'plan_basic');
    const [bought] = await shop.app.db
      .select()
      .from(creditTransactions)
      .where(eq(creditTransactions.stripeSessionId, sessionId));
    shop.stripe.control.setOutage({ kind: 'down' });
    const path = `/api/credit/withdrawal/${bought?.id ?? ''}`;
    expect(await ask(shop.app, karim, 'POST', path, { credits: 300 })).toMatchObject({
      status: 200,
    });
    shop.stripe.control.setOutage({ kind: 'none' });
    expect(await reconcile(shop.app)).toMatchObject({ refunded: 1, refused: manyCount });
  });
});

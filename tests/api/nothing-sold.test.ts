import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { openTestApp } from '../world/app.ts';
import { ask } from '../world/marks.ts';
import { order } from '../world/orders.ts';
import { signInAs } from '../world/people.ts';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('without Stripe no pack is on sale, and an order is refused with the reason', async () => {
  const lea = await signInAs(app);
  expect(await ask(app, lea, 'GET', '/api/credit/packs')).toMatchObject({ status: 200, body: [] });
  const { billingInfo, withdrawalConsent } = order();
  const fromPage = { packageId: 'plan_basic', amount: 300, billingInfo, withdrawalConsent };
  for (const [path, body] of [
    ['/api/credit/create-checkout-session', order()],
    ['/api/credits/purchase', fromPage],
  ] as const) {
    expect(await ask(app, lea, 'POST', path, body)).toMatchObject({
      status: 409,
      body: {
        error: 'NOTHING_SOLD',
        msg: 'Les crédits ne sont pas encore en vente. Ils le seront bientôt.',
      },
    });
  }
  expect(await app.db.select().from(creditTransactions)).toEqual([]);
});

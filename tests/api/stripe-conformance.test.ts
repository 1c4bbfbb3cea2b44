import { expect, test } from 'vitest';
import { checkStripe } from '#server/money/payments/check-ledger.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { createApiDescription } from '../sandbox/api-description.ts';
import { currentDescription, isAbsent, reason } from '../sandbox/stripe-test-data.ts';
import { ask } from '../world/marks.ts';
import { buyPack, openShop, orderPack } from '../world/payments.ts';
import { signInAs } from '../world/people.ts';
import { listTransactions } from '#server/money/payments/transactions.ts';

test.skipIf(isAbsent)(
  `every request and response of Stripe is valid by its API description${reason}`,
  { tags: 'slow' },
  async () => {
    const shop = await openShop();
    const { app, stripe, exchanges } = shop;
    const lea = await signInAs(app);
    const [refunded, withdrawn] = [await buyPack(shop, lea), await buyPack(shop, lea)];
    stripe.control.refund(refunded, 100);
    const pending = await orderPack(shop, lea);
    await ask(app, lea, 'GET', `/api/credit/session/${pending}`);
    await stripe.control.idle();
    const listed = await listTransactions(app, lea.user.id);
    const one = listed.find(({ withdrawable }) => withdrawable?.credits === 900);
    const path = `/api/credit/withdrawal/${one?._id ?? ''}`;
    expect(await ask(app, lea, 'POST', path, { credits: 900 })).toMatchObject({ status: 200 });
    app.clock.advance(61_000);
    await reconcile(app);
    if (!app.payments) throw new Error('the shop sells nothing');
    await checkStripe(app, app.payments, new Date(0));
    expect(await app.payments.findSession('cs_test_unknown')).toBeNull();

    expect(withdrawn).toMatch(/^cs_/);
    const asked = new Set(exchanges.map(({ method, path: at }) => `${method} ${at.split('/')[2]}`));
    expect([...asked].toSorted()).toEqual([
      'GET checkout',
      'GET disputes',
      'GET refunds',
      'POST checkout',
      'POST customers',
      'POST refunds',
    ]);
    const version = '2026-07-29.dahlia';
    const description = createApiDescription(currentDescription(), { isClosed: true, version });
    expect(exchanges.flatMap((exchange) => description.problemsOf(exchange))).toEqual([]);
    expect(stripe.control.events().flatMap((event) => description.problemsOfEvent(event))).toEqual(
      [],
    );
    // A purchase of ours pins the version that the code was written for.
    for (const { requestHeaders } of exchanges) {
      expect(requestHeaders['stripe-version']).toBe('2026-10-28.endive');
    }
    await shop.close();
  },
);

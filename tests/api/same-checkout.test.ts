import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { ask } from '../world/marks.ts';
import { billingInfo, order } from '../world/orders.ts';
import { openShop, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

describe('an order that is sent again under its key', () => {
  let shop: Shop;
  let lea: TestBrowser;
  let checkoutKey: string;
  beforeAll(async () => {
    shop = await openShop();
  });
  beforeEach(async () => {
    lea = await signInAs(shop.app);
    checkoutKey = randomUUID();
  });
  afterAll(() => shop.close());

  const send = async (more: object = {}, planId = 'plan_basic', browser = lea) => {
    const path = '/api/credit/create-checkout-session';
    const body = order(planId, { checkoutKey, ...more });
    const answer = await ask(shop.app, browser, 'POST', path, body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body as { id: string; url: string };
  };
  const statuses = async () => {
    const { app } = shop;
    const own = eq(creditTransactions.userId, lea.user.id);
    const rows = await app.db.select().from(creditTransactions).where(own);
    return rows.map(({ status }) => status).toSorted();
  };

  test('is one transaction with one page, from the modal and from the page', async () => {
    const first = await send();
    expect(await send()).toEqual(first);
    const { status, body } = await ask(shop.app, lea, 'POST', '/api/credits/purchase', {
      packageId: 'plan_basic',
      amount: 300,
      billingInfo,
      withdrawalConsent: order().withdrawalConsent,
      checkoutKey,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ url: first.url });
    expect(await statuses()).toEqual(['pending']);
  });

  test('is one transaction when it is sent concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send()));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await statuses()).toEqual(['pending']);
  });

  test('leads to the result once it is paid, with or without its event', async () => {
    const { id } = await send();
    shop.stripe.control.setDelivery('never');
    shop.stripe.control.paySession(id);
    shop.stripe.control.setDelivery('normal');
    const path = new RegExp(`/payment/success\\?session_id=${id}$`);
    for (const again of [await send(), await send()]) {
      expect(again).toEqual({ id, url: expect.stringMatching(path) as string });
    }
    expect(await statuses()).toEqual(['completed']);
  });

  test('is a new one with another pack, other details, or another user', async () => {
    const first = await send();
    const city = { billingInfo: { ...billingInfo, city: 'Nantes' } };
    const karim = await signInAs(shop.app, { name: 'Karim' });
    const others = [
      await send({}, 'plan_standard'),
      await send(city),
      await send({}, 'plan_basic', karim),
    ];
    expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4);
    // The page of an earlier order is closed: nobody pays two.
    expect(await statuses()).toEqual(['failed', 'failed', 'pending']);
    shop.stripe.control.paySession(first.id);
    await shop.stripe.control.idle();
    expect(await statuses()).toEqual(['failed', 'failed', 'pending']);
  });

  test('is credited once where the earlier page was paid just before it is closed', async () => {
    const { id } = await send();
    shop.stripe.control.setDelivery('never');
    shop.stripe.control.paySession(id);
    shop.stripe.control.setDelivery('normal');
    checkoutKey = randomUUID();
    await send({}, 'plan_standard');
    expect(await statuses()).toEqual(['completed', 'pending']);
    const asked = shop.exchanges.filter(({ path }) => path === '/v1/checkout/sessions');
    expect(JSON.stringify(asked.at(-1))).toContain('adaptive_pricing');
  });

  test('leaves one page that can be paid where several orders are sent at once', async () => {
    const path = '/api/credit/create-checkout-session';
    const answers = await Promise.all(
      ['plan_basic', 'plan_standard', 'plan_basic', 'plan_standard'].map((planId) =>
        ask(shop.app, lea, 'POST', path, order(planId, { checkoutKey: randomUUID() })),
      ),
    );
    // One that was answered before the next one began is closed by it: at least the last one is a page.
    expect(answers.filter(({ status }) => status === 200)).not.toHaveLength(0);
    expect(await statuses()).toEqual(['failed', 'failed', 'failed', 'pending']);
  });

  test('is refused, and closes nothing, while Stripe is away', async () => {
    const { id } = await send();
    shop.stripe.control.setOutage({ kind: 'down' });
    const path = '/api/credit/create-checkout-session';
    const other = order('plan_standard', { checkoutKey: randomUUID() });
    expect(await ask(shop.app, lea, 'POST', path, other)).toMatchObject({ status: 503 });
    shop.stripe.control.setOutage({ kind: 'none' });
    shop.stripe.control.paySession(id);
    await shop.stripe.control.idle();
    expect(await statuses()).toEqual(['completed', 'failed']);
  });

  test('is a new one when its page has expired, or was never made', async () => {
    const { id } = await send();
    shop.stripe.control.expireSession(id);
    await shop.stripe.control.idle();
    expect((await send()).id).not.toBe(id);
    checkoutKey = randomUUID();
    shop.stripe.control.setOutage({ kind: 'down' });
    const path = '/api/credit/create-checkout-session';
    const down = await ask(shop.app, lea, 'POST', path, order('plan_basic', { checkoutKey }));
    shop.stripe.control.setOutage({ kind: 'none' });
    expect(down).toMatchObject({ status: 503 });
    await send();
    expect(await statuses()).toEqual(['failed', 'failed', 'failed', 'pending']);
  });

  // A server that was killed between our row and Stripe's response.
  test('continues one without a response, as long as Stripe accepts its expiry', async () => {
    const unanswered = async () => {
      checkoutKey = randomUUID();
      const { id } = await send();
      const bySession = eq(creditTransactions.stripeSessionId, id);
      const lost = { stripeSessionId: null };
      await shop.app.db.update(creditTransactions).set(lost).where(bySession);
      return id;
    };
    const id = await unanswered();
    expect((await send()).id).toBe(id);
    const old = await unanswered();
    shop.app.clock.advance(21 * 60_000);
    const { id: later } = await send();
    shop.app.clock.advance(-21 * 60_000);
    expect(later).not.toBe(old);
  });

  test('without a key every order is a new one', async () => {
    const [one, other] = [
      await send({ checkoutKey: undefined }),
      await send({ checkoutKey: undefined }),
    ];
    expect(one.id).not.toBe(other.id);
  });
});

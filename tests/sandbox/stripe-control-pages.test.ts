import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Browser, type Page } from './browser.ts';
import { buy, purchase, siteUrl, startSite, type Site } from './stripe-site.ts';

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.stop());

async function begin(): Promise<string> {
  return (await site.stripe.checkout.sessions.create(purchase())).id;
}

describe('the control over HTTP', () => {
  async function post(name: string, wish: unknown = {}, headers: Record<string, string> = {}) {
    const response = await fetch(`${site.sandbox.address}/_sandbox/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof wish === 'string' ? wish : JSON.stringify(wish),
    });
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  }

  test('does what the object does', async () => {
    const sessionId = await begin();
    expect(await post('pay-session', { sessionId, method: 'sepa' })).toEqual({
      status: 200,
      answer: { attempted: 'processing' },
    });
    await post('settle-payment', { sessionId });
    const refunded = await post('refund', { sessionId, amountCents: 100 });
    const { id: refundId } = refunded.answer.refund as { id: string };
    await post('fail-refund', { refundId });
    const opened = await post('open-dispute', { sessionId });
    const { id: disputeId } = opened.answer.dispute as { id: string };
    await post('close-dispute', { disputeId, outcome: 'lost' });
    await post('set-delivery', { mode: 'late' });
    await post('pay-foreign-session');
    expect((await post('release-events', { order: 'reversed' })).answer).toEqual({ released: 4 });
    const expiring = await begin();
    await post('expire-session', { sessionId: expiring });
    const confirming = await begin();
    await post('pay-session', { sessionId: confirming, method: 'authentication' });
    const granted = await post('answer-bank', { sessionId: confirming, answer: 'grant' });
    expect(granted.answer).toEqual({ attempted: 'paid' });
    await post('idle');
    const { answer } = await post('list');
    expect(answer.refunds).toMatchObject([{ id: refundId, status: 'failed' }]);
    expect(answer.disputes).toMatchObject([{ id: disputeId, status: 'lost' }]);
    expect(answer.sessions).toHaveLength(4);
    const [event] = site.sandbox.control.events();
    await post('deliver-again', { eventId: event?.id });
    expect(site.received.filter((one) => one.event.id === event?.id)).toHaveLength(2);
    await post('set-outage', { kind: 'down' });
    await expect(begin()).rejects.toMatchObject({ statusCode: 503 });
  });

  test.for<[string, string, unknown, number]>([
    ['an unknown command', 'burn', {}, 404],
    ['an unknown session', 'settle-payment', { sessionId: 'cs_test_x' }, 404],
    ['an unknown way to pay', 'pay-session', { sessionId: 'cs_test_x', method: 'gold' }, 400],
    ['what cannot be done', 'close-dispute', { disputeId: 'du_x', outcome: 'won' }, 404],
    ['a wish without sense', 'set-delivery', { mode: 'sometimes' }, 400],
    ['what is no JSON', 'set-delivery', '{', 400],
  ])('refuses %s', async ([, name, wish, status]) => {
    const refused = await post(name, wish);
    expect(refused.status).toBe(status);
    expect(refused.answer.error).toEqual(expect.any(String));
  });

  test('refuses other sites', async () => {
    const refused = await post('pay-foreign-session', {}, { Origin: 'https://example.com' });
    expect(refused.status).toBe(403);
    expect(site.sandbox.control.sessions()).toEqual([]);
  });
});

describe('the control’s page', () => {
  /** Presses the n-th button with a name, as the page has a form for each. */
  async function press(page: Page, action: string, fields: Record<string, string> = {}) {
    const answer = await new Browser(siteUrl).open(
      new URL(`/_sandbox/${action}`, site.sandbox.address),
      { method: 'POST', body: new URLSearchParams(fields) },
    );
    expect(page.text).toContain(`action="/_sandbox/${action}"`);
    if (answer instanceof URL) throw new Error('led to the site');
    return answer;
  }
  const open = () => new Browser(siteUrl).openPage(new URL('/_sandbox', site.sandbox.address));

  test('shows sessions and events, and acts on them', async () => {
    expect((await open()).text).toContain('Aucune session pour l’instant.');
    const sessionId = await buy(site);
    await site.sandbox.control.idle();
    const page = await open();
    expect(page.text).toContain('payée');
    expect(page.text).toContain('checkout.session.completed');
    expect(page.buttons).toEqual(expect.arrayContaining(['Rembourser', 'Contester']));
    const refunded = await press(page, 'refund', { sessionId, amountCents: '100' });
    expect(refunded.url.pathname).toBe('/_sandbox');
    expect(refunded.text).toContain('Faire échouer');
    expect(site.sandbox.control.charges()).toMatchObject([{ amount_refunded: 100 }]);
    const late = await press(refunded, 'set-delivery', { mode: 'late' });
    expect(late.text).toContain('Livraison des événements : retenus');
    await press(late, 'refund', { sessionId });
    const twice = await press(late, 'refund', { sessionId });
    expect(twice.text).toContain('has already been refunded');
  });
});

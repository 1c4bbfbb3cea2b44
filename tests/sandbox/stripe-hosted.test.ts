import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser, type Page } from './browser.ts';
import { purchase, siteUrl, startSite, type Site, type Wish } from './stripe-site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** A session and the page on which it is paid. */
async function openCheckout(changes: Wish = {}) {
  const { id, url } = await site.stripe.checkout.sessions.create(purchase(changes));
  const browser = new Browser(siteUrl);
  const page = await browser.openPage(new URL(url ?? ''));
  const press = (on: Page, button: string, filled: Record<string, string> = {}) =>
    browser.press(on, button, filled);
  /** Presses, and returns the site's address that this leads to. */
  const pay = async (on: Page, filled: Record<string, string> = {}, button = 'Payer') => {
    const arrived = await browser.press(on, button, filled);
    if (arrived instanceof URL) return arrived.href;
    throw new Error(`stayed on ${arrived.url.href}`);
  };
  const reopen = () => browser.openPage(new URL(url ?? ''));
  const session = () =>
    site.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  return { id, page, press, pay, reopen, session };
}

/** Types of the events about one session's payment, once they have arrived. */
async function eventsOf(id: string): Promise<string[]> {
  await site.sandbox.control.idle();
  const { payment_intent: intent } = await site.stripe.checkout.sessions.retrieve(id);
  return site.received
    .map(({ event }) => event)
    .filter(({ data }) => {
      const about = data.object as { id: string; payment_intent?: string };
      return [id, intent].includes(about.id) || about.payment_intent === intent;
    })
    .map(({ type }) => type);
}

const successUrl = (id: string) => `${siteUrl}/payment/success?session_id=${id}`;

function asPage(answer: Page | URL): Page {
  if (answer instanceof URL) throw new Error(`led to the site: ${answer.href}`);
  return answer;
}

describe('the payment page', () => {
  test('shows what is paid, that nothing is charged, and leads back', async () => {
    const { page } = await openCheckout({
      custom_text: { submit: { message: 'Vous demandez l’accès immédiat <b>.' } },
    });
    expect(page.status).toBe(200);
    expect(page.text).toContain('Bac à sable : aucune carte n’est débitée');
    expect(page.text).toContain('900 crédits Feuilleton');
    expect(page.text).toMatch(/9,99\s€/);
    expect(page.text).toContain('lea.martin@feuilleton.test');
    expect(page.text).toContain('Vous demandez l’accès immédiat &lt;b&gt;.');
    expect(page.text).toContain(`href="${siteUrl}/payment/cancel">Annuler et revenir`);
    expect(page.text).not.toContain('<script');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${siteUrl}`);
  });

  test('labels each field for screen readers', async () => {
    const { page } = await openCheckout({ customer_email: undefined });
    const ids = [...page.text.matchAll(/<input id="(\w+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['email', 'number', 'expiry', 'cvc', 'name']);
    for (const id of ids) expect(page.text).toMatch(new RegExp(`<label for="${id ?? ''}">[^<]+<`));
  });

  test('accepts the card that works, and notifies the site', async () => {
    const { id, page, session, pay } = await openCheckout();
    expect(await pay(page, { name: 'Léa Martin' })).toBe(successUrl(id));
    const paid = await session();
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: { email: 'lea.martin@feuilleton.test', name: 'Léa Martin' },
      payment_intent: {
        status: 'succeeded',
        latest_charge: { paid: true, payment_method_details: { card: { last4: '4242' } } },
      },
    });
    expect(await eventsOf(id)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
  });

  test('shows that a card is declined, and accepts another', async () => {
    const { id, page, session, press, pay } = await openCheckout();
    const refused = asPage(await press(page, 'Payer', { method: 'declined' }));
    expect(refused.text).toContain('La carte a été refusée. Vous pouvez réessayer.');
    expect((await session()).payment_intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
      latest_charge: { status: 'failed', paid: false },
    });
    expect(await eventsOf(id)).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
    ]);
    expect(await pay(refused)).toBe(successUrl(id));
    expect(await session()).toMatchObject({ payment_status: 'paid' });
  });

  test('asks for a confirmation where the bank wants one', async () => {
    const { id, page, session, press, pay } = await openCheckout();
    const bank = asPage(await press(page, 'Payer', { method: 'authentication' }));
    expect(bank.url.pathname).toBe(`/c/pay/${id}/authenticate`);
    expect(bank.text).toContain('3-D Secure');
    expect(bank.text).toContain('3155');
    expect(bank.buttons).toEqual(['Autoriser', 'Refuser']);
    expect((await session()).payment_intent).toMatchObject({ status: 'requires_action' });
    const refused = asPage(await press(bank, 'Refuser'));
    expect(refused.text).toContain('Le paiement n’a pas été autorisé');
    const second = asPage(await press(refused, 'Payer', { method: 'authentication' }));
    expect(await pay(second, {}, 'Autoriser')).toBe(successUrl(id));
    expect((await session()).payment_intent).toMatchObject({
      latest_charge: {
        payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
      },
    });
    expect(await eventsOf(id)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.payment_failed',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
  });

  test('accepts a debit that is settled later', async () => {
    const { id, page, session, reopen, pay } = await openCheckout();
    expect(await pay(page, { method: 'sepa' })).toBe(successUrl(id));
    expect(await session()).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing', latest_charge: { status: 'pending' } },
    });
    await site.sandbox.control.idle();
    const [completed] = site.received.filter(({ event }) => {
      const about = event.data.object as { id: string };
      return event.type === 'checkout.session.completed' && about.id === id;
    });
    expect(completed?.event.data.object).toMatchObject({ payment_status: 'unpaid' });
    expect((await reopen()).text).toContain('Paiement en cours');
  });

  test('offers only the session’s methods', async () => {
    const { page, press } = await openCheckout({ allowed_payment_method_types: ['card'] });
    expect(page.text).not.toContain('SEPA');
    const refused = asPage(await press(page, 'Payer', { method: 'sepa' }));
    expect(refused.text).toContain('Choisissez un moyen de paiement.');
  });

  test('accepts a typed card, and validates it beforehand', async () => {
    const { id, page, session, press, pay } = await openCheckout({ customer_email: undefined });
    const typed = { method: 'typed', number: '4242 4242 4242 4241', expiry: '13/40', cvc: '1' };
    const refused = asPage(await press(page, 'Payer', { ...typed, email: 'léa' }));
    for (const sentence of [
      'Indiquez une adresse e-mail, comme nom@exemple.fr.',
      'Ce numéro de carte n’est pas valide.',
      'Écrivez le mois et l’année, comme 12/34.',
      'Le code a trois chiffres.',
      'Indiquez le nom du titulaire.',
    ]) {
      expect(refused.text).toContain(sentence);
    }
    expect(refused.text).toContain('value="4242 4242 4242 4241"');
    expect((await session()).payment_intent).toBeNull();
    const expired = await press(refused, 'Payer', { ...typed, expiry: '01/20' });
    expect(asPage(expired).text).toContain('Cette carte a expiré.');
    const arrived = await pay(refused, {
      method: 'typed',
      number: '5555-5555 5555 4444',
      expiry: '1240',
      cvc: '123',
      name: 'Hugo Bernard',
      email: 'hugo@feuilleton.test',
    });
    expect(arrived).toBe(successUrl(id));
    expect(await session()).toMatchObject({
      customer_details: { email: 'hugo@feuilleton.test', name: 'Hugo Bernard' },
      payment_intent: {
        latest_charge: {
          payment_method_details: {
            card: { brand: 'mastercard', last4: '4444', exp_month: 12, exp_year: 2040 },
          },
        },
      },
    });
  });

  test.for([
    ['4000000000009995', 'La carte n’a pas assez de provision.', 'insufficient_funds'],
    ['4000000000000069', 'La carte a expiré.', 'expired_card'],
    ['4000000000000127', 'Le code de la carte n’est pas le bon.', 'incorrect_cvc'],
    ['4111111111111111', 'Ce n’est pas une carte d’essai', 'test_mode_live_card'],
  ] as const)('declines the typed card %s: %s', async ([number, sentence, declineCode]) => {
    const { page, session, press } = await openCheckout();
    const refused = await press(page, 'Payer', {
      method: 'typed',
      number,
      expiry: '12/40',
      cvc: '123',
      name: 'Léa Martin',
    });
    expect(asPage(refused).text).toContain(sentence);
    expect((await session()).payment_intent).toMatchObject({
      last_payment_error: { decline_code: declineCode },
    });
  });

  test('charges once when two tabs pay, or one pays twice', async () => {
    const { id, page, session, pay } = await openCheckout();
    const arrived = await Promise.all([pay(page), pay(page)]);
    expect(arrived).toEqual([successUrl(id), successUrl(id)]);
    const { payment_intent: intent } = await session();
    const charges = await site.stripe.charges.list({
      payment_intent: (intent as Stripe.PaymentIntent).id,
    });
    expect(charges.data).toHaveLength(1);
    expect(await eventsOf(id)).toHaveLength(4);
  });

  test('says so when it is paid, expired or unknown', async () => {
    const paid = await openCheckout();
    await paid.press(paid.page, 'Payer');
    const seen = await paid.reopen();
    expect(seen.text).toContain('Déjà payé');
    expect(seen.text).toContain(`href="${successUrl(paid.id)}"`);
    const expired = await openCheckout();
    await site.stripe.checkout.sessions.expire(expired.id);
    expect((await expired.reopen()).text).toContain('Session expirée');
    expect(asPage(await expired.press(expired.page, 'Payer')).text).toContain('Session expirée');
    expect((await expired.session()).payment_intent).toBeNull();
    const unknown = await new Browser(siteUrl).openPage(
      new URL('/c/pay/cs_test_unknown', site.sandbox.address),
    );
    expect(unknown.status).toBe(404);
  });
});

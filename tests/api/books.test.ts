import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balanceLines, stripePayouts } from '#server/core/db/schema/books.ts';
import { moderationActs } from '#server/core/db/schema/community.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { readBalance } from '#server/money/books/read-balance.ts';
import { getBookTable } from '#shared/contracts/books.ts';
import { parisDay } from '#shared/site/formats.ts';
import { addDays } from '#shared/time/add-days.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { ask } from '../world/marks.ts';
import { billingInfo, order } from '../world/orders.ts';
import { buyPack, openShop, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

describe('the books of a shop', () => {
  let shop: Shop;
  let lea: TestBrowser;
  let admin: TestBrowser;
  let period: string;
  beforeAll(async () => {
    shop = await openShop({ TRUST_PROXY: '1', COUNTRY_HEADER: 'CF-IPCountry' });
    lea = await signInAs(shop.app);
    admin = await signInAs(shop.app, { role: 'admin' });
    const today = parisDay(shop.app.clock.now());
    // A payout reaches the bank two days later.
    period = `from=${addDays(today, -3)}&to=${addDays(today, 3)}`;
  });
  afterAll(() => shop.close());

  const tableOf = async (name: string) => {
    const { status, body } = await ask(
      shop.app,
      admin,
      'GET',
      `/api/books/tables/${name}?${period}`,
    );
    expect(status).toBe(200);
    const { columns, rows } = getBookTable.response.parse(body);
    return rows.map((row): Record<string, unknown> =>
      Object.fromEntries(columns.map(({ label }, at) => [label, row[at]])),
    );
  };
  const file = (path: string) => callEndpoint(shop.app, path, { headers: admin.headers });

  test('an order stores its evidence of country, and a disagreement is shown', async () => {
    const buyer = { ...billingInfo, country: 'Autre', countryCode: 'DE' };
    const response = await callEndpoint(shop.app, '/api/credit/create-checkout-session', {
      method: 'POST',
      headers: { ...lea.headers, 'cf-ipcountry': 'be' },
      body: JSON.stringify(order('plan_basic', { billingInfo: buyer })),
    });
    const { id } = (await response.json()) as { id: string };
    shop.stripe.control.paySession(id);
    await shop.stripe.control.idle();
    const [sale] = await shop.app.db
      .select({ sale: creditTransactions, buyer: invoices.buyer })
      .from(creditTransactions)
      .innerJoin(invoices, eq(invoices.transactionId, creditTransactions.id))
      .where(eq(creditTransactions.stripeSessionId, id));
    expect(sale).toMatchObject({
      sale: { networkCountry: 'BE', cardCountry: 'FR' },
      buyer: { country: 'Autre', countryCode: 'DE' },
    });
    expect(await tableOf('pays')).toMatchObject([
      { Facturation: 'Allemagne', 'Carte ou banque': 'France', Réseau: 'Belgique' },
    ]);
    // The next form starts with it.
    const last = await ask(shop.app, lea, 'GET', '/api/credit/billing-info');
    expect(last.body).toMatchObject({ billingInfo: { country: 'Autre', countryCode: 'DE' } });
  });

  test('Stripe’s lines and payouts are read once, and agree to the cent', async () => {
    const { control } = shop.stripe;
    const refunded = await buyPack(shop, lea);
    const disputed = await buyPack(shop, lea);
    control.payForeignSession();
    control.refund(refunded, 333);
    control.closeDispute(control.openDispute(disputed).id, 'lost');
    await control.idle();
    control.payOut();
    await buyPack(shop, lea, 'plan_basic');
    for (let run = 1; run <= 2; run += 1) expect(await readBalance(shop.app)).toBe(true);
    expect(await shop.app.db.$count(balanceLines)).toBe(8);
    const [payout, ...others] = await shop.app.db.select().from(stripePayouts);
    expect(others).toEqual([]);
    expect(payout).toMatchObject({ isComplete: true, status: 'paid' });
    // 4.99 and twice 9.99; fees 0.32, 0.40, 0.40, and 20 euros of the dispute; 19 less 0.54 are another's.
    expect(await tableOf('versements')).toMatchObject([
      {
        Ventes: 2497,
        Remboursements: -333,
        Litiges: -999,
        Frais: -2112,
        Autres: 1846,
        Net: 899,
        Versé: 899,
        Écart: 0,
      },
    ]);
    for (const { Contrôle: what, Écart: difference } of await tableOf('controles')) {
      expect([what, Number(difference)]).toEqual([what, 0]);
    }
  });

  test('a line is never changed', async () => {
    const change = shop.app.db.update(balanceLines).set({ feeCents: 0 });
    await expect(change).rejects.toThrow();
    await expect(shop.app.db.delete(stripePayouts)).rejects.toThrow();
  });

  test('what a payout that failed brought back is paid by the next one', async () => {
    const today = parisDay(shop.app.clock.now());
    const payout = (id: string, amountCents: number, status: string) => ({
      id,
      amountCents,
      status,
      currency: 'eur',
      arrivesOn: today,
      isAutomatic: true,
      isComplete: true,
      createdAt: shop.app.clock.now(),
    });
    const line = (payoutId: string, category: string, cents: number) => ({
      id: `${payoutId}-${category}`,
      category,
      currency: 'eur',
      payoutId,
      amountCents: cents,
      feeCents: 0,
      netCents: cents,
      createdAt: new Date(0),
    });
    await shop.app.db
      .insert(stripePayouts)
      .values([payout('po_a', 500, 'failed'), payout('po_b', 700, 'paid')]);
    await shop.app.db
      .insert(balanceLines)
      .values([
        line('po_a', 'topup', 500),
        line('po_a', 'payout', -500),
        line('po_b', 'payout_reversal', 500),
        line('po_b', 'topup', 200),
        line('po_b', 'payout', -700),
      ]);
    expect((await tableOf('versements')).slice(0, 2)).toMatchObject([
      { Versement: 'po_a', État: 'échoué', Versé: 0, Écart: 0 },
      { Versement: 'po_b', Net: 700, Versé: 700, Écart: 0 },
    ]);
  });

  test('while Stripe is away nothing is stored, and the next run goes on', async () => {
    await buyPack(shop, lea);
    shop.stripe.control.setOutage({ kind: 'down' });
    expect(await readBalance(shop.app)).toBe(false);
    shop.stripe.control.setOutage({ kind: 'none' });
    const before = await shop.app.db.$count(balanceLines);
    expect(await readBalance(shop.app)).toBe(true);
    expect(await shop.app.db.$count(balanceLines)).toBe(before + 1);
  });

  test('files are CSV and the journal, on the accounts that the publisher has set', async () => {
    const csv = await file(`/api/books/files/ventes?${period}`);
    expect(csv.headers.get('content-disposition')).toMatch(/"ventes_[\d-]+_[\d-]+\.csv"$/);
    expect(await csv.text()).toMatch(/^\uFEFF?Mois;Pack;Taux;Pays;.*\r\n\d{4}-\d\d;Pack /);
    const accounts = [{ role: 'sales', number: '70611', label: 'Chapitres' }];
    const set = await ask(shop.app, admin, 'PUT', '/api/books/accounts', { accounts });
    expect(set.body).toContainEqual(accounts[0]);
    const isSet = eq(moderationActs.act, 'accounts.set');
    expect(await shop.app.db.select().from(moderationActs).where(isSet)).toMatchObject([
      { actorId: admin.user.id, reason: 'sales 70611' },
    ]);
    const none = { accounts: [{ role: 'sales', number: '7', label: 'Ventes' }] };
    const answer = await ask(shop.app, admin, 'PUT', '/api/books/accounts', none);
    expect(answer).toMatchObject({ status: 400 });
    const journalPath = `/api/books/journal?${period}`;
    shop.app.clock.advance(86_400_000);
    // The day is over, but what Stripe has of it is not read: later lines would move the numbers.
    expect(await (await file(journalPath)).text()).not.toContain('70611');
    await readBalance(shop.app);
    const journal = await file(journalPath);
    expect(journal.headers.get('content-disposition')).toContain('journal-des-ventes_');
    expect(await journal.text()).toContain('\t70611\tChapitres\t');
  });

  test.each([
    ['/api/books/tables/ventes?from=2026-01-02&to=2026-01-01', 400],
    ['/api/books/tables/ventes?from=2024-01-01&to=2026-01-01', 400],
    ['/api/books/tables/inconnue?from=2026-01-01&to=2026-01-01', 400],
  ])('%s is refused with %i', async (path, status) => {
    expect(await ask(shop.app, admin, 'GET', path)).toMatchObject({ status });
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BookTable } from '#shared/contracts/books.ts';
import type { BookTableName } from '#shared/money/book-tables.ts';
import { balanceLines } from '#server/core/db/schema/books.ts';
import { findWrongChecks } from '#server/money/books/checks-table.ts';
import { makeBookTable } from '#server/money/books/calls.ts';
import { journalLines } from '#server/money/books/journal.ts';
import { formatEuros } from '#shared/site/formats.ts';
import { listWaiting } from '#server/desk/waiting.ts';
import { openTestApp } from '#tests/world/app.ts';
import { addMadeUpMonth, type Told } from '#tests/world/made-up-publisher.ts';

const october = { from: '2026-10-01', to: '2026-10-31', by: 'month' } as const;

describe('a month of a made-up publisher', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  let told: Told;
  beforeAll(async () => {
    app = await openTestApp();
    told = await addMadeUpMonth(app.db, { readers: 10_000, purchases: 3_000 });
  });
  afterAll(() => app.close());

  const tableOf = (name: BookTableName, period = october as { by: 'day' | 'month' }) =>
    makeBookTable(app, name, { ...october, ...period });
  /** The sum of a column. */
  const sum = ({ columns, sums }: BookTable, label: string) => {
    const at = columns.findIndex((column) => column.label === label);
    return Number(sums?.[at]);
  };
  const column = ({ columns, rows }: BookTable, label: string) => {
    const at = columns.findIndex((one) => one.label === label);
    return rows.map((row) => row[at]);
  };

  test.each(['month', 'day'] as const)('has its sales less its credit notes, by %s', async (by) => {
    const sales = await tableOf('ventes', { by });
    expect(sum(sales, 'Ventes')).toBe(3000);
    expect(sum(sales, 'Total')).toBe(told.soldCents - told.notedCents);
    expect(sum(sales, 'TVA')).toBe(told.vatCents);
    expect(sum(sales, 'Montant des avoirs')).toBe(told.notedCents);
    expect(new Set(column(sales, 'Taux'))).toEqual(new Set([0, 5.5]));
    expect(new Set(column(sales, 'Pays')).size).toBe(5);
    expect(new Set(column(sales, by === 'day' ? 'Jour' : 'Mois')).size).toBe(by === 'day' ? 31 : 1);
  });

  test('reports each sale once, those with a VAT number apart, and what was paid of them', async () => {
    const [consumers, businesses] = [
      await tableOf('e-reporting'),
      await tableOf('e-reporting-pro'),
    ];
    for (const label of ['Base hors TVA', 'TVA', 'Ventes', 'Avoirs']) {
      expect(sum(consumers, label) + sum(businesses, label)).toBe(
        sum(await tableOf('ventes'), label),
      );
    }
    expect(sum(businesses, 'Ventes')).toBeGreaterThan(0);
    const taxed = consumers.rows.filter(([, category]) => category === 'TPS1');
    expect(sum(await tableOf('e-reporting-paiements'), 'Encaissé, TVA comprise')).toBe(
      taxed.reduce((all, [, , , base, vat]) => all + Number(base) + Number(vat), 0),
    );
    // A row per day, category and rate.
    const keys = consumers.rows.map((row) => row.slice(0, 3).join());
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('has credits from balance to balance, and what is unspent of each purchase', async () => {
    const credits = await tableOf('credits', { by: 'day' });
    expect(sum(credits, 'Au début')).toBe(0);
    expect(sum(credits, 'À la fin')).toBe(told.unspentCredits);
    const unspent = await tableOf('non-depenses');
    const frozen = unspent.rows.find(([label]) => label === 'Gelés par un litige');
    expect(sum(unspent, 'Nombre') - Number(frozen?.[1])).toBe(told.unspentCredits);
    expect(sum(unspent, 'Hors TVA')).toBe(told.unspentNetCents);
    expect(column(unspent, 'Nombre').at(-1)).toBe(told.givenCredits);
  });

  test('knows what Stripe collected, kept and paid, to the cent', async () => {
    const moved = await tableOf('encaissements');
    expect(sum(moved, 'Ventes')).toBe(told.soldCents);
    expect(sum(moved, 'Remboursements')).toBe(-told.notedCents);
    expect(sum(moved, 'Litiges')).toBe(-told.disputedCents);
    expect(sum(moved, 'Frais')).toBe(-told.feeCents);
    const wide = { ...october, to: '2026-11-30' };
    const payouts = await makeBookTable(app, 'versements', { ...wide, from: '2026-09-01' });
    expect(sum(payouts, 'Versé')).toBe(told.paidOutCents);
    expect(sum(payouts, 'Net')).toBe(told.paidOutCents);
    expect(new Set(column(payouts, 'Écart'))).toEqual(new Set([0]));
    expect(sum(payouts, 'Autres')).toBe(6 * (1900 - 54));
  });

  test('books entries that balance, numbered without a gap, for the same sums', async () => {
    const lines: string[][] = [];
    for await (const line of journalLines(app.db, october)) {
      lines.push(line.replace(/\r\n$/, '').split('\t'));
    }
    const [, ...booked] = lines;
    expect(new Set(lines.map((line) => line.length))).toEqual(new Set([18]));
    const entries = Map.groupBy(booked, ([, , number]) => Number(number));
    expect([...entries.keys()]).toEqual(Array.from(entries.keys(), (_, at) => at + 1));
    const cents = (text: unknown) => Math.round(Number(String(text).replace(',', '.')) * 100);
    const sideOf = (rows: unknown[][]) =>
      rows.reduce((all, row) => all + cents(row[11]) - cents(row[12]), 0);
    for (const rows of entries.values()) expect(sideOf(rows)).toBe(0);
    const account = (number: string, journal?: string) =>
      sideOf(booked.filter((row) => row[4] === number && (journal ?? row[0]) === row[0]));
    const revenue = told.soldCents - told.notedCents;
    expect(account('706', 'VE')).toBe(told.vatCents - revenue);
    expect(account('4457')).toBe(-told.vatCents);
    expect(account('627')).toBe(told.feeCents);
    expect(account('487')).toBe(-sum(await tableOf('non-depenses'), 'Hors TVA'));
    // What customers still owe by the books is what their banks took back.
    expect(account('411')).toBe(told.disputedCents);
    expect(booked[0]?.[3]).toBe('20261001');
  });

  test('counts what went to other member states, and agrees with itself', async () => {
    const oss = await tableOf('oss');
    expect(sum(oss, 'Total')).toBe(told.elsewhereCents);
    expect(new Set(column(oss, 'Code'))).toEqual(new Set(['BE', 'DE']));
    const threshold = await tableOf('seuil-oss');
    expect(threshold.rows.at(-1)?.[1]).toBe(sum(oss, 'Base hors TVA'));
    expect(threshold.rows.at(-1)?.[5]).toMatch(/^dépassé le .*\soctobre\s2026$/);
    const checks = await makeBookTable(app, 'controles', {
      ...october,
      from: '2026-09-01',
      to: '2026-11-30',
    });
    expect(
      checks.rows.map(([what, one, other, difference]) => [
        what,
        one === other,
        Number(difference),
      ]),
    ).toEqual(checks.rows.map(([what]) => [what, true, 0]));
    expect(checks.rows.every(([, one]) => Number(one) > 0)).toBe(true);
    expect(checks.rows.at(-1)?.slice(1)).toEqual([
      ...Array<string>(2).fill(String(told.unspentCredits)),
      '0',
      'Juste',
    ]);
    // Revenue that is none, by name.
    expect(checks.notes[0]).toContain(
      `crédits repris (${formatEuros(told.lostNetCents)} hors TVA)`,
    );
    const waiting = await listWaiting(app, { role: 'admin' });
    expect(waiting.find(({ what }) => what === 'threshold')).toMatchObject({
      about: `${formatEuros(Number(threshold.rows.at(-1)?.[1]))} en 2026`,
      path: '/bureau/livres?vue=seuil-oss',
    });
    const inUse = { ...app, config: { ...app.config, ossSince: '2026-11-01' } };
    const later = await listWaiting(inUse, { role: 'admin' });
    expect(later.map(({ what }) => what)).not.toContain('threshold');
  });

  test('names a check that does not come out', async () => {
    const year = { ...october, from: '2026-09-01', to: '2026-11-30' };
    expect(await findWrongChecks(app.db, year, app.config)).toEqual([]);
    const [line] = await app.db.select().from(balanceLines).where(eq(balanceLines.id, 'txn_0'));
    if (!line) throw new Error('there is no line');
    await app.db.insert(balanceLines).values({ ...line, id: 'txn_twice', payoutId: null });
    expect(await findWrongChecks(app.db, year, app.config)).toEqual([
      'Factures et paiements chez Stripe',
    ]);
  });
});

import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBookTable } from '#server/money/books/calls.ts';
import { readDocuments } from '#server/money/books/documents.ts';
import { journalLines } from '#server/money/books/journal.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { openTestApp } from '#tests/world/app.ts';
import { addUser } from '#tests/world/people.ts';

/** Instants around the ends of days in Paris, and those days. */
const sales: [instant: string, day: string][] = [
  ['2025-12-31T22:59:59.999Z', '2025-12-31'],
  ['2025-12-31T23:00:00.000Z', '2026-01-01'],
  // The clocks go forward: a day of 23 hours.
  ['2026-03-28T22:59:59.999Z', '2026-03-28'],
  ['2026-03-28T23:00:00.000Z', '2026-03-29'],
  ['2026-03-29T21:59:59.999Z', '2026-03-29'],
  ['2026-03-29T22:00:00.000Z', '2026-03-30'],
  // And back: half past two comes twice.
  ['2026-10-24T22:00:00.000Z', '2026-10-25'],
  ['2026-10-25T00:30:00.000Z', '2026-10-25'],
  ['2026-10-25T01:30:00.000Z', '2026-10-25'],
  ['2026-10-25T22:59:59.999Z', '2026-10-25'],
  ['2026-10-25T23:00:00.000Z', '2026-10-26'],
];

describe('days are those of Paris', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  beforeAll(async () => {
    app = await openTestApp();
    const { id: userId } = await addUser(app);
    for (const [at, [instant, day]] of sales.entries()) {
      const [id, issuedAt] = [uuidv7(), new Date(instant)];
      const sale = { userId, planId: 'p', credits: 300, amountCents: 499, billing: {} };
      // Evidence of country: Monaco's cards are of France, one is of Germany.
      const buyer = at === 0 ? { country: 'Autre', countryCode: 'MC' } : { country: 'France' };
      const cardCountry = ['FR', 'RE', 'DE'][at] ?? null;
      const done = { status: 'completed', createdAt: issuedAt, completedAt: issuedAt } as const;
      await app.db.insert(creditTransactions).values({ id, ...sale, ...done, cardCountry });
      await app.db.insert(invoices).values({
        kind: 'invoice',
        year: Number(day.slice(0, 4)),
        sequence: at + 1,
        number: `F${day.slice(0, 4)}-00000${at + 1}`,
        transactionId: id,
        seller: {},
        buyer,
        lines: [{ vatRatePercent: 5.5 }],
        netCents: 473,
        vatCents: 26,
        totalCents: 499,
        issuedAt,
      });
    }
  });
  afterAll(() => app.close());

  test.each([
    ['2025-12-31', '2026-01-01'],
    ['2026-03-28', '2026-03-30'],
    ['2026-10-25', '2026-10-26'],
  ])('from %s to %s', async (from, to) => {
    const expected = sales.filter(([, day]) => day >= from && day <= to);
    const table = await makeBookTable(app, 'e-reporting', { from, to, by: 'day' });
    expect(table.rows.map(([day, , , , , count]) => [day, count])).toEqual(
      [...Map.groupBy(expected, ([, day]) => day)].map(([day, ofDay]) => [day, ofDay.length]),
    );
    expect(table.sums?.slice(3, 6)).toEqual([
      473 * expected.length,
      26 * expected.length,
      expected.length,
    ]);
  });

  test('a card of France contradicts neither Monaco nor Réunion', async () => {
    const period = { from: '2025-12-31', to: '2026-12-31', by: 'day' } as const;
    expect((await makeBookTable(app, 'pays', period)).rows).toMatchObject([
      ['2026-03-28', 'F2026-000003', 499, 'France', 'Allemagne', null],
    ]);
  });

  test('a credit note knows the day of its sale', async () => {
    const [sale] = await app.db.select().from(invoices).where(eq(invoices.sequence, 2));
    if (!sale) throw new Error('no sale');
    const note = { kind: 'credit_note', year: 2027, number: 'A2027-000001', sequence: 1 } as const;
    const sums = { netCents: -473, vatCents: -26, totalCents: -499 };
    const issuedAt = new Date('2027-01-03T12:00:00Z');
    const more = { id: uuidv7(), invoiceId: sale.id, refundReference: 're_1', issuedAt };
    await app.db.insert(invoices).values({ ...sale, ...note, ...sums, ...more });
    expect(await readDocuments(app.db, { from: '2027-01-01', to: '2027-01-31' })).toMatchObject([
      { day: '2027-01-03', soldDay: '2026-01-01', totalCents: -499 },
    ]);
  });

  test('entries are numbered by the year, also in a part of it', async () => {
    const numbers = async (from: string, to: string) => {
      const found: string[] = [];
      for await (const line of journalLines(app.db, { from, to })) {
        const [journal, , number, day] = line.split('\t');
        if (journal === 'VE') found.push(`${day} ${number}`);
      }
      return [...new Set(found)];
    };
    expect(await numbers('2025-12-31', '2026-01-01')).toEqual(['20251231 1', '20260101 1']);
    expect(await numbers('2026-03-30', '2026-10-25')).toEqual([
      '20260330 5',
      '20261025 6',
      '20261025 7',
      '20261025 8',
      '20261025 9',
    ]);
  });
});

import { expect, test } from 'vitest';
import type { DocumentGroup } from '#server/money/books/documents.ts';
import { isFrenchVat, ossTable, thresholdTable } from '#server/money/books/sales-tables.ts';

const sale = (
  country: string | null,
  netCents: number,
  more: Partial<DocumentGroup> = {},
): DocumentGroup => ({
  day: '2026-05-01',
  kind: 'invoice',
  packName: 'Pack',
  ratePercent: 5.5,
  country,
  isBusiness: false,
  documents: 1,
  netCents,
  vatCents: 0,
  totalCents: netCents,
  soldDay: more.day ?? '2026-05-01',
  ...more,
});

const own = { regime: 'rates', ratesByCode: { GB: 20, RE: 8.5 } } as const;
const ratesPercent = { France: 5.5, Belgique: 6, Suisse: 20, Canada: 5, Autre: 5.5 };
const rulesOf = (ossSince: string | null) => ({ ossSince, vat: { ...own, ratesPercent } });

test.each([
  [7_999_99, 'en dessous'],
  [8_000_00, 'attention, 80 % ou plus'],
  [10_000_00, 'attention, 80 % ou plus'],
  [10_000_01, 'dépassé le 1er\u00A0mai\u00A02026'],
])('%i cents to other member states are told as “%s”', (netCents, state) => {
  const elsewhere = [sale('FR', 5_000_00), sale('CH', 5_000_00), sale('MC', 5_000_00)];
  const table = thresholdTable([...elsewhere, sale('DE', netCents)], ['2026']);
  expect(table.rows[0]?.[1]).toBe(netCents);
  expect(table.rows[0]?.at(-1)).toBe(state);
});

test('who chose “Autre” before the country was asked for counts, but at a rate of 0; credit notes take off', () => {
  const documents = [
    sale('BE', 100),
    sale('BE', -40, { kind: 'credit_note' }),
    sale(null, 30),
    sale(null, 7, { ratePercent: 0 }),
    sale('BE', 1_000, { day: '2025-12-31' }),
  ];
  const { rows } = thresholdTable(documents, ['2025', '2026']);
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ['2025', 1_000, 0],
    ['2026', 90, 30],
  ]);
});

test.each([
  ['FR', 5.5, true],
  ['MC', 20, true],
  ['BE', 5.5, true],
  // No French rate is 6 %: it is Belgium's, through the one-stop shop.
  ['BE', 6, false],
  ['CH', 0, false],
  ['CH', 8.1, false],
  ['FR', null, false],
  [null, 5.5, true],
  ['RE', 8.5, true],
  ['MQ', 2.1, true],
  // Own rates, though France has them too; Japan has none, and pays the careful rest.
  ['GB', 20, false],
  ['CH', 20, false],
  ['JP', 5.5, true],
])('the VAT of %s at %s percent is French: %s', (country, ratePercent, isFrench) => {
  expect(isFrenchVat(sale(country, 100, { ratePercent }), rulesOf(null))).toBe(isFrench);
});

test('a rate that is also French is the member state’s from the day of the one-stop shop on', () => {
  const austria = (day: string) => sale('AT', 100, { ratePercent: 20, day });
  const rules = rulesOf('2027-01-01');
  expect(isFrenchVat(austria('2026-12-31'), rules)).toBe(true);
  expect(isFrenchVat(austria('2027-01-01'), rules)).toBe(false);
});

test('a credit note is of the regime, the quarter and the year of its sale', () => {
  const sold = { day: '2026-12-20', vatCents: 5 };
  const note = { ...sold, kind: 'credit_note', day: '2027-01-03', soldDay: '2026-12-20' } as const;
  const documents = [sale('DE', 100, sold), sale('DE', -100, note)];
  const rows = ossTable(documents, rulesOf('2027-01-01')).rows.map(([issued, of, , , , whose]) => [
    issued,
    of,
    whose,
  ]);
  expect(rows).toEqual([
    ['2026-T4', '2026-T4', 'française'],
    ['2027-T1', '2026-T4', 'française'],
  ]);
  expect(thresholdTable(documents, ['2026', '2027']).rows.map(([, net]) => net)).toEqual([0, 0]);
});

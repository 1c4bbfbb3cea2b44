import { expect, test } from 'vitest';
import type { DocumentGroup } from '#server/money/books/documents.ts';
import { isFrenchVat, thresholdTable } from '#server/money/books/sales-tables.ts';

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
  ...more,
});

test.each([
  [7_999_99, 'en dessous'],
  [8_000_00, 'attention, plus de 80 %'],
  [10_000_00, 'attention, plus de 80 %'],
  [10_000_01, 'dépassé le 2026-05-01'],
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
])('the VAT of %s at %s percent is French: %s', (country, ratePercent, isFrench) => {
  expect(isFrenchVat(sale(country, 100, { ratePercent }), null)).toBe(isFrench);
});

test('a rate that is also French is the member state’s from the day of the one-stop shop on', () => {
  const austria = sale('AT', 100, { ratePercent: 20 });
  expect(isFrenchVat({ ...austria, day: '2026-12-31' }, '2027-01-01')).toBe(true);
  expect(isFrenchVat({ ...austria, day: '2027-01-01' }, '2027-01-01')).toBe(false);
});

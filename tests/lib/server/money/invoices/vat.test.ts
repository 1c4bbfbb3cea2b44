import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VatSettings } from '#server/core/config/vat.ts';
import {
  creditNoteAmounts,
  splitVat,
  vatMention,
  vatRatePercent,
  type Amounts,
} from '#server/money/invoices/issue-invoice.ts';

const totals = fc.integer({ min: -100_000_000, max: 100_000_000 });
const rates = fc.integer({ min: 0, max: 300 }).map((tenths) => tenths / 10);

describe('the VAT in a total', () => {
  test.each([
    [999, 5.5, 947, 52],
    [1499, 8.1, 1387, 112],
    [499, 0, 499, 0],
    [499, null, 499, 0],
    [0, 20, 0, 0],
    [-999, 5.5, -947, -52],
    [1000, 20, 833, 167],
    // Half a cent is rounded away from zero.
    [999, 20, 832, 167],
    [-999, 20, -832, -167],
    [3, 20, 2, 1],
    [-3, 20, -2, -1],
  ])('of %i cents at %s percent', (totalCents, ratePercent, netCents, vatCents) => {
    expect(splitVat(totalCents, ratePercent)).toEqual({ netCents, vatCents, totalCents });
  });

  test('adds up with the net to the total, to the nearest cent, in whole cents', () => {
    fc.assert(
      fc.property(totals, rates, (totalCents, ratePercent) => {
        const { netCents, vatCents } = splitVat(totalCents, ratePercent);
        expect(netCents + vatCents).toBe(totalCents);
        expect(Number.isInteger(vatCents)).toBe(true);
        // |vat − total × rate ÷ (100 + rate)| ≤ ½, without a division.
        const tenths = Math.round(ratePercent * 10);
        const error = Math.abs(vatCents * (1000 + tenths) - totalCents * tenths);
        expect(2 * error).toBeLessThanOrEqual(1000 + tenths);
      }),
    );
  });

  test('is refunded by the same amount with the opposite sign', () => {
    fc.assert(
      fc.property(totals, rates, (totalCents, ratePercent) => {
        const there = splitVat(totalCents, ratePercent);
        const back = splitVat(-totalCents, ratePercent);
        expect(there.vatCents + back.vatCents).toBe(0);
        expect(there.netCents + back.netCents).toBe(0);
      }),
    );
  });

  test.each([
    [9.99, 20],
    [Number.NaN, 20],
    [2 ** 53, 20],
    [999, 5.55],
    [999, -1],
    [999, Number.NaN],
  ])('is not taken out of %s cents at %s percent', (totalCents, ratePercent) => {
    expect(() => splitVat(totalCents, ratePercent)).toThrow(RangeError);
  });
});

describe('credit notes', () => {
  const nothing: Amounts = { netCents: 0, vatCents: 0, totalCents: 0 };
  const sum = (one: Amounts, other: Amounts): Amounts => ({
    netCents: one.netCents + other.netCents,
    vatCents: one.vatCents + other.vatCents,
    totalCents: one.totalCents + other.totalCents,
  });

  test('of a full refund, however it is split, add up to the invoice', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(cuts, rates, (parts, ratePercent) => {
        const total = parts.reduce((cents, part) => cents + part, 0);
        const invoice = splitVat(total, ratePercent);
        let corrected = nothing;
        for (const part of parts) {
          const note = creditNoteAmounts(invoice, corrected, part);
          expect(note.netCents + note.vatCents).toBe(-part);
          expect(note.netCents).toBeLessThanOrEqual(0);
          expect(note.vatCents).toBeLessThanOrEqual(0);
          corrected = sum(corrected, note);
        }
        expect(sum(invoice, corrected)).toEqual(nothing);
      }),
    );
  });

  test('share the VAT as it was charged', () => {
    const invoice = splitVat(999, 5.5);
    expect(creditNoteAmounts(invoice, nothing, 333)).toEqual({
      netCents: -316,
      vatCents: -17,
      totalCents: -333,
    });
    expect(creditNoteAmounts(splitVat(500, null), nothing, 200)).toEqual({
      netCents: -200,
      vatCents: 0,
      totalCents: -200,
    });
  });

  test.each([0, -1, 667, 10.5])('give back no %s cents where 666 are left', (cents) => {
    const invoice = splitVat(999, 5.5);
    const corrected = creditNoteAmounts(invoice, nothing, 333);
    expect(() => creditNoteAmounts(invoice, corrected, cents)).toThrow(RangeError);
  });
});

test('the rate is the buyer’s country’s, or none under the franchise', () => {
  const ratesPercent = { France: 5.5, Belgique: 6, Suisse: 8.1, Canada: 5, Autre: 0 };
  const vat: VatSettings = { regime: 'rates', ratesPercent, ratesByCode: { DE: 7 } };
  expect(vatRatePercent(vat, { country: 'Belgique' })).toBe(6);
  expect(vatRatePercent(vat, { country: 'Autre' })).toBe(0);
  expect(vatRatePercent(vat, { country: 'Autre', countryCode: 'DE' })).toBe(7);
  expect(vatRatePercent(vat, { country: 'Autre', countryCode: 'JP' })).toBe(0);
  // A rate of 0 would say that Italy is outside the Union.
  expect(vatRatePercent(vat, { country: 'Autre', countryCode: 'IT' })).toBe(5.5);
  // Nor that Monaco is, or Réunion.
  expect(vatRatePercent(vat, { country: 'Autre', countryCode: 'MC' })).toBe(5.5);
  expect(vatRatePercent(vat, { country: 'Autre', countryCode: 'RE' })).toBe(5.5);
  expect(vatRatePercent({ regime: 'franchise' }, { country: 'France' })).toBeNull();
});

test('an invoice without VAT states why', () => {
  expect(vatMention(20, 'FR')).toBeNull();
  expect(vatMention(0, 'GF')).toBe('TVA non applicable, art. 294 du CGI');
  expect(vatMention(null, 'FR')).toBe('TVA non applicable, art. 293 B du CGI');
  expect(vatMention(0, 'JP')).toContain('art. 259 B du CGI');
});

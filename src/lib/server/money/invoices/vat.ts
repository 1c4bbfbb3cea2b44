/** VAT in whole cents, in exact integers (decision 29). */
import type { BillingCountry } from '#shared/money/billing-countries.ts';
import type { VatSettings } from '#server/core/config/vat.ts';

/** `netCents + vatCents = totalCents`, always. */
export type Amounts = { netCents: number; vatCents: number; totalCents: number };

/** Products of amounts up to this one stay exact. */
const largestAmountCents = 1_000_000_000_00;

/**
 * The rate in percent for a buyer of that country; null under the franchise. A VAT number changes
 * nothing, because it is not verified (decision 29).
 */
export function vatRatePercent(vat: VatSettings, country: BillingCountry): number | null {
  return vat.regime === 'franchise' ? null : vat.ratesPercent[country];
}

/**
 * The legal reason why an invoice has no VAT; null where it has some. The issuer stores the
 * sentence with its line, so that it stays the same when the law is renumbered.
 */
export function vatMention(ratePercent: number | null): string | null {
  if (ratePercent === null) return 'TVA non applicable, art. 293 B du CGI';
  if (ratePercent > 0) return null;
  return 'TVA française non applicable, art. 259 B du CGI\u00A0: service fourni par voie électronique à un client établi hors de l’Union européenne';
}

/**
 * The VAT included in a total, rounded half away from zero.
 * @param totalCents whole cents; a credit note's are negative
 * @param ratePercent one decimal at most, as 5.5; null under the franchise
 * @throws RangeError for fractions of a cent, more decimals and amounts beyond a thousand million
 */
export function splitVat(totalCents: number, ratePercent: number | null): Amounts {
  const rateTenths = Math.round((ratePercent ?? 0) * 10);
  if (rateTenths < 0 || rateTenths / 10 !== (ratePercent ?? 0)) {
    throw new RangeError(`Not a rate: ${ratePercent ?? 'none'}`);
  }
  return withVat(totalCents, shareOf(totalCents, rateTenths, 1000 + rateTenths));
}

/**
 * Amounts of the credit note for a part of an invoice, all negative or zero. Each note brings
 * the refunded VAT in proportion to the sum refunded so far, so that the notes of a full refund,
 * however it is split, add up to the invoice's net and VAT to the cent.
 * @param invoice its amounts, positive
 * @param corrected the sum of its credit notes so far, negative or zero
 * @param refundCents what is refunded now, positive
 * @throws RangeError when more is refunded than is left
 */
export function creditNoteAmounts(
  invoice: Amounts,
  corrected: Amounts,
  refundCents: number,
): Amounts {
  const leftCents = invoice.totalCents + corrected.totalCents;
  if (refundCents <= 0 || refundCents > leftCents) {
    throw new RangeError(`A refund of ${refundCents} cents where ${leftCents} are left`);
  }
  const givenBackCents = refundCents - corrected.totalCents;
  const vatGivenBackCents = shareOf(givenBackCents, invoice.vatCents, invoice.totalCents);
  return withVat(-refundCents, -vatGivenBackCents - corrected.vatCents);
}

function withVat(totalCents: number, vatCents: number): Amounts {
  // Adding 0 turns -0 into 0.
  return { netCents: totalCents - vatCents + 0, vatCents: vatCents + 0, totalCents };
}

/** `amountCents × part ÷ whole` in whole cents, half away from zero. */
function shareOf(amountCents: number, part: number, whole: number): number {
  if (!Number.isInteger(amountCents) || Math.abs(amountCents) > largestAmountCents) {
    throw new RangeError(`Not an amount in cents: ${amountCents}`);
  }
  const product = 2n * BigInt(Math.abs(amountCents)) * BigInt(part) + BigInt(whole);
  return Math.sign(amountCents) * Number(product / (2n * BigInt(whole)));
}

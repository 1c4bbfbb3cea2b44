import { and, eq, sql } from 'drizzle-orm';
import { formatCount, parisDay } from '#shared/site/formats.ts';
import type { InvoicingConfig } from '#server/core/config/purchase-settings.ts';
import type { Database } from '#server/core/db/database.ts';
import { invoiceCounters, invoices } from '#server/core/db/schema/invoices.ts';
import type { creditTransactions } from '#server/core/db/schema/money.ts';
import { countryCodeOf, isInUnion } from '#shared/money/billing-countries.ts';
import type { VatSettings } from '#server/core/config/vat.ts';
import {
  buyerSchema,
  invoiceLinesSchema,
  sellerOf,
  type Buyer,
  type InvoiceLine,
} from './invoice-document.ts';
import { invoiceNumber } from './invoice-number.ts';

type Transaction = typeof creditTransactions.$inferSelect;
type InvoiceKind = (typeof invoices.$inferSelect)['kind'];

/**
 * Issues the invoice of a purchase, in the transaction that completes it: the number is issued
 * there, so that a rollback leaves no gap (design section 10).
 */
export async function issueInvoice(
  tx: Database,
  { publisher, vat }: InvoicingConfig,
  transaction: Transaction,
  issuedAt: Date,
): Promise<void> {
  const buyer = buyerSchema.parse(transaction.billing);
  const ratePercent = vatRatePercent(vat, buyer);
  const amounts = splitVat(transaction.amountCents, ratePercent);
  const line: InvoiceLine = {
    label: `${transaction.packName}\u00A0: ${formatCount(transaction.credits)} crédits de lecture`,
    quantity: 1,
    vatRatePercent: ratePercent,
    vatMention: vatMention(ratePercent, countryCodeOf(buyer)),
    ...amounts,
  };
  await tx.insert(invoices).values({
    kind: 'invoice',
    ...(await takeNumber(tx, 'invoice', issuedAt)),
    transactionId: transaction.id,
    seller: sellerOf(publisher),
    buyer,
    lines: invoiceLinesSchema.parse([line]),
    ...amounts,
    issuedAt,
  });
}

/** The refund reference of a bank transfer's credit note, in place of Stripe's refund id. */
export function transferReferenceOf(withdrawalId: string): string {
  return `transfer:${withdrawalId}`;
}

/** What a credit note is issued for. */
export type GivenBack = { transactionId: string; refundReference: string; refundCents: number };

/**
 * Issues the credit note of a refund, in the transaction that records it. The caller has locked the
 * purchase's row, so that two notes of one invoice are serialized.
 */
export async function issueCreditNote(
  tx: Database,
  { transactionId, refundReference, refundCents }: GivenBack,
  issuedAt: Date,
): Promise<void> {
  const issued = await tx.select().from(invoices).where(eq(invoices.transactionId, transactionId));
  const invoice = issued.find(({ kind }) => kind === 'invoice');
  if (!invoice) throw new Error(`transaction ${transactionId} has no invoice to correct`);
  const notes = issued.filter(({ kind }) => kind === 'credit_note');
  const corrected = {
    netCents: sum(notes.map(({ netCents }) => netCents)),
    vatCents: sum(notes.map(({ vatCents }) => vatCents)),
    totalCents: sum(notes.map(({ totalCents }) => totalCents)),
  };
  const amounts = creditNoteAmounts(invoice, corrected, refundCents);
  const [corrects] = invoiceLinesSchema.parse(invoice.lines);
  if (!corrects) throw new Error(`invoice ${invoice.number} has no line`);
  const line: InvoiceLine = {
    ...corrects,
    label: `Remboursement${refundCents < invoice.totalCents ? ' partiel' : ''}\u00A0: ${corrects.label}`,
    ...amounts,
  };
  await tx.insert(invoices).values({
    kind: 'credit_note',
    ...(await takeNumber(tx, 'credit_note', issuedAt)),
    transactionId,
    invoiceId: invoice.id,
    refundReference,
    seller: invoice.seller,
    buyer: invoice.buyer,
    lines: invoiceLinesSchema.parse([line]),
    ...amounts,
    issuedAt,
  });
}

/** Whether a refund has its credit note: it is recorded once. */
export async function hasCreditNote(tx: Database, refundReference: string): Promise<boolean> {
  const notes = await tx.$count(
    invoices,
    and(eq(invoices.kind, 'credit_note'), eq(invoices.refundReference, refundReference)),
  );
  return notes > 0;
}

/** The next number of the year, in Paris. Its row stays locked until the transaction ends. */
async function takeNumber(
  tx: Database,
  kind: InvoiceKind,
  at: Date,
): Promise<{ year: number; sequence: number; number: string }> {
  const year = Number(parisDay(at).slice(0, 4));
  const [counter] = await tx
    .insert(invoiceCounters)
    .values({ year, kind, lastNumber: 1 })
    .onConflictDoUpdate({
      target: [invoiceCounters.year, invoiceCounters.kind],
      set: { lastNumber: sql`${invoiceCounters.lastNumber} + 1` },
    })
    .returning({ sequence: invoiceCounters.lastNumber });
  if (!counter) throw new Error('no invoice number could be taken');
  const { sequence } = counter;
  return { year, sequence, number: invoiceNumber({ kind, year, sequence }) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** VAT in whole cents, in exact integers (decision 29). */

/** `netCents + vatCents = totalCents`, always. */
export type Amounts = { netCents: number; vatCents: number; totalCents: number };

/** Products of amounts up to this one stay exact. */
const largestAmountCents = 1_000_000_000_00;

/**
 * The rate in percent for a buyer of that country; null under the franchise. A VAT number changes
 * nothing, because it is not verified (decision 29). A member state, Monaco or an overseas department
 * without a rate of its own pays the French one where “Autre” is 0: no invoice says that it is outside
 * the Union.
 */
export function vatRatePercent(
  vat: VatSettings,
  buyer: Pick<Buyer, 'country' | 'countryCode'>,
): number | null {
  if (vat.regime === 'franchise') return null;
  const { ratesPercent, ratesByCode } = vat;
  if (buyer.country !== 'Autre') return ratesPercent[buyer.country];
  const code = countryCodeOf(buyer) ?? '';
  const rest = ratesPercent.Autre;
  return ratesByCode[code] ?? (rest === 0 && isInUnion(code) ? ratesPercent.France : rest);
}

/**
 * The legal reason why an invoice has no VAT; null where it has some. The issuer stores the
 * sentence with its line, so that it stays the same when the law is renumbered.
 */
export function vatMention(ratePercent: number | null, country: string | null): string | null {
  if (ratePercent === null) return 'TVA non applicable, art. 293 B du CGI';
  if (ratePercent > 0) return null;
  // French departments without VAT.
  if (country === 'GF' || country === 'YT') return 'TVA non applicable, art. 294 du CGI';
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

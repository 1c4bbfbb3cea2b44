import { and, eq, sql } from 'drizzle-orm';
import { formatCount, parisDay } from '#shared/site/formats.ts';
import type { InvoicingConfig } from '#server/core/config/settling-settings.ts';
import type { Database } from '#server/core/db/database.ts';
import { invoiceCounters, invoices } from '#server/core/db/schema/invoices.ts';
import { type creditTransactions } from '#server/core/db/schema/money.ts';
import { buyerSchema, invoiceLinesSchema, sellerOf, type InvoiceLine } from './invoice-document.ts';
import { invoiceNumber } from './invoice-number.ts';
import { creditNoteAmounts, splitVat, vatMention, vatRatePercent } from './vat.ts';

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
  const ratePercent = vatRatePercent(vat, buyer.country);
  const amounts = splitVat(transaction.amountCents, ratePercent);
  const line: InvoiceLine = {
    label: `${transaction.packName}\u00A0: ${formatCount(transaction.credits)} crédits de lecture`,
    quantity: 1,
    vatRatePercent: ratePercent,
    vatMention: vatMention(ratePercent),
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

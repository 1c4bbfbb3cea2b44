import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { withdrawalConsents } from '#shared/money/withdrawal-consent.ts';
import type { Database } from '#server/core/db/database.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { buyerSchema, invoiceDocumentSchema, sellerSchema } from './invoice-document.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { transferReferenceOf } from './issue-invoice.ts';
import { withdrawalReceiptSchema, type WithdrawalReceipt } from './withdrawal-receipt.ts';

/** The invoice of a purchase (`transactionId`) or a credit note (`id`) of this user, or null. */
export async function findInvoice(
  db: Database,
  userId: string,
  which: { transactionId: string } | { creditNoteId: string },
): Promise<InvoiceDocument | null> {
  const corrected = alias(invoices, 'corrected');
  const wanted =
    'transactionId' in which
      ? and(eq(invoices.transactionId, which.transactionId), eq(invoices.kind, 'invoice'))
      : and(eq(invoices.id, which.creditNoteId), eq(invoices.kind, 'credit_note'));
  const [found] = await db
    .select({
      invoice: invoices,
      transaction: creditTransactions,
      corrects: { number: corrected.number, issuedAt: corrected.issuedAt },
      withdrawal: withdrawals,
    })
    .from(invoices)
    .innerJoin(creditTransactions, eq(creditTransactions.id, invoices.transactionId))
    .leftJoin(corrected, eq(corrected.id, invoices.invoiceId))
    .leftJoin(withdrawals, eq(withdrawals.transactionId, creditTransactions.id))
    .where(and(wanted, eq(creditTransactions.userId, userId)));
  if (!found) return null;
  const { invoice, transaction, corrects, withdrawal } = found;
  const { kind, number, issuedAt, seller, buyer, lines, netCents, vatCents, totalCents } = invoice;
  const shared = { number, issuedAt, seller, buyer, lines, netCents, vatCents, totalCents };
  const payment = {
    paidAt: kind === 'invoice' ? transaction.completedAt : issuedAt,
    reference: transaction.id,
    method: transaction.paymentMethod,
    transfer: transferOf(invoice.refundReference, withdrawal),
  };
  return invoiceDocumentSchema.parse({
    ...shared,
    currency: transaction.currency,
    payment,
    ...(kind === 'invoice' ? { kind, ...consentOf(transaction) } : { kind, corrects }),
  });
}

/** The acknowledgement of a withdrawal from a purchase of this user, or null. */
export async function findWithdrawalReceipt(
  db: Database,
  userId: string,
  transactionId: string,
): Promise<WithdrawalReceipt | null> {
  const [found] = await db
    .select({ withdrawal: withdrawals, transaction: creditTransactions, invoice: invoices })
    .from(withdrawals)
    .innerJoin(creditTransactions, eq(creditTransactions.id, withdrawals.transactionId))
    .innerJoin(
      invoices,
      and(eq(invoices.transactionId, creditTransactions.id), eq(invoices.kind, 'invoice')),
    )
    .where(and(eq(withdrawals.transactionId, transactionId), eq(withdrawals.userId, userId)));
  if (!found) return null;
  const { withdrawal, transaction, invoice } = found;
  return withdrawalReceiptSchema.parse({
    reference: withdrawal.id,
    declaredAt: withdrawal.requestedAt,
    purchase: {
      reference: transaction.id,
      paidAt: transaction.completedAt,
      packName: transaction.packName,
      credits: transaction.credits,
      totalCents: transaction.amountCents,
    },
    unspentCredits: withdrawal.credits,
    refundCents: withdrawal.amountCents,
    seller: sellerSchema.parse(invoice.seller),
    buyer: buyerSchema.parse(invoice.buyer),
  });
}

/** The bank transfer that a credit note is about, or null. */
function transferOf(
  refundReference: string | null,
  withdrawal: typeof withdrawals.$inferSelect | null,
) {
  if (!withdrawal || refundReference !== transferReferenceOf(withdrawal.id)) return null;
  return { reference: withdrawal.transferReference, paidOn: withdrawal.transferredOn };
}

function consentOf(transaction: typeof creditTransactions.$inferSelect) {
  const { withdrawalConsentVersion: version, withdrawalConsentAt: givenAt } = transaction;
  const texts: Readonly<Record<string, string>> = withdrawalConsents;
  const text = version === null ? undefined : texts[version];
  return text === undefined ? {} : { withdrawalConsent: { text, version, givenAt } };
}

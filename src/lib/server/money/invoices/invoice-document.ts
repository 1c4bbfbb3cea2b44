/**
 * The content of an invoice or a credit note. Seller, buyer and lines are stored as JSON in
 * `invoices` and are read back through these schemas. A credit note's amounts are negative, so that
 * the table sums to the revenue.
 */
import { z } from 'zod';
import { billingCountries, otherCountryCodes } from '#shared/money/billing-countries.ts';
import type { SellerSettings } from '#server/core/config/publisher.ts';
import { paymentMethods } from '#server/core/db/schema/money.ts';

const text = (max: number) => z.string().trim().min(1).max(max);
const line = z.string().trim().min(1);
const cents = z.int();

/** A number or a reference: used as it is in file names and metadata. */
const identifier = z.string().regex(/^[\w-]{1,60}$/);

/** The publisher on the day of issue; the same length limits as the operator's settings. */
export const sellerSchema = z.strictObject({
  name: line,
  legalForm: line,
  /** Null for a publisher without one. */
  capital: line.nullable(),
  address: line,
  registration: line,
  /** Null under the franchise, where the publisher has none. */
  vatNumber: line.nullable(),
  email: line,
  phone: line,
});
export type Seller = z.infer<typeof sellerSchema>;

/** The buyer as entered in the billing form (specification, section 5). */
export const buyerSchema = z.strictObject({
  fullName: text(100),
  email: text(100),
  address: text(200),
  city: text(50),
  postalCode: text(10),
  country: z.enum(billingCountries),
  /** Which country “Autre” is; older orders have none. */
  countryCode: z.enum(otherCountryCodes).optional(),
  /** As the buyer entered it; not verified. */
  vatNumber: text(20).optional(),
});
export type Buyer = z.infer<typeof buyerSchema>;

const invoiceLineSchema = z
  .strictObject({
    label: text(200),
    quantity: z.int().min(1),
    /** Null under the franchise. */
    vatRatePercent: z.number().min(0).max(30).nullable(),
    /** Why there is no VAT, by the law of that day; null where there is some. */
    vatMention: text(300).nullable(),
    netCents: cents,
    vatCents: cents,
    totalCents: cents,
  })
  .refine(({ netCents, vatCents, totalCents }) => netCents + vatCents === totalCents, {
    message: 'net and VAT are not the total',
  })
  .refine((line) => (line.vatMention === null) === (line.vatRatePercent ?? 0) > 0, {
    message: 'no VAT without its mention, no mention where there is some',
  })
  .refine((line) => line.vatMention === null || line.vatCents === 0, {
    message: 'VAT where the line says that there is none',
  });
export type InvoiceLine = z.infer<typeof invoiceLineSchema>;

export const invoiceLinesSchema = z.array(invoiceLineSchema).min(1).max(10);

const shared = {
  number: identifier,
  issuedAt: z.date(),
  seller: sellerSchema,
  buyer: buyerSchema,
  lines: invoiceLinesSchema,
  netCents: cents,
  vatCents: cents,
  totalCents: cents,
  currency: z.literal('eur'),
  payment: z.strictObject({
    /** When the buyer paid; on a credit note, when the money was refunded. */
    paidAt: z.date(),
    /** The transaction's id. */
    reference: identifier,
    method: z.enum(paymentMethods),
    /** The bank transfer of a credit note, where Stripe did not refund. */
    transfer: z.strictObject({ reference: text(140), paidOn: z.iso.date() }).nullish(),
  }),
};

export const invoiceDocumentSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('invoice'),
      ...shared,
      /**
       * What the buyer ticked about immediate access, and when: the confirmation on a durable medium
       * that art. L221-13 C. conso. asks for.
       */
      withdrawalConsent: z
        .strictObject({ text: text(1000), version: text(60), givenAt: z.date() })
        .optional(),
    }),
    z.strictObject({
      kind: z.literal('credit_note'),
      ...shared,
      /** The invoice that it corrects. */
      corrects: z.strictObject({ number: identifier, issuedAt: z.date() }),
    }),
  ])
  .refine(
    (document) =>
      (['netCents', 'vatCents', 'totalCents'] as const).every(
        (amount) =>
          document[amount] === document.lines.reduce((sum, line) => sum + line[amount], 0),
      ),
    { message: 'the lines do not add up to the totals' },
  )
  .refine(({ kind, totalCents }) => (kind === 'invoice' ? totalCents >= 0 : totalCents < 0), {
    message: 'a credit note is negative, an invoice is not',
  });
export type InvoiceDocument = z.infer<typeof invoiceDocumentSchema>;

/** The seller's block, from the current settings. */
export function sellerOf(publisher: SellerSettings): Seller {
  return {
    name: publisher.PUBLISHER_NAME,
    legalForm: publisher.PUBLISHER_LEGAL_FORM,
    capital: publisher.PUBLISHER_CAPITAL,
    address: publisher.PUBLISHER_ADDRESS,
    registration: publisher.PUBLISHER_REGISTRATION,
    vatNumber: publisher.PUBLISHER_VAT_NUMBER,
    email: publisher.PUBLISHER_EMAIL,
    phone: publisher.PUBLISHER_PHONE,
  };
}

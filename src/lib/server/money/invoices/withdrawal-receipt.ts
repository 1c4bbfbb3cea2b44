import { z } from 'zod';
import { buyerSchema, sellerSchema } from './invoice-document.ts';

/**
 * A withdrawal that was declared online: the content of its acknowledgement on a durable medium
 * (art. L221-21 C. conso.: the content of the declaration, its date and time).
 */
export const withdrawalReceiptSchema = z.strictObject({
  /** The withdrawal's id. */
  reference: z.string().regex(/^[\w-]{1,60}$/),
  declaredAt: z.date(),
  purchase: z.strictObject({
    /** The transaction's id. */
    reference: z.string().regex(/^[\w-]{1,60}$/),
    paidAt: z.date(),
    packName: z.string().trim().min(1).max(200),
    credits: z.int().min(1),
    totalCents: z.int().min(0),
  }),
  /** Unspent credits of that purchase, and the sum refunded for them. */
  unspentCredits: z.int().min(1),
  refundCents: z.int().min(0),
  seller: sellerSchema,
  buyer: buyerSchema,
});
export type WithdrawalReceipt = z.infer<typeof withdrawalReceiptSchema>;

import { z } from 'zod';
import { transferReferenceCharactersMax, transfersListMax } from '../constants.ts';
import { messages } from '../messages.ts';
import { tidyText } from '../text/written-text.ts';
import { defineCall } from './call.ts';
import { dayField, idParams, idSchema, instantSchema } from './fields.ts';

/** A withdrawal that Stripe refuses to pay, or a refund that the bank sent back, as admins see it. */
const transferSchema = z.object({
  /** The withdrawal's id, or the refund's here. */
  _id: idSchema,
  transactionId: idSchema,
  packName: z.string(),
  /** As on the invoice. */
  buyer: z.object({ name: z.string(), email: z.string() }),
  /** Those of a withdrawal; 0 of a refund, whose credits were taken back before. */
  credits: z.int(),
  /** The sum to transfer, in cents. */
  amount: z.int(),
  requestedAt: instantSchema,
  /**
   * Since when Stripe refuses, and its reason code; `refund_failed`: the bank returned the refund.
   */
  refusedAt: instantSchema,
  refusalCode: z.string(),
  /** The transfer that paid it; null until one is recorded. */
  settled: z
    .object({
      reference: z.string(),
      paidOn: z.iso.date(),
      notedAt: instantSchema,
      /** The admin's name; null for the command. */
      by: z.string().nullable(),
    })
    .nullable(),
});
export type TransferBody = z.infer<typeof transferSchema>;

/**
 * Withdrawals that wait for a bank transfer, the oldest first, or those settled by one, newest
 * first. Those with an open dispute are not listed.
 */
export const listTransfers = defineCall({
  method: 'GET',
  path: '/api/moderation/withdrawals',
  limit: 'read',
  query: z.object({ state: z.enum(['open', 'settled']).default('open') }),
  response: z.array(transferSchema).max(transfersListMax),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

/** The reference and the day, in Paris, of a bank transfer, from a form or a command line. */
export const transferFields = {
  reference: z
    .string(messages.settlement.referenceMissing)
    .overwrite((text) => tidyText(text).replaceAll(/\s+/g, ' '))
    .min(1, messages.settlement.referenceMissing)
    .max(transferReferenceCharactersMax, messages.settlement.referenceTooLong),
  paidOn: dayField(messages.settlement.dayMissing),
};

/**
 * Records the bank transfer that paid a withdrawal; `amount` is what the admin was shown, in
 * cents. Idempotent for the same reference and day. 409 `WITHDRAWAL_REFUSED` for one that does not
 * wait for a transfer, and for another amount, which it carries.
 */
export const closeTransfer = defineCall({
  method: 'POST',
  path: '/api/moderation/withdrawals/{id}/settle',
  limit: 'write',
  params: idParams,
  body: z.object({ ...transferFields, amount: z.int().min(1) }),
  response: transferSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'WITHDRAWAL_REFUSED'],
});

import { z } from 'zod';
import { transferReferenceCharactersMax, transfersListMax } from '../constants.ts';
import { messages } from '../messages.ts';
import { tidyText } from '../written-text.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema, noBody, nothing } from './fields.ts';

/** A withdrawal that Stripe will not pay, as admins see it. */
const transferSchema = z.object({
  /** The withdrawal's id. */
  _id: idSchema,
  transactionId: idSchema,
  packName: z.string(),
  /** As on the invoice. */
  buyer: z.object({ name: z.string(), email: z.string() }),
  credits: z.int(),
  /** What the transfer has to bring, in cents. */
  amount: z.int(),
  requestedAt: instantSchema,
  /** Since when Stripe refuses, and its code for why; `refund_failed`: the bank sent the refund back. */
  refusedAt: instantSchema,
  refusalCode: z.string(),
  /** The transfer that paid it; null as long as none is noted. */
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
 * Withdrawals that wait for a bank transfer, the longest waiting first, or those that were settled so,
 * newest first. Those whose dispute is open do not wait for us.
 */
export const listTransfers = defineCall({
  method: 'GET',
  path: '/api/moderation/withdrawals',
  limit: 'read',
  params: nothing,
  query: z.object({ state: z.enum(['open', 'settled']).default('open') }),
  body: noBody,
  response: z.array(transferSchema).max(transfersListMax),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

/** The reference and the day, in Paris, of a bank transfer, as a form or a command line gives them. */
export const transferFields = {
  reference: z
    .string(messages.settlement.referenceMissing)
    .overwrite((text) => tidyText(text).replaceAll(/\s+/g, ' '))
    .min(1, messages.settlement.referenceMissing)
    .max(transferReferenceCharactersMax, messages.settlement.referenceTooLong),
  paidOn: z.iso.date(messages.settlement.dayMissing),
};

/**
 * Notes the bank transfer by which a withdrawal was paid; `amount` is what the admin was shown, in
 * cents. Noted again with the same reference and day, it is the same. 409 `WITHDRAWAL_REFUSED` for
 * what does not wait for a transfer, and for another amount, which it carries.
 */
export const settleTransfer = defineCall({
  method: 'POST',
  path: '/api/moderation/withdrawals/{id}/settle',
  limit: 'write',
  params: idParams,
  query: nothing,
  body: z.object({ ...transferFields, amount: z.int().min(1) }),
  response: transferSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'WITHDRAWAL_REFUSED'],
});

/** Where an author is paid (decisions 88 and 152). */
import { z } from 'zod';
import { isIban, tidyIban } from '../money/iban.ts';
import { payMessages } from '../money/pay-messages.ts';
import { tidyText } from '../text/written-text.ts';
import { defineCall } from './call.ts';
import { instantSchema } from './fields.ts';

export const accountSchema = z.object({
  holderName: z.string(),
  /** With its middle hidden: “FR76 •••• 0189”. */
  maskedIban: z.string(),
  updatedAt: instantSchema,
});

/**
 * Where the caller wants to be paid: a bank account in euros of the SEPA area. 403 `SIGN_IN_STALE` where
 * their session began more than ten minutes ago.
 */
export const savePayoutAccount = defineCall({
  method: 'PUT',
  path: '/api/studio/payout-account',
  limit: 'write',
  body: z.object({
    holderName: z
      .string(payMessages.holderMissing)
      .overwrite((text) => tidyText(text).replaceAll(/\s+/g, ' '))
      .min(1, payMessages.holderMissing)
      .max(70, payMessages.holderTooLong),
    iban: z.string(payMessages.ibanWrong).overwrite(tidyIban).refine(isIban, payMessages.ibanWrong),
  }),
  response: accountSchema,
  refusals: ['SIGN_IN_REQUIRED', 'SIGN_IN_STALE', 'FORBIDDEN'],
});

/** Removes it; payments that were made keep theirs. */
export const removePayoutAccount = defineCall({
  method: 'DELETE',
  path: '/api/studio/payout-account',
  limit: 'write',
  response: z.object({ removed: z.literal(true) }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

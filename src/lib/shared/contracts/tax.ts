/** What is withheld of an author's pay, and what it follows from (decision 152). Amounts are in cents. */
import { z } from 'zod';
import { allLineKinds, rateKinds } from '../money/pay-lines.ts';
import { payMessages } from '../money/pay-messages.ts';
import { isSocialSecurityNumber } from '../money/social-security-number.ts';
import { tidyText } from '../text/written-text.ts';
import { defineCall } from './call.ts';
import { dayField, fileSchema, idParams, nothing } from './fields.ts';

const day = dayField(payMessages.dayForm);

/** What was withheld of a payment, or added to it; and what the publisher owes beside it. */
export const linesSchema = z.array(
  z.object({
    kind: z.enum(allLineKinds),
    base: z.int(),
    /** In hundredths of a percent. */
    rate: z.int(),
    amount: z.int(),
  }),
);

const wholeText = (max: number, message: string) =>
  z
    .string(message)
    .overwrite((text) => tidyText(text).replaceAll(/\s+/g, ' '))
    .min(1, message)
    .max(max, message);

export const sheetSchema = z.object({
  /** The first day in Paris for which it counts. */
  startsOn: day,
  legalName: wholeText(140, payMessages.legalNameForm),
  address: wholeText(300, payMessages.addressForm),
  residence: z.enum(['france', 'abroad']),
  /** Of who lives abroad. */
  abroadCertificate: wholeText(100, payMessages.abroadForm).nullable(),
  abroadUntil: day.nullable(),
  regime: z.enum(['wages', 'bnc']),
  /** Of who declares BNC: the exemption from the précompte, and its year. */
  exemptionNumber: wholeText(50, payMessages.exemptionForm).nullable(),
  exemptionYear: z.int().min(2020).max(2100).nullable(),
  /**
   * Whether the publisher withholds the author's VAT; else the last day of the author's renunciation,
   * which a publisher that owes no VAT needs none of.
   */
  vat: z.enum(['withheld', 'charged', 'franchise']),
  vatUntil: day.nullable(),
});
export type TaxSheetBody = z.infer<typeof sheetSchema>;

const newSheetSchema = sheetSchema.extend({
  /** Left out: the one that is known stays. It is never sent back whole. */
  socialSecurityNumber: z
    .string(payMessages.numberForm)
    .overwrite((text) => text.replaceAll(/\s/g, '').toUpperCase())
    .refine(isSocialSecurityNumber, payMessages.numberForm)
    .nullish(),
});
export type NewTaxSheet = z.infer<typeof newSheetSchema>;

/** What the caller, who is or was an author, says of their taxes, from a day on that is not past. What was paid stays as it was. */
export const saveTaxSheet = defineCall({
  method: 'POST',
  path: '/api/studio/tax-sheets',
  limit: 'write',
  body: newSheetSchema
    .refine(
      (sheet) => sheet.residence === 'france' || (sheet.abroadCertificate && sheet.abroadUntil),
      {
        path: ['abroadCertificate'],
        message: payMessages.abroadForm,
      },
    )
    .refine(
      ({ regime, exemptionNumber, exemptionYear }) =>
        (exemptionNumber === null) === (exemptionYear === null) &&
        (regime === 'bnc' || exemptionYear === null),
      { path: ['exemptionNumber'], message: payMessages.exemptionForm },
    ),
  response: nothing,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'PAYOUT_REFUSED'],
});

/**
 * What was withheld of a payment that the bank made, as a PDF: for admins, and for its author, whose
 * session began less than ten minutes ago; else 403 `SIGN_IN_STALE`.
 */
export const getPayoutCertificate = defineCall({
  method: 'GET',
  path: '/api/studio/payouts/{id}/certificate',
  limit: 'export',
  params: idParams,
  response: fileSchema,
  refusals: ['SIGN_IN_REQUIRED', 'SIGN_IN_STALE', 'FORBIDDEN', 'NOT_FOUND'],
});

/** Sets rates from a day on; those that are left out stay. */
export const setPayRates = defineCall({
  method: 'POST',
  path: '/api/moderation/pay/rates',
  limit: 'write',
  body: z.object({
    rates: z
      .array(
        z
          .object({ kind: z.enum(rateKinds), value: z.int(payMessages.rateForm).min(0) })
          .refine(({ kind, value }) => value <= (kind === 'ceiling' ? 100_000_000 : 10_000), {
            message: payMessages.rateForm,
          }),
      )
      .min(1, payMessages.ratesMissing)
      .max(rateKinds.length),
    startsOn: day,
  }),
  response: z.object({ done: z.literal(true) }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

/** What was paid and withheld in a quarter, author by author, as a CSV. 409 while a payment is open. */
export const getUrssafFile = defineCall({
  method: 'GET',
  path: '/api/moderation/pay/urssaf/{quarter}',
  limit: 'export',
  params: z.object({ quarter: z.string().regex(/^20\d{2}-T[1-4]$/, payMessages.quarterForm) }),
  response: fileSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'PAYOUT_REFUSED'],
});

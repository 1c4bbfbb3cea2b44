import { z } from 'zod';
import { billingLimits, declarationLimits, transfersListMax } from '../constants.ts';
import { addressFault, asciiAddress } from '../site/email-address.ts';
import { messages } from '../messages.ts';
import { tidyLine, tidyText } from '../text/written-text.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema } from './fields.ts';

/** In any words: a declaration is refused for none (decision 146). */
const line = (missing: string, max: number) =>
  z.string(missing).overwrite(tidyLine).min(1, missing).max(max, `${max} caractères au plus.`);

/** What is declared without signing in: who, which contract, where the receipt goes (art. D221-5). */
export const declarationFields = z.object({
  name: line('Indiquez votre nom.', billingLimits.fullName),
  invoiceNumber: line(
    'Indiquez le numéro de la facture, ou ce qui désigne votre achat.',
    declarationLimits.invoiceNumberCharacters,
  ),
  email: z
    .string(messages.billing.email)
    .overwrite((text) => asciiAddress(tidyLine(text)).toLowerCase())
    .max(billingLimits.email, messages.billing.email)
    .refine((text) => addressFault(text) === null, messages.billing.email),
});
export type DeclarationFields = z.output<typeof declarationFields>;

/** A declaration that waits for a person, or had its answer, as admins see it. */
const declarationSchema = declarationFields.extend({
  _id: idSchema,
  declaredAt: instantSchema,
  /** The purchase whose invoice it names. */
  orderId: idSchema.nullable(),
  /** Why it was not applied. */
  reason: z.enum(['no_invoice', 'other_person', 'too_late', 'nothing_left', 'erased']),
  /** `by`: the admin's name. */
  answered: z.object({ note: z.string(), at: instantSchema, by: z.string() }).nullable(),
});
export type DeclarationBody = z.input<typeof declarationSchema>;

/** Declarations that wait for a person, those of a purchase first, or were answered, newest first. */
export const listDeclarations = defineCall({
  method: 'GET',
  path: '/api/moderation/declarations',
  limit: 'read',
  query: z.object({ state: z.enum(['open', 'answered']).default('open') }),
  response: z.array(declarationSchema).max(transfersListMax),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

const noteMissing = 'Indiquez ce que vous avez répondu.';

/** Records what was answered, once: another answer is 409 `WITHDRAWAL_REFUSED`, the same one is not. */
export const answerDeclaration = defineCall({
  method: 'POST',
  path: '/api/moderation/declarations/{id}/answer',
  limit: 'write',
  params: idParams,
  body: z.object({
    note: z
      .string(noteMissing)
      .overwrite(tidyText)
      .min(1, noteMissing)
      .max(
        declarationLimits.noteCharacters,
        `${declarationLimits.noteCharacters} caractères au plus.`,
      ),
  }),
  response: declarationSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'WITHDRAWAL_REFUSED'],
});

import { z } from 'zod';
import { isIban, tidyIban } from '#shared/money/iban.ts';
import { settingProblems } from './setting-problem.ts';

/** The account that authors are paid from. */
export type Payer = { name: string; iban: string };

const payerSchema = z.object({
  PAYER_IBAN: z.string().transform(tidyIban).refine(isIban).describe('un IBAN de la zone SEPA'),
  PAYER_NAME: z.string().trim().min(1).max(70).describe('un nom d’au plus 70 caractères'),
});

/** Names of these settings. */
export const payerSettings = Object.keys(payerSchema.shape);

/** A fictitious account; never used in production. */
const demoIban = 'FR7630006000011234567890189';

/**
 * Reads the account that authors are paid from: without `PAYER_IBAN` no transfer can be prepared in
 * production; elsewhere a fictitious account stands in.
 * @param publisherName the account's holder unless `PAYER_NAME` says another.
 * @returns null without an account, or one French sentence per setting that is malformed.
 */
export function parsePayer(
  environment: Record<string, string | undefined>,
  isProduction: boolean,
  publisherName: string,
): { payer: Payer | null } | { problems: string[] } {
  const iban = environment.PAYER_IBAN || (isProduction ? '' : demoIban);
  if (iban === '') return { payer: null };
  const given = {
    PAYER_IBAN: iban,
    // A bank takes 70 characters of a name.
    PAYER_NAME: environment.PAYER_NAME || publisherName.slice(0, 70),
  };
  const result = payerSchema.safeParse(given);
  if (!result.success) return { problems: settingProblems(payerSchema, result.error, environment) };
  return { payer: { name: result.data.PAYER_NAME, iban: result.data.PAYER_IBAN } };
}

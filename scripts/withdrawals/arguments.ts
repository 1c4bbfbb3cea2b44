import { z } from 'zod';
import { transferFields } from '#shared/contracts/transfers.ts';
import { readCommandLine, wrongUsage, wrongValues, type NoCommand } from '../command-line.ts';

/** The parsed command line. Amounts in cents, the day as `2026-11-22`. */
export type WithdrawalsCommand =
  | { kind: 'list' }
  | { kind: 'settle'; id: string; amountCents: number; reference: string; paidOn: string };

export const usage = `Les rétractations que Stripe ne peut pas rembourser : feuilleton withdrawals COMMANDE

  list                                      celles qui attendent un virement : identifiant, somme,
                                            acheteur
  settle IDENTIFIANT SOMME JOUR "RÉFÉRENCE"  note qu’un virement l’a réglée, et émet l’avoir

SOMME est celle de la liste, comme 4,99 ; JOUR est celui du virement, comme 2026-11-22. Notée deux
fois de la même façon, une rétractation ne l’est qu’une fois. Un virement noté ne s’annule pas.

  --help                                    cette aide`;

const sumSentence = 'La somme s’écrit en euros, comme 4,99.';
const settleSchema = z
  .object({
    id: z.uuid('L’identifiant est celui de la liste.'),
    amountCents: z
      .string(sumSentence)
      .regex(/^\d{1,6}[.,]\d{2}$/, sumSentence)
      .transform((text) => Number(text.replace(/[.,]/, ''))),
    paidOn: transferFields.paidOn,
    reference: transferFields.reference,
  })
  .transform((parts) => ({ kind: 'settle' as const, ...parts }));

/** Parses the command line; errors are returned as French sentences. */
export function parseWithdrawalsArguments(argv: string[]): NoCommand | WithdrawalsCommand {
  const given = readCommandLine(argv, { help: { type: 'boolean' } }, usage);
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  const [command, id, amountCents, paidOn, reference, ...more] = given.positionals;
  if (command === 'list' && id === undefined) return { kind: 'list' };
  if (command !== 'settle') return wrongUsage('La commande est list ou settle.', usage);
  if (more.length > 0) return wrongUsage('La référence se met entre guillemets.', usage);
  const parsed = settleSchema.safeParse({ id, amountCents, paidOn, reference });
  return parsed.success ? parsed.data : wrongValues(parsed.error.issues);
}

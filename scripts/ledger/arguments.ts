import { z } from 'zod';
import type { Gap } from '#server/money/invoices/acknowledge-gap.ts';
import { parseInvoiceNumber } from '#server/money/invoices/invoice-number.ts';
import { readCommandLine, wrongUsage, wrongValues, type NoCommand } from '../command-line.ts';

/** The parsed command line. */
export type CheckCommand = { kind: 'check'; days: number };
export type AcknowledgeCommand = { kind: 'acknowledge'; gap: Gap };

const daysDefault = 90;

export const usage = `Le registre des crédits : feuilleton ledger COMMANDE

  check           compare soldes, écritures, achats, factures et rétractations entre eux, et avec
                  Stripe si STRIPE_SECRET_KEY et STRIPE_WEBHOOK_SECRET sont donnés
  acknowledge PREMIER DERNIER "RAISON"
                  note pourquoi des numéros de facture (F2026-000017) ou d’avoir (A2026-000004)
                  manquent, après une restauration par exemple : check ne les nomme plus

check sort avec 0 si tout concorde, 1 s’il y a des différences, 2 si Stripe n’a pas pu être comparé
et que rien d’autre ne diffère, 3 s’il y a des différences et que Stripe n’a pas pu être comparé. Une
commande qui n’a pas pu être faite sort avec 4.

  --days N        ce que Stripe sait des N derniers jours (${daysDefault} si rien n’est dit)
  --help          cette aide`;

const sentence = '--days attend un nombre entier de 1 à 3650.';
const days = z.coerce
  .number(sentence)
  .int(sentence)
  .min(1, sentence)
  .max(3650, sentence)
  .default(daysDefault);

/** Parses the command line; an error is returned as one French sentence. */
export function parseLedgerArguments(
  argv: string[],
): NoCommand | CheckCommand | AcknowledgeCommand {
  const options = { days: { type: 'string' }, help: { type: 'boolean' } } as const;
  const given = readCommandLine(argv, options, usage);
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  if (given.positionals[0] === 'acknowledge') return parseGap(given.positionals.slice(1));
  if (given.positionals.join(' ') !== 'check') {
    return wrongUsage('La commande est check ou acknowledge.', usage);
  }
  const parsed = days.safeParse(given.values.days);
  return parsed.success ? { kind: 'check', days: parsed.data } : wrongValues(parsed.error.issues);
}

const numberSentence = 'Un numéro s’écrit F2026-000017, ou A2026-000004 pour un avoir.';
const number = z.string(numberSentence).transform((text, context) => {
  const parts = parseInvoiceNumber(text);
  if (parts) return parts;
  context.addIssue(numberSentence);
  return z.NEVER;
});
const gapSchema = z
  .object({
    first: number,
    last: number,
    reason: z
      .string('La raison manque.')
      .trim()
      .min(3, 'La raison manque.')
      .max(500, 'La raison est trop longue.'),
  })
  .refine(
    ({ first, last }) =>
      first.kind === last.kind && first.year === last.year && first.sequence <= last.sequence,
    'Le premier et le dernier numéro sont de la même année et de la même sorte, dans l’ordre.',
  );

function parseGap([first, last, reason, ...more]: string[]): NoCommand | AcknowledgeCommand {
  if (more.length > 0) return wrongUsage('La raison se met entre guillemets.', usage);
  const parsed = gapSchema.safeParse({ first, last, reason });
  if (!parsed.success) return wrongValues(parsed.error.issues);
  const { kind, year, sequence: firstSequence } = parsed.data.first;
  const { sequence: lastSequence } = parsed.data.last;
  const gap = { kind, year, firstSequence, lastSequence, reason: parsed.data.reason };
  return { kind: 'acknowledge', gap };
}

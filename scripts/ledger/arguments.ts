import { z } from 'zod';
import { readCommandLine, wrongUsage, wrongValues, type NoCommand } from '../command-line.ts';

/** What the command line asks for. */
export type LedgerCommand = { kind: 'check'; days: number };

const daysDefault = 90;

export const usage = `Le registre des crédits : npm run ledger -- check

  check           compare soldes, écritures, achats, factures et rétractations entre eux, et avec
                  Stripe si STRIPE_SECRET_KEY et STRIPE_WEBHOOK_SECRET sont donnés ; sort avec 1
                  s’il y a une différence

  --days N        ce que Stripe sait des N derniers jours (${daysDefault} si rien n’est dit)
  --help          cette aide`;

const sentence = '--days attend un nombre entier de 1 à 3650.';
const days = z.coerce
  .number(sentence)
  .int(sentence)
  .min(1, sentence)
  .max(3650, sentence)
  .default(daysDefault);

/** Reads the command line; what is wrong comes back as one French sentence. */
export function parseLedgerArguments(argv: string[]): NoCommand | LedgerCommand {
  const options = { days: { type: 'string' }, help: { type: 'boolean' } } as const;
  const given = readCommandLine(argv, options, usage);
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  if (given.positionals.join(' ') !== 'check') return wrongUsage('La commande est check.', usage);
  const parsed = days.safeParse(given.values.days);
  return parsed.success ? { kind: 'check', days: parsed.data } : wrongValues(parsed.error.issues);
}

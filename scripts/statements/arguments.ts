import { z } from 'zod';
import { dayField } from '#shared/contracts/fields.ts';
import { monthSchema } from '#shared/contracts/pay.ts';
import { readCommandLine, wrongUsage, wrongValues, type NoCommand } from '../command-line.ts';

/** The parsed command line. */
export type StatementsCommand =
  | { kind: 'list' }
  | { kind: 'close'; month: string }
  | {
      kind: 'share';
      novelId: string | null;
      authorId: string | null;
      basisPoints: number;
      startsOn: string;
    };

export const usage = `Les relevés des auteurs : feuilleton statements COMMANDE

  list                            ce qui est gagné, payé et dû, auteur par auteur
  close MOIS                      clôt un mois (2026-10) : il ne change plus ; ses relevés nomment
                                  l’éditeur des réglages PUBLISHER_*
  share default POINTS JOUR       la part de tous, en centièmes de pour cent (5000 = 50 %), à partir
                                  d’un jour (2026-10-01)
  share novel ID POINTS JOUR      la part d’un roman, avant celle de son auteur
  share author ID POINTS JOUR     la part d’un auteur, avant celle de tous

Dès qu’une part est notée, le serveur clôt chaque mois de lui-même, une heure après sa fin, depuis
celui de la première écriture du registre. Les virements se préparent sur la page « Rémunération ».

  --help                          cette aide`;

const closeSchema = z.object({ month: monthSchema });
const idSchema = z.uuid('L’identifiant n’en est pas un.');
const shareSchema = z.object({
  novelId: idSchema.nullable(),
  authorId: idSchema.nullable(),
  basisPoints: z
    .string('La part manque.')
    .regex(/^\d{1,5}$/, 'La part s’écrit en centièmes de pour cent, de 0 à 10000.')
    .transform(Number)
    .refine((points) => points <= 10_000, 'La part va de 0 à 10000.'),
  startsOn: dayField('Le jour s’écrit 2026-10-01.'),
});

/** Parses the command line; an error is returned as one French sentence. */
export function parseStatementsArguments(argv: string[]): NoCommand | StatementsCommand {
  const given = readCommandLine(argv, { help: { type: 'boolean' } }, usage);
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  const [command, scope = '', ...rest] = given.positionals;
  if (command === 'list' && scope === '') return { kind: 'list' };
  if (command === 'close' && rest.length === 0) {
    const parsed = closeSchema.safeParse({ month: scope });
    return parsed.success ? { kind: 'close', ...parsed.data } : wrongValues(parsed.error.issues);
  }
  if (command !== 'share' || !['default', 'novel', 'author'].includes(scope)) {
    return wrongUsage('La commande est list, close ou share.', usage);
  }
  const id = scope === 'default' ? null : rest.shift();
  const [basisPoints, startsOn, ...more] = rest;
  if (more.length > 0) return wrongUsage('Il y a un mot de trop.', usage);
  const parsed = shareSchema.safeParse({
    novelId: scope === 'novel' ? id : null,
    authorId: scope === 'author' ? id : null,
    basisPoints,
    startsOn,
  });
  return parsed.success ? { kind: 'share', ...parsed.data } : wrongValues(parsed.error.issues);
}

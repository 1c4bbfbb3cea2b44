import { z } from 'zod';
import { adjustmentCreditsMax } from '#shared/constants.ts';
import type { PersonReference } from '#server/people/identity/people.ts';
import { readCommandLine, wrongUsage, wrongValues, type NoCommand } from '../command-line.ts';
import { personSchema } from '../person-argument.ts';

/** The parsed command line. */
export type CreditsCommand =
  | { kind: 'adjust'; person: PersonReference; delta: number; reason: string }
  | { kind: 'take-down'; chapterId: string; reason: string };

export const usage = `Les crédits : feuilleton credits COMMANDE

  adjust COMPTE NOMBRE "RAISON"   ajoute (+5) ou retire (-5) des crédits ; la raison reste au registre
  take-down CHAPITRE "RAISON"     retire un chapitre pour de bon (une réclamation fondée, par exemple) et
                                  rend ses crédits à chaque lecteur qui l’avait déverrouillé

COMPTE est une adresse e-mail ou un identifiant, NOMBRE un entier de -${adjustmentCreditsMax} à +${adjustmentCreditsMax},
CHAPITRE l’identifiant qui finit l’adresse de sa page. Recommencée, take-down ne rend rien deux fois.

  --help                          cette aide`;

const numberSentence = `Le nombre s’écrit +5 ou -5, de -${adjustmentCreditsMax} à +${adjustmentCreditsMax}, et n’est pas nul.`;
const reasonSchema = z
  .string('La raison manque.')
  .trim()
  .min(3, 'La raison manque.')
  .max(500, 'La raison est trop longue.');
const adjustSchema = z
  .object({
    person: personSchema,
    delta: z
      .string()
      .regex(/^[+-]\d{1,6}$/, numberSentence)
      .transform(Number)
      .refine((delta) => delta !== 0 && Math.abs(delta) <= adjustmentCreditsMax, numberSentence),
    reason: reasonSchema,
  })
  .transform((parts) => ({ kind: 'adjust' as const, ...parts }));
const takeDownSchema = z
  .object({
    chapterId: z.uuid('Le chapitre est l’identifiant qui finit l’adresse de sa page.'),
    reason: reasonSchema,
  })
  .transform((parts) => ({ kind: 'take-down' as const, ...parts }));

/** Parses the command line; an error is returned as one French sentence. */
export function parseCreditsArguments(argv: string[]): NoCommand | CreditsCommand {
  // A negative number is an operand here, not an option.
  const given = readCommandLine(
    argv.filter((word) => !/^-\d/.test(word)),
    { help: { type: 'boolean' } },
    usage,
  );
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  const [command, subject, ...rest] = argv;
  const isTakeDown = command === 'take-down';
  if (!isTakeDown && command !== 'adjust') {
    return wrongUsage('La commande est adjust ou take-down.', usage);
  }
  if (rest.length > (isTakeDown ? 1 : 2)) {
    return wrongUsage('La raison se met entre guillemets.', usage);
  }
  const [first, second] = rest;
  const parsed = isTakeDown
    ? takeDownSchema.safeParse({ chapterId: subject, reason: first })
    : adjustSchema.safeParse({ person: subject, delta: first, reason: second });
  return parsed.success ? parsed.data : wrongValues(parsed.error.issues);
}

import { z } from 'zod';
import type { PersonReference } from '#server/identity/people.ts';
import { readCommandLine, wrongUsage, wrongValues, type NoCommand } from '../command-line.ts';
import { personSchema } from '../person-argument.ts';

/** The parsed command line. */
export type CreditsCommand = {
  kind: 'adjust';
  person: PersonReference;
  delta: number;
  reason: string;
};

const adjustmentMax = 100_000;

export const usage = `Les crédits d’un compte : npm run credits -- adjust COMPTE NOMBRE "RAISON"

  adjust COMPTE NOMBRE "RAISON"   ajoute (+5) ou retire (-5) des crédits ; la raison reste au registre

COMPTE est une adresse e-mail ou un identifiant, NOMBRE un entier de -${adjustmentMax} à +${adjustmentMax}.

  --help                          cette aide`;

const numberSentence = `Le nombre s’écrit +5 ou -5, de -${adjustmentMax} à +${adjustmentMax}, et n’est pas nul.`;
const adjustSchema = z
  .object({
    person: personSchema,
    delta: z
      .string()
      .regex(/^[+-]\d{1,6}$/, numberSentence)
      .transform(Number)
      .refine((delta) => delta !== 0 && Math.abs(delta) <= adjustmentMax, numberSentence),
    reason: z
      .string('La raison manque.')
      .trim()
      .min(3, 'La raison manque.')
      .max(500, 'La raison est trop longue.'),
  })
  .transform((parts) => ({ kind: 'adjust' as const, ...parts }));

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
  const [command, person, delta, reason, ...more] = argv;
  if (command !== 'adjust') return wrongUsage('La commande est adjust.', usage);
  if (more.length > 0) return wrongUsage('La raison se met entre guillemets.', usage);
  const parsed = adjustSchema.safeParse({ person, delta, reason });
  return parsed.success ? parsed.data : wrongValues(parsed.error.issues);
}

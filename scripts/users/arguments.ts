import { z } from 'zod';
import type { PersonReference } from '../../src/lib/server/identity/people.ts';
import type { User } from '../../src/lib/server/identity/sessions.ts';
import { readCommandLine, wrongUsage, wrongValues, type NoCommand } from '../command-line.ts';
import { personSchema } from '../person-argument.ts';

/** What the command line asks for. */
export type UsersCommand =
  | {
      kind: 'list';
      role?: User['role'] | undefined;
      limit: number;
      /** Goes on after the person of this id. */
      afterId?: string | undefined;
    }
  | { kind: 'role'; person: PersonReference; role: User['role'] }
  | { kind: 'sign-out'; person: PersonReference };

export type ParsedArguments = NoCommand | UsersCommand;

const listMax = 500;
const listDefault = 50;

export const usage = `Les comptes : npm run users -- COMMANDE

Commandes
  list                   les comptes, du plus récent au plus ancien
  role COMPTE RÔLE       donne un rôle : reader (lecteur), author (auteur) ou admin
  sign-out COMPTE        met fin à toutes les sessions du compte

COMPTE est une adresse e-mail ou un identifiant.

Options de list
  --role RÔLE            seulement les comptes de ce rôle
  --limit N              au plus N comptes, de 1 à ${listMax} (${listDefault} si rien n’est dit)
  --after IDENTIFIANT    la suite, après ce compte

  --help                 cette aide`;

const roleSchema = z.enum(['reader', 'author', 'admin'], 'Le rôle vaut reader, author ou admin.');

const limitSentence = `--limit attend un nombre entier de 1 à ${listMax}.`;

const listSchema = z
  .strictObject({
    role: roleSchema.optional(),
    limit: z.coerce
      .number(limitSentence)
      .int(limitSentence)
      .min(1, limitSentence)
      .max(listMax, limitSentence)
      .default(listDefault),
    after: z.uuid('--after attend l’identifiant d’un compte.').optional(),
  })
  .transform(({ after: afterId, ...rest }) => ({ kind: 'list' as const, ...rest, afterId }));

const optionTypes = {
  role: { type: 'string' },
  limit: { type: 'string' },
  after: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Reads the command line; what is wrong comes back as one French sentence. */
export function parseUsersArguments(argv: string[]): ParsedArguments {
  const given = readCommandLine(argv, optionTypes, usage);
  if (given.kind === 'wrong') return given;
  const { help, ...options } = given.values;
  if (help) return { kind: 'help' };
  const [command, ...operands] = given.positionals;
  if (command === undefined) return wrong('Aucune commande donnée.');
  if (command === 'list') {
    return operands.length > 0
      ? wrong('list n’attend rien d’autre que ses options.')
      : read(listSchema, options);
  }
  if (command !== 'role' && command !== 'sign-out') return wrong(`Commande inconnue : ${command}.`);
  const [option] = Object.keys(options);
  if (option !== undefined) return wrong(`--${option} ne va qu’avec list.`);
  const [person, role] = operands;
  if (command === 'role') {
    return operands.length === 2
      ? read(roleCommandSchema, { person, role })
      : wrong('role attend un compte et un rôle.');
  }
  return operands.length === 1
    ? read(signOutSchema, { person })
    : wrong('sign-out attend un compte.');
}

const roleCommandSchema = z
  .object({ person: personSchema, role: roleSchema })
  .transform((parts) => ({ kind: 'role' as const, ...parts }));

const signOutSchema = z
  .object({ person: personSchema })
  .transform((parts) => ({ kind: 'sign-out' as const, ...parts }));

function read(schema: z.ZodType<UsersCommand>, input: unknown): ParsedArguments {
  const parsed = schema.safeParse(input);
  return parsed.success ? parsed.data : wrongValues(parsed.error.issues);
}

function wrong(sentence: string): ParsedArguments {
  return wrongUsage(sentence, usage);
}

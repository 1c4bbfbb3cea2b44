import { z } from 'zod';
import type { PersonReference } from '#server/people/identity/people.ts';
import type { User } from '#server/people/identity/sessions.ts';
import { readCommandLine, wrongUsage, wrongValues, type NoCommand } from '../command-line.ts';
import { personSchema } from '../person-argument.ts';

/** The parsed command line. */
export type UsersCommand =
  | {
      kind: 'list';
      role?: User['role'] | undefined;
      limit: number;
      /** Cursor: after the user with this id. */
      afterId?: string | undefined;
    }
  | { kind: 'role'; person: PersonReference; role: User['role'] }
  | { kind: 'sign-out'; person: PersonReference }
  /** `newName`: the account is made where none has the address. */
  | { kind: 'admin-link'; person: PersonReference; newName?: string | undefined }
  | { kind: 'export'; person: PersonReference }
  | { kind: 'erase'; person: PersonReference; isConfirmed: boolean }
  /** Without a person, says who holds the name. */
  | { kind: 'names'; name: string; person?: PersonReference | undefined; isHolder: boolean };

export type ParsedArguments = NoCommand | UsersCommand;

const listMax = 500;
const listDefault = 50;

export const usage = `Les comptes : feuilleton users COMMANDE

Commandes
  list                   les comptes, du plus récent au plus ancien
  role COMPTE RÔLE       donne un rôle : reader (lecteur), author (auteur), support (le bureau, sans les
                         montants) ou admin
  admin-link COMPTE      écrit une adresse qui connecte cet admin ou ce support une fois, pendant une heure, sans
                         Google ni Apple ; avec --new NOM, crée d’abord le compte de cette adresse
  sign-out COMPTE        met fin à toutes les sessions du compte
  export COMPTE          écrit en JSON tout ce qui est détenu sur la personne
  erase COMPTE           efface le compte pour de bon ; sans --confirm, dit seulement ce qui se perd
  names NOM              les comptes dont les romans sont annoncés sous ce nom d’auteur ou de traducteur
  names NOM COMPTE       ajoute ce compte ; avec --end, le retire

COMPTE est une adresse e-mail ou un identifiant.

Options de list
  --role RÔLE            seulement les comptes de ce rôle
  --limit N              au plus N comptes, de 1 à ${listMax} (${listDefault} si rien n’est dit)
  --after IDENTIFIANT    la suite, après ce compte

Option d’erase
  --confirm              efface vraiment

Option d’admin-link
  --new NOM              crée le compte, avec le rôle admin, si aucun n’a cette adresse e-mail

Option de names
  --end                  retire le compte

  --help                 cette aide`;

const roleSchema = z.enum(
  ['reader', 'author', 'support', 'admin'],
  'Le rôle vaut reader, author, support ou admin.',
);

const nameSentence = '--new attend un nom d’au plus 80 caractères.';

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
  confirm: { type: 'boolean' },
  end: { type: 'boolean' },
  new: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Parses the command line; an error is returned as one French sentence. */
export function parseUsersArguments(argv: string[]): ParsedArguments {
  const given = readCommandLine(argv, optionTypes, usage);
  if (given.kind === 'wrong') return given;
  const { help, confirm = false, end = false, new: newName, ...options } = given.values;
  if (help) return { kind: 'help' };
  const [command, ...operands] = given.positionals;
  if (command === undefined) return wrong('Aucune commande donnée.');
  if (confirm && command !== 'erase') return wrong('--confirm ne va qu’avec erase.');
  if (end && command !== 'names') return wrong('--end ne va qu’avec names.');
  if (newName !== undefined && command !== 'admin-link') {
    return wrong('--new ne va qu’avec admin-link.');
  }
  if (command === 'list') {
    return operands.length > 0
      ? wrong('list n’attend rien d’autre que ses options.')
      : read(listSchema, options);
  }
  const schema = aboutPerson(command, confirm);
  if (command !== 'role' && command !== 'names' && !schema)
    return wrong(`Commande inconnue : ${command}.`);
  const [option] = Object.keys(options);
  if (option !== undefined) return wrong(`--${option} ne va qu’avec list.`);
  if (command === 'names') {
    const [name, person] = operands;
    return operands.length === 2 || (operands.length === 1 && !end)
      ? read(namesSchema, { name, person, isHolder: !end })
      : wrong(`names attend un nom${end ? ' et un compte' : ', et un compte pour l’ajouter'}.`);
  }
  const [person, role] = operands;
  if (schema) {
    return operands.length === 1
      ? read(schema, { person, newName })
      : wrong(`${command} attend un compte.`);
  }
  return operands.length === 2
    ? read(roleCommandSchema, { person, role })
    : wrong('role attend un compte et un rôle.');
}

/** The schema of a command with only an account; null for another command. */
function aboutPerson(command: string, isConfirmed: boolean): z.ZodType<UsersCommand> | null {
  const withPerson = z.object({ person: personSchema });
  switch (command) {
    case 'sign-out':
    case 'export':
      return withPerson.transform((parts) => ({ kind: command, ...parts }));
    case 'admin-link':
      return withPerson
        .extend({
          newName: z.string().trim().min(1, nameSentence).max(80, nameSentence).optional(),
        })
        .transform((parts) => ({ kind: command, ...parts }));
    case 'erase':
      return withPerson.transform((parts) => ({ kind: command, isConfirmed, ...parts }));
    default:
      return null;
  }
}

const roleCommandSchema = z
  .object({ person: personSchema, role: roleSchema })
  .transform((parts) => ({ kind: 'role' as const, ...parts }));

const namesSchema = z
  .object({
    name: z.string().trim().min(1, 'Donnez un nom.'),
    person: personSchema.optional(),
    isHolder: z.boolean(),
  })
  .transform((parts) => ({ kind: 'names' as const, ...parts }));

function read(schema: z.ZodType<UsersCommand>, input: unknown): ParsedArguments {
  const parsed = schema.safeParse(input);
  return parsed.success ? parsed.data : wrongValues(parsed.error.issues);
}

function wrong(sentence: string): ParsedArguments {
  return wrongUsage(sentence, usage);
}

import { z } from 'zod';
import type { LastNumbers } from '#server/backup/restore-database.ts';
import { readCommandLine, wrongUsage, wrongValues, type NoCommand } from '../command-line.ts';

/** The parsed command lines. */
export type BackupCommand = { kind: 'backup'; file: string } | { kind: 'nightly' };
export type RestoreCommand = {
  kind: 'restore';
  file: string;
  /**
   * Name of the database whose content may be replaced; undefined: only an empty one is
   * accepted.
   */
  replace?: string | undefined;
  signsOut: boolean;
  lastNumbers: LastNumbers;
};

export const backupUsage = `Sauvegarder la base de données : feuilleton backup FICHIER

Écrit toute la base de DATABASE_URL dans un fichier compressé que son propriétaire seul peut lire.
Le site peut tourner : la sauvegarde est celle d’un seul instant. Un fichier du même nom est
remplacé une fois la nouvelle sauvegarde complète.

  --nightly       sans FICHIER : un fichier daté dans BACKUP_FOLDER, chiffré pour BACKUP_RECIPIENT
                  s’il est donné ; des plus anciens, les BACKUP_KEEP derniers restent
  --help          cette aide`;

export const restoreUsage = `Restaurer une sauvegarde : feuilleton restore [OPTIONS] FICHIER

Remplit la base vide de DATABASE_URL, d’où que vienne la sauvegarde. Le site doit être arrêté. Tout est restauré, ou rien.

  --replace NOM                remplace le contenu de la base NOM (le dernier mot de DATABASE_URL)
  --last-invoice NUMÉRO        dernière facture émise depuis la sauvegarde, comme F2026-000123 : les
                               numéros reprennent après elle (une fois par année au besoin)
  --last-credit-note NUMÉRO    de même pour le dernier avoir, comme A2026-000004
  --sign-out                   met fin à toutes les sessions : certaines ont pu être fermées depuis
  --help                       cette aide`;

/** Parses the command line; an error is returned as one French sentence. */
export function parseBackupArguments(argv: string[]): NoCommand | BackupCommand {
  const options = { nightly: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const given = readCommandLine(argv, options, backupUsage);
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  const [file] = given.positionals;
  if (given.values.nightly && file === undefined) return { kind: 'nightly' };
  if (file === undefined || given.positionals.length > 1 || given.values.nightly) {
    return wrongUsage('La commande attend un fichier, ou --nightly.', backupUsage);
  }
  return { kind: 'backup', file };
}

const restoreSchema = z
  .object({
    replace: z.string().min(1, '--replace attend le nom de la base.').optional(),
    'sign-out': z.boolean().default(false),
    'last-invoice': numbersOf('invoice', 'F'),
    'last-credit-note': numbersOf('credit_note', 'A'),
  })
  .transform((options) => ({
    replace: options.replace,
    signsOut: options['sign-out'],
    lastNumbers: [...options['last-invoice'], ...options['last-credit-note']],
  }));

/** Numbers as on the document, with or without its letter. */
function numbersOf(kind: LastNumbers[number]['kind'], letter: 'F' | 'A') {
  const option = kind === 'invoice' ? '--last-invoice' : '--last-credit-note';
  const form = new RegExp(`^${letter}?(20\\d{2})-(\\d{6,9})$`);
  const sentence = `${option} attend un numéro comme ${letter}2026-000123.`;
  return z
    .array(z.string().regex(form, sentence))
    .default([])
    .transform((numbers) =>
      numbers.map((number) => {
        const [, year, sequence] = form.exec(number) ?? [];
        return { kind, year: Number(year), sequence: Number(sequence) };
      }),
    );
}

/** Parses the command line; an error is returned as one French sentence. */
export function parseRestoreArguments(argv: string[]): NoCommand | RestoreCommand {
  const options = {
    replace: { type: 'string' },
    'sign-out': { type: 'boolean' },
    'last-invoice': { type: 'string', multiple: true },
    'last-credit-note': { type: 'string', multiple: true },
    help: { type: 'boolean' },
  } as const;
  const given = readCommandLine(argv, options, restoreUsage);
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  const [file] = given.positionals;
  if (file === undefined || given.positionals.length > 1) {
    return wrongUsage('La commande attend un fichier.', restoreUsage);
  }
  const parsed = restoreSchema.safeParse(given.values);
  if (!parsed.success) return wrongValues(parsed.error.issues);
  return { kind: 'restore', file, ...parsed.data };
}

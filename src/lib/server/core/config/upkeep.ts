import { z } from 'zod';
import { settingProblems } from './setting-problem.ts';

/** Backups and alerts of every night. */
export type UpkeepSettings = {
  /** Where `feuilleton backup --nightly` writes; null: nothing is backed up by night. */
  backups: { folder: string; keep: number; recipient: BackupRecipient | null } | null;
  /** Who gets an e-mail when a backup or a check fails; null: the publisher. */
  alertEmail: string | null;
};

/** Whose key opens a backup, and the program that encrypts for it. */
export type BackupRecipient = { program: 'age' | 'gpg'; key: string };

const ageKey =
  /^(?:age1[\da-z]{58,2000}|ssh-(?:ed25519|rsa) [\d+/=A-Za-z]{40,2000}(?: [^\r\n]*)?)$/;
const gpgFingerprint = /^[\dA-F]{40}$/i;

const schema = z.object({
  BACKUP_FOLDER: z
    .string()
    .startsWith('/')
    .optional()
    .describe('un chemin entier, comme /var/backups/feuilleton'),
  BACKUP_KEEP: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(14)
    .describe('un nombre entier de 1 à 10000'),
  BACKUP_RECIPIENT: z
    .string()
    .refine((key) => ageKey.test(key) || gpgFingerprint.test(key))
    .transform((key): BackupRecipient => ({
      program: gpgFingerprint.test(key) ? 'gpg' : 'age',
      key,
    }))
    .optional()
    .describe('une clé publique d’age (age1…, ssh-ed25519 …) ou l’empreinte d’une clé de gpg'),
  ALERT_EMAIL: z.email().optional().describe('une adresse e-mail'),
});

/** Names of these settings. */
export const upkeepSettings = Object.keys(schema.shape);

/**
 * Reads the settings of backups and alerts.
 * @returns the settings, or one French sentence per setting that is malformed.
 */
export function parseUpkeep(
  environment: Record<string, string | undefined>,
): { upkeep: UpkeepSettings } | { problems: string[] } {
  const given = Object.fromEntries(
    upkeepSettings.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const result = schema.safeParse(given);
  if (!result.success) return { problems: settingProblems(schema, result.error, environment) };
  const { BACKUP_FOLDER: folder, BACKUP_KEEP: keep, BACKUP_RECIPIENT: recipient } = result.data;
  return {
    upkeep: {
      backups: folder === undefined ? null : { folder, keep, recipient: recipient ?? null },
      alertEmail: result.data.ALERT_EMAIL ?? null,
    },
  };
}

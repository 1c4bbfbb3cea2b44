/** The lines of a backup (decision 33): a header, the tables one after the other, an end. */
import { z } from 'zod';
import { neededProgram } from '#server/core/db/migrate.ts';

export const formatVersion = 1;

/** Raised for a backup that cannot be made or restored; its message is one French sentence. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

/** The first line. */
const headSchema = z.strictObject({
  format: z.literal('feuilleton-backup'),
  formatVersion: z.number(),
  createdAt: z.iso.datetime(),
  /** Version of the program that wrote it. */
  version: z.string().regex(/^[\w.+-]{1,50}$/),
  /** Last migration of the database it was taken from. */
  migration: z.string(),
});
export type BackupHead = z.infer<typeof headSchema>;

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/** Comes before a table's rows, each an array of texts (as PostgreSQL writes them) and nulls. */
const tableSchema = z.strictObject({ table: name, columns: z.array(name).min(1) });

/** Comes after a table's rows: how many, and the SHA-256 of their lines. */
const tableEndSchema = z.strictObject({
  tableEnd: name,
  rows: z.number().int().min(0),
  sha256: z.string(),
});

/** A value is a string, since a `bigint` exceeds a JavaScript number. */
const sequenceSchema = z.strictObject({
  name,
  last: z.string().regex(/^-?\d+$/),
  isCalled: z.boolean(),
});
export type Sequence = z.infer<typeof sequenceSchema>;

/** The last line. `sha256` covers all lines before it; a backup without it is incomplete. */
const endSchema = z.strictObject({
  end: z.literal(true),
  tables: z.number().int(),
  rows: z.number().int(),
  sequences: z.array(sequenceSchema),
  sha256: z.string(),
});

const controlSchema = z.union([tableSchema, tableEndSchema, endSchema]);
export type ControlLine = z.infer<typeof controlSchema>;

/** Reads the header; refuses a file that is not one of our backups. */
export function parseHead(line: string | undefined): BackupHead {
  const head = headSchema.safeParse(parseJson(line ?? ''));
  if (!head.success) throw new BackupRefused('Le fichier n’est pas une sauvegarde de Feuilleton.');
  if (head.data.formatVersion !== formatVersion) {
    throw ofNewerProgram(head.data);
  }
  return head.data;
}

/** The error for a backup of a database that this program does not know. */
export function ofNewerProgram({ version }: BackupHead): BackupRefused {
  return new BackupRefused(
    `La sauvegarde vient de Feuilleton ${version}, que ce programme ne connaît pas : il faut ${neededProgram(version)}.`,
  );
}

/** Reads a line that is not a row. */
export function parseControl(line: string): ControlLine {
  const parsed = controlSchema.safeParse(parseJson(line));
  if (!parsed.success) throw damaged();
  return parsed.data;
}

/** The error for a backup that is truncated or altered. */
export function damaged(cause?: unknown): BackupRefused {
  const sentence = 'La sauvegarde est incomplète ou abîmée : rien n’a été changé.';
  return new BackupRefused(sentence, { cause });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

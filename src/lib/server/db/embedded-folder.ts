import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseRefused } from './database-refused.ts';

/** The folder that a `file:` address names. */
export function embeddedFolder(url: string): string {
  return url.replace(/^file:(\/\/)?/, '');
}

/** PostgreSQL's data in the folder of a `file:` address. */
export function dataOf(folder: string): string {
  return join(folder, 'postgres');
}

/** Whether the database of this folder was made already. */
export function isMade(folder: string): boolean {
  return existsSync(join(dataOf(folder), versionFile));
}

const versionFile = 'PG_VERSION';

/**
 * The user and group that a folder belongs to; null if it does not exist.
 * @throws DatabaseRefused `foreign` for a folder that this process may not use.
 */
export async function ownerOf(folder: string): Promise<{ uid: number; gid: number } | null> {
  const stats = await stat(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (!stats) return null;
  const { uid, gid } = stats;
  const ownId = process.getuid?.() ?? uid;
  if (ownId !== 0 && uid !== ownId) throw foreign(folder, uid);
  return { uid, gid };
}

/**
 * Whether the data can be used by this program; false if it is still to be made.
 * @throws DatabaseRefused `pglite`, `foreign`, `damaged`, `version`
 */
export async function checkData(folder: string, major: string): Promise<boolean> {
  const data = dataOf(folder);
  const owner = await ownerOf(data);
  if (!owner) {
    if (existsSync(join(folder, 'database', versionFile))) throw pglite(folder);
    return false;
  }
  if (owner.uid === 0) throw foreign(data, 0);
  const version = await readFile(join(data, versionFile), 'utf8').catch(() => '');
  if (version.trim() === major) return true;
  throw version === '' ? damaged(data) : otherVersion(data, version.trim(), major);
}

/** Whether an error of the system has one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

function foreign(folder: string, uid: number): DatabaseRefused {
  const sentence =
    uid === 0
      ? `Le dossier ${folder} appartient à root, sous lequel PostgreSQL refuse de tourner : ` +
        `donnez-le à un autre utilisateur (chown -R postgres ${folder}).`
      : `Le dossier ${folder} appartient à un autre utilisateur (${uid}) : lancez Feuilleton sous ` +
        'celui-là, ou donnez un autre dossier dans DATABASE_URL.';
  return new DatabaseRefused('foreign', sentence);
}

function pglite(folder: string): DatabaseRefused {
  return new DatabaseRefused(
    'pglite',
    `Le dossier ${folder} contient une base PGlite, d’une version de développement de Feuilleton que ` +
      'celle-ci ne lit plus : supprimez-le, ou donnez un autre dossier dans DATABASE_URL.',
  );
}

function damaged(data: string): DatabaseRefused {
  return new DatabaseRefused(
    'damaged',
    `Le dossier ${data} n’est pas une base de PostgreSQL : il n’a pas de fichier ${versionFile}. ` +
      'Remettez-le en état, ou déplacez-le et restaurez une sauvegarde (npm run restore).',
  );
}

function otherVersion(data: string, version: string, major: string): DatabaseRefused {
  return new DatabaseRefused(
    'version',
    `La base de ${data} est de PostgreSQL ${version}, et Feuilleton apporte maintenant PostgreSQL ` +
      `${major} : sauvegardez-la avec la version précédente de Feuilleton (npm run backup), déplacez ` +
      'le dossier, puis restaurez la sauvegarde (npm run restore).',
  );
}

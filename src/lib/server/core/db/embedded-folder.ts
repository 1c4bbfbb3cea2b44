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
  if (ownId !== 0 && uid !== ownId) throw new DatabaseRefused('foreign', { folder, uid });
  return { uid, gid };
}

/**
 * Whether the data can be used by this program; false if it is still to be made.
 * @throws DatabaseRefused `pglite`, `ofRoot`, `damaged`, `version`
 */
export async function checkData(folder: string, major: string): Promise<boolean> {
  const data = dataOf(folder);
  const owner = await ownerOf(data);
  if (!owner) {
    if (!existsSync(join(folder, 'database', versionFile))) return false;
    throw new DatabaseRefused('pglite', { folder });
  }
  if (owner.uid === 0) throw new DatabaseRefused('ofRoot', { folder: data });
  const text = await readFile(join(data, versionFile), 'utf8').catch(() => '');
  const version = parseInt(text);
  if (!version) throw new DatabaseRefused('damaged', { folder: data });
  if (String(version) === major) return true;
  throw new DatabaseRefused('version', { folder: data, version, needed: major });
}

/** Whether an error of the system has one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

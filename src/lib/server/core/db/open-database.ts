import type { OpenDatabase, OpenOptions } from './database.ts';
import { embeddedFolder } from './embedded-folder.ts';
import { openEmbedded } from './embedded.ts';
import { openTemporary } from './embedded-temporary.ts';
import { openPostgres } from './postgres.ts';

/**
 * Opens the database at `url` and migrates it (design section 3): the PostgreSQL that
 * `postgres://…` names, the embedded one in the folder of `file:FOLDER`, or one of the moment for
 * `memory:`.
 * @throws DatabaseRefused
 */
export async function openDatabase(url: string, options: OpenOptions): Promise<OpenDatabase> {
  if (url.startsWith('file:')) return openEmbedded(embeddedFolder(url), options);
  if (url !== 'memory:') return openPostgres(url, options);
  const { address, release } = await openTemporary();
  return openPostgres(address, options, release);
}

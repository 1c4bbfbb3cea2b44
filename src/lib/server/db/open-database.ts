import type { OpenDatabase, OpenOptions } from './database.ts';
import { embeddedFolder } from './embedded-folder.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

/**
 * Opens the database at `url` and migrates it. `memory:` and `file:FOLDER` are PGlite,
 * `postgres://…` is a PostgreSQL (design section 3).
 */
export async function openDatabase(url: string, options: OpenOptions): Promise<OpenDatabase> {
  if (url.startsWith('postgres://') || url.startsWith('postgresql://')) {
    return openPostgres(url, options);
  }
  return openEmbedded(url === 'memory:' ? null : embeddedFolder(url), options);
}

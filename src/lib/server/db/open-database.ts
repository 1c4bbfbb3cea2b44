import type { OpenDatabase, OpenOptions } from './database.ts';
import { embeddedFolder } from './embedded-folder.ts';
import { openPostgres } from './postgres.ts';

/**
 * Opens the database at `url` and migrates it. `memory:` and `file:FOLDER` are PGlite,
 * `postgres://…` is a PostgreSQL (design section 3).
 */
export async function openDatabase(url: string, options: OpenOptions): Promise<OpenDatabase> {
  if (url.startsWith('postgres://') || url.startsWith('postgresql://')) {
    return openPostgres(url, options);
  }
  // PGlite would weigh 7 MB on a server that has a PostgreSQL.
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(url === 'memory:' ? null : embeddedFolder(url), options);
}

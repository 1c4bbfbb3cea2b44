import { parseConfig, type Config } from '#server/core/config/config.ts';
import type { OpenDatabase } from '#server/core/db/database.ts';
import { embeddedFolder, isMade } from '#server/core/db/embedded-folder.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { announcement, pageChannel } from '#server/core/pagecache/announcement.ts';
import type { SaveWorld } from '#server/publishing/save-novel.ts';

/** A command's context: the database, shared with a running server if there is one. */
export type CommandApp = SaveWorld & { database: OpenDatabase; close: () => Promise<void> };

/** Thrown when a command cannot start; its message is one French sentence. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

const databaseMissing =
  'DATABASE_URL manque, et il n’y a pas de base dans le dossier data. Sur un serveur, lancez la ' +
  'commande avec les réglages du site, par systemd-run et EnvironmentFile ' +
  '(docs/how-to/production.md) ; pour la démonstration, lancez d’abord npm start.';

/**
 * Reads the settings that a command needs; the site itself may be unconfigured. It goes past a
 * pooler (decision 135). Without `DATABASE_URL` only a database that is there already is worked on (decision 113).
 */
export function commandConfig(): Pick<Config, 'databaseUrl'> {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = process.env;
  const result = parseConfig({
    FEUILLETON_MODE: 'demo',
    ...(DATABASE_URL && { DATABASE_URL, DATABASE_DIRECT_URL }),
  });
  if (!result.ok) throw new CommandRefused(result.problems.join(' '));
  if (!DATABASE_URL && !isMade(embeddedFolder(result.config.databaseUrl))) {
    throw new CommandRefused(databaseMissing);
  }
  const { databaseUrl, databaseDirectUrl } = result.config;
  return { databaseUrl: databaseDirectUrl ?? databaseUrl };
}

/** Opens the database for a command; servers are notified of its changes. */
export async function openCommandApp(
  databaseUrl: string = commandConfig().databaseUrl,
): Promise<CommandApp> {
  const database = await openDatabase(databaseUrl, { role: 'command' });
  return {
    database,
    db: database.db,
    clock: { now: () => new Date() },
    changed: (tags) => database.announce(pageChannel, announcement('command', tags)),
    close: () => database.close(),
  };
}

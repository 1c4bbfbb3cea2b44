import { openBucket, type Bucket } from '#server/core/bucket.ts';
import { parseConfig, type Config } from '#server/core/config/config.ts';
import { s3Settings } from '#server/core/config/s3.ts';
import type { OpenDatabase } from '#server/core/db/database.ts';
import { embeddedFolder, isMade } from '#server/core/db/embedded-folder.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { readSettings } from '#server/core/config/read-settings.ts';
import { announcements, commandSender, pageChannel } from '#server/core/pagecache/announcement.ts';
import type { SaveWorld } from '#server/publishing/save-novel.ts';

/** A command's context: the database, shared with a running server if there is one. */
export type CommandApp = SaveWorld & {
  database: OpenDatabase;
  siteUrl: string;
  close: () => Promise<void>;
};

/** What a command needs of the settings. */
type CommandConfig = Pick<Config, 'databaseUrl' | 'siteUrl'> & { bucket: Bucket | null };

/** Thrown when a command cannot start; its message is one French sentence. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

const databaseMissing =
  'DATABASE_URL manque, et il n’y a pas de base dans le dossier data. Sur un serveur, donnez à la ' +
  'commande le fichier de réglages du site par FEUILLETON_SETTINGS (docs/how-to/production.md), ou ' +
  'lancez-la dans le dossier du site ; pour la démonstration, lancez d’abord npm start.';

/** The settings of the site (decision 131), for a command. Refuses a file with a fault. */
export function commandSettings(): Record<string, string | undefined> {
  const { values, problems } = readSettings(process.env);
  if (values === null || problems.length > 0) throw new CommandRefused(problems.join('\n'));
  return values;
}

/**
 * Reads the settings that a command needs; the site itself may be unconfigured. It goes past a
 * pooler (decision 135). Without `DATABASE_URL` only a database that is there already is worked on (decision 113).
 */
export function commandConfig(): CommandConfig {
  const settings = commandSettings();
  const { DATABASE_URL, DATABASE_DIRECT_URL, SITE_URL } = settings;
  const given = {
    ...(SITE_URL && { SITE_URL }),
    ...(DATABASE_URL && { DATABASE_URL, DATABASE_DIRECT_URL }),
    ...Object.fromEntries(s3Settings.map((name) => [name, settings[name]])),
  };
  const result = parseConfig({ FEUILLETON_MODE: 'demo', ...given });
  if (!result.ok) throw new CommandRefused(result.problems.join(' '));
  if (!DATABASE_URL && !isMade(embeddedFolder(result.config.databaseUrl))) {
    throw new CommandRefused(databaseMissing);
  }
  const { databaseUrl, databaseDirectUrl, siteUrl, s3 } = result.config;
  const bucket = s3 && openBucket(s3);
  return { databaseUrl: databaseDirectUrl ?? databaseUrl, siteUrl, bucket };
}

/** Opens the database for a command; servers are notified of its changes. */
export async function openCommandApp(
  { databaseUrl, siteUrl, bucket } = commandConfig(),
): Promise<CommandApp> {
  const database = await openDatabase(databaseUrl, { role: 'command' });
  return {
    database,
    siteUrl,
    db: database.db,
    bucket,
    clock: { now: () => new Date() },
    // Servers drop their pages, and tell the CDN.
    changed: async (tags) => {
      for (const payload of announcements(commandSender, tags)) {
        await database.announce(pageChannel, payload);
      }
    },
    close: () => database.close(),
  };
}

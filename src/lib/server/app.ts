import { pino, type Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Database, OpenDatabase, OpenOptions } from './db/database.ts';
import { openDatabase } from './db/open-database.ts';
import { createClientTokens, type ClientTokens } from './http/client-token.ts';
import { createRateLimit, type RateLimit } from './http/rate-limit.ts';
import { createPageCache, type PageCache } from './pagecache/page-cache.ts';
import { createViewCounter, type ViewCounter } from './reading/views.ts';

/** The outside world in one plain object, made once and passed in (design section 4). */
export type App = {
  config: Config;
  clock: Clock;
  log: Logger;
  database: OpenDatabase;
  db: Database;
  pages: PageCache;
  views: ViewCounter;
  clientTokens: ClientTokens;
  rateLimit: RateLimit;
  /** Call after a write has been committed: cached pages with these tags are dropped everywhere. */
  changed: (tags: readonly string[]) => Promise<void>;
  /** Writes what is held in memory and closes the database. */
  close: () => Promise<void>;
};

/** What a test replaces. */
export type AppParts = { clock?: Clock; log?: Logger; onQuery?: OpenOptions['onQuery'] };

/** Where instances tell each other which pages are old. */
export const pageChannel = 'feuilleton_pages';

/** What instances tell each other about changed pages: their tags, or “everything” when long. */
export function announcement(tags: readonly string[]): string {
  const payload = tags.join(' ');
  return payload.length > payloadMaxCharacters ? everything : payload;
}

const everything = '*';
/** PostgreSQL refuses a payload of 8,000 bytes. */
const payloadMaxCharacters = 4_000;

/** Opens the database (migrating it) and makes everything that a request needs. */
export async function createApp(config: Config, parts: AppParts = {}): Promise<App> {
  const clock = parts.clock ?? { now: () => new Date() };
  const log = parts.log ?? pino({ level: config.logLevel, base: null });
  const database = await openDatabase(config.databaseUrl, {
    role: 'server',
    ...(parts.onQuery && { onQuery: parts.onQuery }),
  });
  const pages = createPageCache({ maxBytes: config.pageCacheBytes, clock, log });
  await database.listen(
    pageChannel,
    (payload) => (payload === everything ? pages.clear() : pages.changed(payload.split(' '))),
    () => pages.clear(),
  );
  const views = createViewCounter({ db: database.db, clock, log });
  return {
    config,
    clock,
    log,
    database,
    db: database.db,
    pages,
    views,
    clientTokens: createClientTokens(config.secretKeys),
    rateLimit: createRateLimit(config.rateLimitPerMinute),
    changed: async (tags) => {
      pages.changed(tags);
      await database.announce(pageChannel, announcement(tags));
    },
    close: async () => {
      await views.close();
      await database.close();
    },
  };
}

import { getTableName, lt } from 'drizzle-orm';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import type { Logger } from 'pino';
import { answerWithin } from '../answer-within.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { rateLimits } from '../db/schema/rate-limits.ts';

/** Request counts that instances share in PostgreSQL. */
export type SharedCounts = {
  tableName: string;
  /** The database as the limiter queries it: a quick response, or an error. */
  client: { query: (query: QueryConfig) => Promise<QueryResult> };
  /** Stops the deletion of old counts. */
  close: () => Promise<void>;
};

const answerWithinMs = 1_000;
const restMs = 5_000;
const sweepEveryMs = 60_000;
const logEveryMs = 60_000;

/**
 * Counts in the table `rate_limits`. When the database fails or is slow, it is not queried for
 * five seconds, in which every query fails at once and the limiter counts in memory; logged at
 * most once a minute. Expired counts are deleted every minute.
 */
export function createSharedCounts(world: {
  db: Database;
  pool: Pick<Pool, 'query'>;
  clock: Clock;
  log: Logger;
}): SharedCounts {
  const { db, pool, clock, log } = world;
  let restsUntilMs = 0;
  let silentUntilMs = 0;

  async function query(config: QueryConfig): Promise<QueryResult> {
    if (clock.now().getTime() < restsUntilMs) throw new Error('the rate limit’s store rests');
    try {
      return await answerWithin(answerWithinMs, pool.query(config));
    } catch (error) {
      const nowMs = clock.now().getTime();
      restsUntilMs = nowMs + restMs;
      if (nowMs >= silentUntilMs) {
        silentUntilMs = nowMs + logEveryMs;
        log.warn({ err: error }, 'rate limits are counted in memory: their store fails');
      }
      throw error;
    }
  }

  let sweeping: Promise<unknown> = Promise.resolve();
  const sweep = () => {
    sweeping = db
      .delete(rateLimits)
      // The limiter, too, uses the system's time for expiry.
      .where(lt(rateLimits.expire, Date.now()))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'ended rate limits could not be deleted');
      });
  };
  const timer = setInterval(sweep, sweepEveryMs).unref();
  return {
    tableName: getTableName(rateLimits),
    client: { query },
    close: async () => {
      clearInterval(timer);
      await sweeping;
    },
  };
}

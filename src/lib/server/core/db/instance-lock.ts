import type pg from 'pg';
import type { InstanceLock } from './database.ts';
import { PrimaryClient } from './primary.ts';
import { limitSession } from './session.ts';

/**
 * A session's advisory lock on a dedicated connection; PostgreSQL releases it when the process or
 * its connection ends. The next `take` replaces a broken connection. The holder asks every few
 * seconds: PostgreSQL ends a session that has been silent for `abandonedAfterMs`.
 */
export function createInstanceLock(
  config: pg.ClientConfig,
  key: number,
  abandonedAfterMs = 60_000,
): InstanceLock {
  let client: pg.Client | null = null;
  let hasLock = false;
  let taking: Promise<boolean> | null = null;

  const drop = (broken: pg.Client) => {
    if (client !== broken) return;
    client = null;
    hasLock = false;
    broken.end().catch(() => undefined);
  };
  const connect = async () => {
    const fresh = new PrimaryClient(config);
    client = fresh;
    fresh.on('error', () => drop(fresh));
    fresh.on('end', () => drop(fresh));
    await fresh.connect();
    // A host that vanishes sends no goodbye: without this its session keeps the lock for hours.
    await limitSession(fresh, { idle_session_timeout: abandonedAfterMs });
    return fresh;
  };
  const acquire = async () => {
    try {
      const session = client ?? (await connect());
      // Queried even while held: a half-open connection reports no error by itself.
      const { rows } = await session.query<{ taken: boolean }>(
        hasLock ? 'select true as taken' : 'select pg_try_advisory_lock($1) as taken',
        hasLock ? [] : [key],
      );
      return (hasLock = client === session && rows[0]?.taken === true);
    } catch {
      if (client) drop(client);
      return false;
    }
  };
  return {
    take: () => (taking ??= acquire().finally(() => (taking = null))),
    release: async () => {
      await taking;
      const session = client;
      client = null;
      hasLock = false;
      await session?.end();
    },
  };
}

import pg from 'pg';
import { hostAddresses } from '../config/connection-url.ts';
import { forgetPrimary } from './primary.ts';
import { sqlStateOf, sqlStates } from './sql-state.ts';

const lookEveryMs = 5_000;
/** Longer than any statement but those of `withoutTimeLimit`. */
const silentForMs = 20_000;
const answerMs = 3_000;

/**
 * Drops the connections of a pool to a server that turned out to take no writes, as it became a
 * standby; and to one that has vanished without a word: TCP would wait for a quarter of an hour.
 * @returns is to be called with each failed statement.
 */
export function dropConnections(
  pool: pg.Pool,
  address: string,
  { isPooler }: { isPooler: boolean },
): (error: unknown, client: pg.ClientBase) => void {
  let era = 0;
  const eras = new WeakMap<pg.ClientBase, number>();
  const busySinceMs = new Map<pg.PoolClient, number>();
  pool.on('connect', (client) => void eras.set(client, era));
  pool.on('acquire', (client) => void busySinceMs.set(client, performance.now()));
  pool.on('release', (_error, client) => {
    busySinceMs.delete(client);
    if (eras.get(client) !== era) void client.end();
  });

  function drop(): void {
    era++;
    forgetPrimary(address);
    for (let left = pool.idleCount; left > 0; left--) {
      pool.connect().then(
        (idle) => idle.release(),
        () => undefined,
      );
    }
  }

  /** Who waits long asks on a connection of its own: a statement may be allowed to take so long. */
  async function look(): Promise<void> {
    const latest = performance.now() - silentForMs;
    const waiting = [...busySinceMs].filter(([, since]) => since < latest);
    const silent = new Map<string, Promise<boolean>>();
    for (const [client] of waiting) {
      const server = `${client.host} ${client.port}`;
      if (!silent.has(server)) silent.set(server, isSilent(address, client, isPooler));
      if (!(await silent.get(server)) || !busySinceMs.has(client)) continue;
      drop();
      cut(client);
    }
  }
  const timer = setInterval(() => {
    if (pool.ending) clearInterval(timer);
    else void look();
  }, lookEveryMs).unref();

  return (error, client) => {
    const isStandby = sqlStateOf(error) === sqlStates.readOnlyTransaction;
    if (isStandby && eras.get(client) === era) drop();
  };
}

/** @param isPooler a pooler answers before it has a session to lend: a statement may wait for one. */
async function isSilent(
  address: string,
  { host, port }: pg.Client,
  isPooler: boolean,
): Promise<boolean> {
  const [connectionString] = hostAddresses(address);
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs };
  const client = new pg.Client({ connectionString, ...limits });
  Object.assign(client, { host, port });
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (!isPooler) await client.query('select 1');
    return false;
  } catch (error) {
    // A refusal is an answer: it has no connection left, or is stopping.
    return !(error instanceof pg.DatabaseError);
  } finally {
    client.end().catch(() => undefined);
  }
}

/** `end` waits for an answer. `pg-pool` does the same to a connection that takes too long. */
function cut(client: pg.PoolClient): void {
  (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
}

import pg from 'pg';
import { isConnectionFailure } from '../metrics/metrics.ts';

/** Requests that wait for a connection, for each connection of the pool: more are refused at once. */
const waitingPerConnection = 50;
/** How long a failure counts: longer than a page that it has broken takes to be answered. */
const unreachableForMs = 5_000;

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: pg.PoolClient['release'],
) => void;

/**
 * A connection that ends while it is in use goes back to the pool by itself, once: drizzle begins a
 * transaction outside of its `try`, and a refused `begin` would keep the place for ever.
 */
function givenBackWhenLost(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client);
  const giveBack = (error?: Error | boolean) => {
    client.off('end', lost);
    client.release = () => undefined;
    release(error);
  };
  const lost = () => giveBack(true);
  client.release = giveBack;
  client.once('end', lost);
  return client;
}

/** A pool with a bounded queue that knows whether PostgreSQL could be reached. */
export class BoundedPool extends pg.Pool {
  #failedAtMs = -Infinity;

  /** Whether a connection could not be had, or broke, within the last seconds. */
  get isUnreachable(): boolean {
    return performance.now() - this.#failedAtMs < unreachableForMs;
  }

  /** Called with the error of a statement. */
  noteFailure(error: unknown): void {
    if (isConnectionFailure(error)) this.#failedAtMs = performance.now();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    if (callback) {
      void this.#take().then(
        (client) => callback(undefined, client, client.release.bind(client)),
        (error: unknown) => callback(error as Error, undefined, () => undefined),
      );
      return undefined;
    }
    return this.#take();
  }

  async #take(): Promise<pg.PoolClient> {
    try {
      if (this.waitingCount >= waitingPerConnection * this.options.max) {
        throw new Error('too many requests wait for a connection to PostgreSQL');
      }
      return givenBackWhenLost(await super.connect());
    } catch (error) {
      this.#failedAtMs = performance.now();
      throw error;
    }
  }
}

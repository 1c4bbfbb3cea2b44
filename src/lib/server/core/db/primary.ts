import pg from 'pg';
import { hostAddresses, namesPrimary } from '../config/connection-url.ts';

const probeMs = 3_000;

/** Which server of an address takes writes, as this process knows it. */
type Primary = {
  address: string | null;
  /** The highest timeline seen, as PostgreSQL writes it: each promotion begins a higher one. */
  timeline: string;
  searching: Promise<string> | null;
};

const primaries = new Map<string, Primary>();

/** Thrown while no server of an address takes writes: an outage, by its code (`cannot_connect_now`). */
class NoPrimary extends Error {
  readonly code = '57P03';
}

/**
 * A connection to the server that takes writes, of those that the address names with
 * `target_session_attrs` (libpq's form; `pg` knows one server only). To any other address it is
 * `pg`'s own.
 */
export class PrimaryClient extends pg.Client {
  readonly #several: string | null;

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString = '' } = config;
    const [first] = hostAddresses(connectionString);
    super({ ...config, ...(first !== undefined && { connectionString: first }) });
    this.#several = namesPrimary(connectionString) ? connectionString : null;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ((error: Error) => void) | ((error: null) => void)): void;
  override connect(callback?: (error: never) => void): Promise<pg.Client> | void {
    const connected = this.#several === null ? super.connect() : this.#connect(this.#several);
    if (!callback) return connected;
    const report = callback as (error: unknown) => void;
    connected.then(() => report(null), report);
  }

  async #connect(several: string): Promise<pg.Client> {
    const { host, port } = new pg.Client(await findPrimary(several));
    Object.assign(this, { host, port });
    try {
      await super.connect();
      // It may have returned as a standby since it was found.
      if ((await readTimeline(this)) === null) throw new NoPrimary('the server takes no writes');
      return this;
    } catch (error) {
      forgetPrimary(several);
      this.end().catch(() => undefined);
      throw error;
    }
  }
}

/** Has the next connection look again which server of an address takes writes. */
export function forgetPrimary(several: string): void {
  const primary = primaries.get(several);
  if (primary) primary.address = null;
}

function findPrimary(several: string): Promise<string> {
  const primary = primaries.get(several) ?? { address: null, timeline: '', searching: null };
  primaries.set(several, primary);
  if (primary.address !== null) return Promise.resolve(primary.address);
  return (primary.searching ??= search(several, primary).finally(() => (primary.searching = null)));
}

/**
 * Asks all of them at once: one that has vanished does not answer. Of two that take writes, the old
 * primary that came back has the lower timeline.
 */
async function search(several: string, primary: Primary): Promise<string> {
  const addresses = hostAddresses(several);
  const probed = await Promise.allSettled(addresses.map(probe));
  for (const [at, result] of probed.entries()) {
    if (result.status !== 'fulfilled' || result.value === null) continue;
    const [address = ''] = addresses.slice(at);
    if (result.value < primary.timeline) continue;
    if (result.value === primary.timeline && primary.address !== null) continue;
    Object.assign(primary, { address, timeline: result.value });
  }
  if (primary.address !== null) return primary.address;
  const cause = probed.find((result) => result.status === 'rejected')?.reason as unknown;
  throw new NoPrimary('no server of the address takes writes', { cause });
}

async function probe(connectionString: string): Promise<string | null> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
    application_name: 'feuilleton-probe',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await readTimeline(client);
  } finally {
    await client.end();
  }
}

/** The timeline that a server writes on, the first part of a WAL file's name; null if it writes none. */
async function readTimeline(client: pg.Client): Promise<string | null> {
  const query = {
    text: `select case when current_setting('transaction_read_only') = 'off'
      then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`,
    query_timeout: probeMs,
  };
  return (await client.query<{ timeline: string | null }>(query)).rows[0]?.timeline ?? null;
}

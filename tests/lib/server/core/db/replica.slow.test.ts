import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApp } from '#tests/world/app.ts';
import { missing, startReplicated, type Replicated } from '#tests/world/replicated.ts';
import { openSite, type TestSite } from '#tests/world/site.ts';
import type { Database } from '#server/core/db/database.ts';

const title = 'a site with a replica';
const soon = { timeout: 30_000, interval: 20 };

describe.skipIf(missing !== '')(missing === '' ? title : `${title} (skipped: ${missing})`, () => {
  let servers: Replicated;
  let site: TestSite;
  let settings: Record<string, string>;
  let written = 0;
  let path = 0;
  let breaksOnReplica = false;
  const write = async (db: Database) => {
    await db.execute(sql`update shown set value = ${++written}`);
    return String(written);
  };
  const page = async (name: string) => (await fetch(`${site.url}/novel/${name}`)).text();
  /** A page that was never asked for. */
  const render = () => page(String(++path));
  const catchUp = async () => {
    await servers.standby.query('select pg_wal_replay_resume()').catch(() => undefined);
    await vi.waitFor(async () => {
      const rows = await servers.standby.query('select value from shown');
      expect(rows).toEqual([{ value: written }]);
    }, soon);
  };
  /** Stops the replica at what it has, and announces to nobody what it lacks: who shows that? */
  const isReadFromReplica = async () => {
    await catchUp();
    await render();
    await servers.standby.query('select pg_wal_replay_pause()');
    const before = String(written);
    await write(site.app.db);
    return (await render()) === before;
  };

  beforeAll(async () => {
    servers = await startReplicated();
    const at = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;
    settings = {
      DATABASE_URL: at(servers.primary.port),
      DATABASE_REPLICA_URL: at(servers.standby.port),
    };
    site = await openSite(async (_request, { app, tags }) => {
      tags.add('shown');
      // As a page that goes on without a part that failed.
      if (breaksOnReplica && app !== site.app) {
        await app.db.execute(sql`select 1 / 0`).catch(() => undefined);
        return new Response('sans tout');
      }
      const { rows } = (await app.db.execute(sql`select value from shown`)) as {
        rows: { value: number }[];
      };
      return new Response(String(rows[0]?.value), { headers: { 'cache-control': 'public' } });
    }, settings);
    await site.app.db.execute(sql`create table shown as select 0 as value`);
  });
  afterAll(async () => {
    await site.close();
    await servers.close();
  });

  test('reads pages from it', async () => {
    await vi.waitFor(async () => expect(await isReadFromReplica()).toBe(true), soon);
  });

  test('shows nothing older than a change that was announced, and keeps the newer', async () => {
    await vi.waitFor(async () => expect(await isReadFromReplica()).toBe(true), soon);
    await page('kept');
    const now = await write(site.app.db);
    await site.app.changed(['shown']);
    expect(await page('kept')).toBe(now);
    expect(await render()).toBe(now);
    // From the cache, where a page of the replica's would have stayed.
    await write(site.app.db);
    expect(await page('kept')).toBe(now);
  });

  test('nor older than what another instance announced', async () => {
    const other = await openTestApp(settings);
    await vi.waitFor(async () => expect(await isReadFromReplica()).toBe(true), soon);
    await page('other');
    const now = await write(other.db);
    await other.changed(['shown']);
    await vi.waitFor(async () => expect(await page('other')).toBe(now), soon);
    expect(await render()).toBe(now);
    await other.close();
  });

  test('nor older than some seconds, announced or not', async () => {
    await vi.waitFor(async () => expect(await isReadFromReplica()).toBe(true), soon);
    const now = String(written);
    await vi.waitFor(async () => expect(await render()).toBe(now), soon);
  });

  test('renders a page again from the primary when a part of it failed', async () => {
    await vi.waitFor(async () => expect(await isReadFromReplica()).toBe(true), soon);
    breaksOnReplica = true;
    expect(await render()).toBe(String(written));
    breaksOnReplica = false;
  });

  test('reads from the primary when it is promoted, and when it is away', async () => {
    await catchUp();
    await servers.standby.query('select pg_promote(false)');
    await vi.waitFor(async () => {
      const [row] = await servers.standby.query('select pg_is_in_recovery() as is');
      expect(row).toEqual({ is: false });
    }, soon);
    await render();
    const now = await write(site.app.db);
    expect(await render()).toBe(now);

    await servers.standby.kill();
    const later = await write(site.app.db);
    expect(await render()).toBe(later);
  });
});

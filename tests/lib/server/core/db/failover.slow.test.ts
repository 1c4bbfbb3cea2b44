import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/core/db/open-database.ts';
import { isConnectionFailure } from '#server/core/metrics/metrics.ts';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { unlockChapter } from '#server/money/credits/unlock-chapters.ts';
import { checkLedger } from '#server/money/payments/check-ledger.ts';
import { openTestApp } from '#tests/world/app.ts';
import { addNovel, chapterDraft } from '#tests/world/novels.ts';
import { signInAs } from '#tests/world/people.ts';
import { missing, startReplicated, type Replicated, type Server } from '#tests/world/replicated.ts';

const title = 'two PostgreSQL';
const nothingBefore = () => Promise.resolve(null);
const soon = { timeout: 60_000, interval: 20 };

describe.skipIf(missing !== '')(missing === '' ? title : `${title} (skipped: ${missing})`, () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const clean of cleanups.splice(0).toReversed()) await clean();
  });
  const start = async (settings: Record<string, string> = {}): Promise<Replicated> => {
    const servers = await startReplicated(settings);
    cleanups.push(servers.close);
    return servers;
  };
  const address = (...servers: Server[]) =>
    `postgres://postgres@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;
  const open = async (url: string) => {
    const database = await openDatabase(url, { role: 'server' });
    cleanups.push(() => database.close());
    return database;
  };

  describe.each(['is killed', 'freezes'] as const)('when the primary %s under load', (how) => {
    test('nothing acknowledged is lost, and the site goes on by itself', async () => {
      const { primary, standby } = await start({ synchronous_standby_names: '*' });
      // The old primary first: the order says nothing.
      const url = `${address(primary, standby)}?target_session_attrs=read-write`;
      const app = await openTestApp({ DATABASE_URL: url });
      cleanups.push(app.close);
      const chapters = Array.from({ length: 2_000 }, (_, at) =>
        chapterDraft(at + 1, { isPremium: true }),
      );
      const { chapterIds } = await addNovel(app, { chapters });
      const acknowledged: string[] = [];
      const failures: unknown[] = [];
      let isOver = false;
      const read = async (name: string) => {
        const { user } = await signInAs(app, { email: `${name}@feuilleton.test` });
        const gift = { delta: 2_000, kind: 'adjustment', reference: `test:${name}` } as const;
        await app.db.transaction((tx) => moveCredits(tx, user.id, [gift], app.clock.now()));
        for (let at = 0; !isOver;) {
          const chapterId = chapterIds[at] ?? '';
          try {
            const unlocked = await unlockChapter(app, user, { chapterId }, nothingBefore);
            expect(unlocked).toMatchObject({ chapterIds: [chapterId] });
            acknowledged.push(`${user.id} ${chapterId}`);
            at++;
          } catch (error) {
            failures.push(error);
            await sleep(50);
          }
        }
      };
      const atLeast = (count: number) =>
        vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(count), soon);
      const readers = Promise.all(['lea', 'karim', 'ines', 'paul', 'zoe', 'marc'].map(read));
      await atLeast(200);

      if (how === 'is killed') await primary.kill();
      else await primary.freeze();
      await standby.query('select pg_promote(false)');
      await atLeast(acknowledged.length + 200);
      // Who had fenced nothing and starts it again has two that take writes.
      if (how === 'is killed') await primary.start();
      else primary.thaw();
      await standby.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'feuilleton%'`);
      await atLeast(acknowledged.length + 200);
      // A process that has seen neither before.
      const fresh = await open(address(primary, standby));
      expect((await fresh.pool.query('show port')).rows).toEqual([{ port: String(standby.port) }]);
      isOver = true;
      await readers;

      expect(failures.filter((failure) => !isConnectionFailure(failure))).toEqual([]);
      const rows = await standby.query(`select user_id || ' ' || chapter_id as id from unlocks`);
      const found = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
      expect(await checkLedger(app.db, new Date())).toEqual([]);
    });
  });

  test('a connection to what became a standby is dropped with its first refused write', async () => {
    const { primary, standby } = await start();
    let target = primary;
    // As a proxy, or a name that is given to another server.
    const proxy = createServer((socket) => {
      const server = connect(target.port, '127.0.0.1');
      socket.pipe(server).pipe(socket);
      for (const one of [socket, server]) one.on('error', () => socket.destroy());
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    cleanups.push(() => Promise.resolve(proxy.close()));
    const { port } = proxy.address() as AddressInfo;
    const { db } = await open(`postgres://postgres@127.0.0.1:${port}/postgres`);
    await db.execute('create table written (id int)');
    const write = () => db.transaction((tx) => tx.execute('insert into written values (1)'));
    await vi.waitFor(() => standby.query('select * from written'), soon);

    target = standby;
    await primary.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'feuilleton'`);
    const reads = () =>
      Promise.all(Array.from({ length: 5 }, () => db.execute('select pg_sleep(0.1)')));
    await vi.waitFor(reads, soon);
    target = primary;
    const refused = await write().catch((error: unknown) => error);
    expect(isConnectionFailure(refused)).toBe(true);
    await write();
    expect(await primary.query('select * from written')).toEqual([{ id: 1 }]);
  });

  test('none of them that takes writes is an outage, and no database to migrate', async () => {
    const { primary, standby } = await start();
    await primary.kill();
    const refused = await open(address(primary, standby)).catch((error: unknown) => error);
    expect(isConnectionFailure(refused)).toBe(true);
    await standby.query('select pg_promote(false)');
    await vi.waitFor(() => open(address(primary, standby)), soon);
  });
});

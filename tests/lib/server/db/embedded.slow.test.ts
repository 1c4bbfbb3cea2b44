import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseInUse } from '#server/db/database.ts';
import { openEmbedded, type EmbeddedLimits } from '#server/db/embedded.ts';
import { items } from '#server/db/schema/items.ts';
import { DatabaseHolder } from '#tests/world/database-holder.ts';

let folder: string;
const started: DatabaseHolder[] = [];
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feuilleton-test-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  for (const holder of started.splice(0)) await holder.kill();
  await rm(folder, { recursive: true, force: true });
});

async function openHere(role: 'server' | 'command') {
  const database = await openEmbedded(folder, { role });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await database.close();
    isClosed = true;
  };
  closing.push(close);
  return { db: database.db, close };
}

function start(role: 'server' | 'command', limits: Partial<EmbeddedLimits> = {}): DatabaseHolder {
  const holder = new DatabaseHolder({ folder, role, limits });
  started.push(holder);
  return holder;
}

async function startReady(role: 'server' | 'command', limits: Partial<EmbeddedLimits> = {}) {
  const holder = start(role, limits);
  await holder.hear('ready');
  return holder;
}

describe('an embedded folder', () => {
  test('keeps what was written when it is reopened', async () => {
    const first = await openHere('server');
    await first.db.insert(items).values({ name: 'Lampe', priceCents: 100 });
    await first.close();
    const second = await openHere('server');
    expect(await second.db.select().from(items)).toMatchObject([{ name: 'Lampe' }]);
  });

  test('is opened by a command itself when no server runs', async () => {
    const command = await openHere('command');
    await command.db.insert(items).values({ name: 'Lampe', priceCents: 100 });
    expect(await command.db.select().from(items)).toHaveLength(1);
  });

  test('is refused to a second server, in the same process too', async () => {
    await openHere('server');
    await expect(openEmbedded(folder, { role: 'server' })).rejects.toThrow(DatabaseInUse);
    const other = start('server');
    expect(await other.hear('ready', 'refused')).toBe('refused');
  });

  test('is reopened by a server after a crash', async () => {
    const crashed = await startReady('server');
    await crashed.kill();
    await startReady('server');
  });

  test('has one owner when several processes open it concurrently after a crash', async () => {
    const script = fileURLToPath(
      new URL('../../../world/database-holder-lock-process.ts', import.meta.url),
    );
    for (let round = 0; round < 8; round++) {
      await writeFile(join(folder, 'feuilleton.lock'), '');
      const asking = [1, 2, 3].map(() => fork(script, [folder], { execArgv: [] }));
      await Promise.all(asking.map((child) => once(child, 'message')));
      const instantMs = Date.now() + 50;
      const answers = asking.map((child) => once(child, 'message'));
      for (const child of asking) child.send(instantMs);
      const told = (await Promise.all(answers)).flat().filter((one) => typeof one === 'string');
      const ended = asking.map((child) => once(child, 'exit'));
      for (const child of asking) child.kill('SIGKILL');
      await Promise.all(ended);
      expect(told.toSorted()).toEqual(['held', 'refused', 'refused']);
    }
  });

  test('stays locked while its server is stopped or slow', async () => {
    const server = await startReady('server');
    server.signal('SIGSTOP');
    await expect(openEmbedded(folder, { role: 'server' })).rejects.toThrow(DatabaseInUse);
  });

  test('is waited for by a command while another has it, with one line of output', async () => {
    const first = await startReady('command');
    const second = start('command', { noticeMs: 0 });
    const line = 'La base de données est occupée ; la commande attend son tour.\n';
    expect(await second.said('tour.')).toBe(line);
    first.tell('add');
    await first.hear('added');
    await first.stop();
    await second.hear('ready');
    expect(await second.count()).toBe(1);
    expect(await second.said('tour.')).toBe(line);
  });

  test('is refused to a command after the timeout', async () => {
    await startReady('command');
    const limits = { waitMs: 0 };
    await expect(openEmbedded(folder, { role: 'command' }, limits)).rejects.toThrow(DatabaseInUse);
  });
});

describe('a command with a running server', () => {
  test('shares its database, one transaction at a time', async () => {
    const server = await startReady('server');
    const command = await openHere('command');
    let countDuring: Promise<number> | undefined;
    await command.db
      .transaction(async (tx) => {
        await tx.insert(items).values({ name: 'Brouillon', priceCents: 1 });
        // The server queries now: it must wait, not see our transaction.
        countDuring = server.count();
        await new Promise((resolve) => setTimeout(resolve, 200));
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(await countDuring).toBe(0);
    await command.db.insert(items).values({ name: 'Lampe', priceCents: 100 });
    expect(await server.count()).toBe(1);
  });

  test('has the cached pages dropped at the end of each transaction, while it stays connected', async () => {
    const server = await startReady('server');
    const command = await startReady('command');
    for (let book = 1; book <= 3; book++) {
      command.tell('add');
      await command.hear('added');
      await server.hear('gap');
      expect(await server.count()).toBe(book);
    }
  });

  test('connects during a transaction of the server after an earlier command', async () => {
    const server = await startReady('server');
    const earlier = await startReady('command');
    await earlier.stop();
    server.tell('begin');
    await server.hear('begun');
    const command = start('command', { noticeMs: 0 });
    await command.said('tour.');
    server.tell('end');
    await command.hear('ready');
    expect(await command.count()).toBe(1);
  });

  test('releases the database when it is killed while it waits', async () => {
    const server = await startReady('server');
    const command = await startReady('command');
    server.tell('begin');
    await server.hear('begun');
    command.tell('begin');
    await command.hear('beginning');
    // Its BEGIN has to reach the server before it dies.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await command.kill();
    server.tell('end');
    expect(await server.count()).toBe(1);
    const next = await startReady('command');
    expect(await next.count()).toBe(1);
  });

  test('is rolled back when it is killed in a transaction', async () => {
    const server = await startReady('server');
    const command = await startReady('command');
    command.tell('begin');
    await command.hear('begun');
    await command.kill();
    expect(await server.count()).toBe(0);
  });

  test('is cut off when it is stopped in a transaction', async () => {
    const server = await startReady('server', { quietMs: 500 });
    const command = await startReady('command');
    command.tell('begin');
    await command.hear('begun');
    command.signal('SIGSTOP');
    expect(await server.count()).toBe(0);
    const next = await startReady('command');
    expect(await next.count()).toBe(0);
  });
});

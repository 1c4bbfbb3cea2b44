import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { DatabaseInUse, type OpenDatabase } from '../../../../src/lib/server/db/database.ts';
import { openDatabase } from '../../../../src/lib/server/db/open-database.ts';
import { items } from '../../../../src/lib/server/db/schema/items.ts';
import { users } from '../../../../src/lib/server/db/schema/identity.ts';
import { ledgerEntries } from '../../../../src/lib/server/db/schema/money.ts';
import { describeOnBoth, describeOnPostgres, type TestDatabase } from '../../../world/databases.ts';

describeOnBoth('the database', (createDatabase) => {
  let database: TestDatabase;
  let open: OpenDatabase;
  const setUp = async () => {
    database = await createDatabase();
    open = await openDatabase(database.url, { role: 'server' });
    const [reader] = await open.db.insert(users).values({ name: 'Lecteur' }).returning();
    return reader?.id ?? '';
  };
  afterEach(async () => {
    await open.close();
    await database.drop();
  });

  test('never lets a balance go below zero', async () => {
    await setUp();
    await expect(open.db.update(users).set({ credits: -1 })).rejects.toThrow();
    expect((await open.db.select().from(users))[0]?.credits).toBe(0);
  });

  test('never lets a ledger entry be changed, deleted or repeated', async () => {
    const userId = await setUp();
    const entry = { userId, delta: 5, kind: 'purchase', reference: 't1', balanceAfter: 5 } as const;
    await open.db.insert(ledgerEntries).values(entry);
    await expect(open.db.update(ledgerEntries).set({ delta: 500 })).rejects.toThrow();
    await expect(open.db.delete(ledgerEntries)).rejects.toThrow();
    await expect(open.db.execute(sql`truncate ledger_entries`)).rejects.toThrow();
    await expect(open.db.insert(ledgerEntries).values(entry)).rejects.toThrow();
    expect(await open.db.select().from(ledgerEntries)).toMatchObject([{ delta: 5 }]);
  });
});

describeOnPostgres('migrations', (createDatabase) => {
  test('run once when several instances start together', async () => {
    const database = await createDatabase();
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase(database.url, { role: 'server', poolSize: 2 })),
    );
    const [first] = opened;
    const applied = await first?.db.execute(
      sql`select count(*)::int as applied, count(distinct hash)::int as different
        from drizzle.__drizzle_migrations`,
    );
    const [row] = (applied as { rows: { applied: number; different: number }[] }).rows;
    expect(row).toEqual({ applied: 2, different: 2 });
    await Promise.all(opened.map((open) => open.close()));
    await database.drop();
  });
});

describe('an embedded folder', () => {
  let folder: string;
  const opened: OpenDatabase[] = [];
  const open = async (role: 'server' | 'command') => {
    const database = await openDatabase(`file:${folder}`, { role });
    opened.push(database);
    return database;
  };
  const setUp = async () => {
    folder = await mkdtemp(join(tmpdir(), 'feuilleton-test-'));
  };
  afterEach(async () => {
    for (const database of opened.splice(0).reverse()) await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('keeps what was written when it is opened again', async () => {
    await setUp();
    const first = await open('server');
    await first.db.insert(items).values({ name: 'Lampe', priceCents: 100 });
    await opened.pop()?.close();
    const second = await open('server');
    expect(await second.db.select().from(items)).toMatchObject([{ name: 'Lampe' }]);
  });

  test('is opened by a command itself when no server runs', async () => {
    await setUp();
    const command = await open('command');
    await command.db.insert(items).values({ name: 'Lampe', priceCents: 100 });
    expect(await command.db.select().from(items)).toHaveLength(1);
  });
});

describe('a command beside a running server', () => {
  // Two processes: the lock names the process that holds the folder.
  test('shares its database, one transaction at a time, and is told apart from a second server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'feuilleton-test-'));
    const { startHolder } = await import('../../../world/database-holder.ts');
    const holder = await startHolder(folder);
    try {
      await expect(openDatabase(`file:${folder}`, { role: 'server' })).rejects.toThrow(
        DatabaseInUse,
      );
      const command = await openDatabase(`file:${folder}`, { role: 'command' });
      let countDuring: Promise<number> | undefined;
      await command.db
        .transaction(async (tx) => {
          await tx.insert(items).values({ name: 'Brouillon', priceCents: 1 });
          // The server asks now: it must wait, not look into our transaction.
          countDuring = holder.countItems();
          await new Promise((resolve) => setTimeout(resolve, 200));
          throw new Error('undone');
        })
        .catch(() => undefined);
      expect(await countDuring).toBe(0);
      await command.db.insert(items).values({ name: 'Lampe', priceCents: 100 });
      await command.close();
      expect(await holder.countItems()).toBe(1);
      await holder.sawCommandLeave();

      const dropped = await openDatabase(`file:${folder}`, { role: 'command' });
      expect(await dropped.db.select().from(items)).toHaveLength(1);
      await dropped.close();
    } finally {
      await holder.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

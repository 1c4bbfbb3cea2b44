import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { knownFailure } from '#scripts/failure-sentence.ts';
import type { OpenDatabase } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { users } from '#server/db/schema/identity.ts';
import { creditTransactions, ledgerEntries } from '#server/db/schema/money.ts';
import {
  createEmptyDatabase,
  describeOnBoth,
  describeOnPostgres,
  fillFolder,
  type TestDatabase,
} from '#tests/world/databases.ts';
import { readTemplate } from '#tests/world/templates.ts';

describeOnBoth('the database', (createDatabase) => {
  let database: TestDatabase;
  let open: OpenDatabase;
  const setUp = async () => {
    database = await createDatabase();
    const template = await readTemplate();
    open = await openDatabase(database.url, { role: 'server', ...(template && { template }) });
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
    const entry = {
      userId,
      delta: 5,
      kind: 'adjustment',
      reference: 'a1',
      balanceAfter: 5,
    } as const;
    await open.db.insert(ledgerEntries).values(entry);
    await expect(open.db.update(ledgerEntries).set({ delta: 500 })).rejects.toThrow();
    await expect(open.db.delete(ledgerEntries)).rejects.toThrow();
    await expect(open.db.execute(sql`truncate ledger_entries`)).rejects.toThrow();
    await expect(open.db.insert(ledgerEntries).values(entry)).rejects.toThrow();
    expect(await open.db.select().from(ledgerEntries)).toMatchObject([{ delta: 5 }]);
  });

  test('never lets a purchase be credited twice, under whatever reference', async () => {
    const userId = await setUp();
    const [bought] = await open.db
      .insert(creditTransactions)
      .values({ userId, planId: 'plan_basic', credits: 300, amountCents: 499, billing: {} })
      .returning();
    const transactionId = bought?.id ?? '';
    const entry = { userId, delta: 300, kind: 'purchase', transactionId } as const;
    await open.db
      .insert(ledgerEntries)
      .values({ ...entry, reference: transactionId, balanceAfter: 300 });
    await expect(
      open.db.insert(ledgerEntries).values({ ...entry, reference: 'other', balanceAfter: 600 }),
    ).rejects.toThrow();
    expect(await open.db.select().from(ledgerEntries)).toMatchObject([{ delta: 300 }]);
  });
});

describeOnPostgres('migrations', () => {
  test('run once when several instances start together', async () => {
    const database = await createEmptyDatabase();
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase(database.url, { role: 'server', poolSize: 2 })),
    );
    const [first] = opened;
    const applied = await first?.db.execute(
      sql`select count(*)::int as applied, count(distinct hash)::int as different
        from drizzle.__drizzle_migrations`,
    );
    const [row] = (applied as { rows: { applied: number; different: number }[] }).rows;
    const migrations = await readdir('database/migrations');
    const written = migrations.filter((name) => name.endsWith('.sql')).length;
    expect(row).toEqual({ applied: written, different: written });
    await Promise.all(opened.map((open) => open.close()));
    await database.drop();
  });
});

describeOnBoth('a database of other migrations', (createDatabase) => {
  test.each([
    [
      'of a newer program',
      `insert into drizzle.__drizzle_migrations (hash, created_at)
        select 'later', max(created_at) + 1 from drizzle.__drizzle_migrations`,
      /plus récente que ce programme.*restaurez la sauvegarde/,
    ],
  ])('%s is refused and left as it is', async (_, change, reason) => {
    const database = await createDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'feuilleton-old-'));
    const isEmbedded = database.url === 'memory:';
    const url = isEmbedded ? `file:${folder}` : database.url;
    if (isEmbedded) await fillFolder(folder);
    const made = await openDatabase(url, { role: 'server' });
    await made.db.execute(sql.raw(change));
    await made.db.insert(users).values({ name: 'Lecteur' });
    // PGlite: joins the server. PostgreSQL: opens it beside the server.
    await expect(openDatabase(url, { role: 'command' })).rejects.toThrow(reason);
    await made.close();

    await expect(openDatabase(url, { role: 'server' })).rejects.toThrow(reason);
    const error = await openDatabase(url, { role: 'command' }).catch((refusal: unknown) => refusal);
    expect(knownFailure(error)).toMatch(reason);
    const left = await openDatabase(url, { role: 'server', migrates: false });
    expect(await left.db.select().from(users)).toMatchObject([{ name: 'Lecteur' }]);
    await left.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });
});

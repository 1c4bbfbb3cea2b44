import { readdir } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { knownFailure } from '#server/failure-sentence.ts';
import type { OpenDatabase } from '#server/core/db/database.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { programVersion } from '#server/core/project-root.ts';
import { inFrench } from '#server/core/db/schema/columns.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { createDatabase, createEmptyDatabase } from '#tests/world/databases.ts';

describe('the database', () => {
  let open: OpenDatabase;
  const setUp = async () => {
    open = await openDatabase(await createDatabase(), { role: 'server' });
    const [reader] = await open.db.insert(users).values({ name: 'Lecteur' }).returning();
    return reader?.id ?? '';
  };
  afterEach(() => open.close());

  test('orders names in French', async () => {
    await setUp();
    const names = ['Zoé', 'élan', 'Eloi', 'Éloïse', 'emile', 'Œdipe', 'Olga'];
    await open.db.insert(users).values(names.map((name) => ({ name })));
    const { name } = users;
    const ordered = await open.db.select({ name }).from(users).orderBy(inFrench(name));
    expect(ordered.map((user) => user.name)).toEqual([
      'élan',
      'Eloi',
      'Éloïse',
      'emile',
      'Lecteur',
      'Œdipe',
      'Olga',
      'Zoé',
    ]);
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

describe('migrations', () => {
  test('run once when several instances start together', async () => {
    const url = await createEmptyDatabase();
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase(url, { role: 'server', poolSize: 2 })),
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
  });
});

describe('a database of other migrations', () => {
  test.each([
    [
      'of a newer program',
      `insert into drizzle.__drizzle_migrations (hash, created_at)
        select 'later', max(created_at) + 1 from drizzle.__drizzle_migrations`,
      new RegExp(
        `que ce programme.*prenez Feuilleton ${programVersion().replaceAll('.', '[.]')} ou plus récent, ou restaurez la`,
      ),
    ],
    [
      'of a newer program that has not noted its version',
      `insert into drizzle.__drizzle_migrations (hash, created_at)
        select 'later', max(created_at) + 1 from drizzle.__drizzle_migrations;
        comment on table drizzle.__drizzle_migrations is null`,
      /plus récente que ce programme.*prenez une version plus récente de Feuilleton, ou restaurez/,
    ],
  ])('%s is refused and left as it is', async (_, change, reason) => {
    const url = await createDatabase();
    const made = await openDatabase(url, { role: 'server' });
    await made.db.execute(sql.raw(change));
    await made.db.insert(users).values({ name: 'Lecteur' });
    await expect(openDatabase(url, { role: 'command' })).rejects.toThrow(reason);
    await made.close();

    await expect(openDatabase(url, { role: 'server' })).rejects.toThrow(reason);
    const error = await openDatabase(url, { role: 'command' }).catch((refusal: unknown) => refusal);
    expect(knownFailure(error)).toMatch(reason);
    const left = await openDatabase(url, { role: 'server', migrates: false });
    expect(await left.db.select().from(users)).toMatchObject([{ name: 'Lecteur' }]);
    await left.close();
  });
});

import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { people } from '#sandbox/people.ts';
import { isDemoFilled } from '#scripts/demo/is-filled.ts';
import { readDemoNovels } from '#scripts/demo/manifest.ts';
import { authorsNovels, loadDemoPeople } from '#scripts/demo/people.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { ledgerEntries } from '#server/core/db/schema/money.ts';
import type { OpenDatabase } from '#server/core/db/database.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { createDatabase } from '../world/databases.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-22T12:00:00Z');

test('the author’s novels are in the demonstration’s catalogue', async () => {
  const slugs = (await readDemoNovels()).map(({ slug }) => slug);
  expect(slugs).toEqual(expect.arrayContaining(authorsNovels));
});

describe('the people of the demonstration', () => {
  let opened: OpenDatabase;
  let db: OpenDatabase['db'];
  beforeEach(async () => {
    opened = await openDatabase(await createDatabase(), { role: 'server' });
    db = opened.db;
    await db.insert(novels).values(
      [...authorsNovels, 'contre-courant'].map((slug) => ({
        slug,
        title: slug,
        authorName: 'Autrice Test',
      })),
    );
  });
  test('are what a filled database is known by, with its novels', async () => {
    expect(await isDemoFilled(db)).toBe(false);
    await loadDemoPeople(db, now);
    expect(await isDemoFilled(db)).toBe(true);
    await db.delete(novels);
    expect(await isDemoFilled(db)).toBe(false);
  });

  afterEach(() => opened.close());

  const known = () =>
    db
      .select({ email: users.email, name: users.name, role: users.role, credits: users.credits })
      .from(users)
      .orderBy(users.email);

  test('are users with the addresses by which their sign-in finds them', async () => {
    await loadDemoPeople(db, now);
    expect(await known()).toEqual([
      { email: 'camille.roux@feuilleton.test', name: 'Camille Roux', role: 'admin', credits: 0 },
      { email: 'hugo.bernard@feuilleton.test', name: 'Hugo Bernard', role: 'reader', credits: 12 },
      { email: 'lea.martin@feuilleton.test', name: 'Léa Martin', role: 'reader', credits: 0 },
      {
        email: 'mathilde.orsel@feuilleton.test',
        name: 'Mathilde Orsel',
        role: 'author',
        credits: 0,
      },
    ]);
    const [author] = await db.select().from(users).where(eq(users.role, 'author'));
    expect(author).toMatchObject({ firstName: 'Mathilde', lastName: 'Orsel', createdAt: now });
  });

  test('have their credits by one entry in the ledger', async () => {
    await loadDemoPeople(db, now);
    const entries = await db.select().from(ledgerEntries);
    expect(entries).toMatchObject([
      {
        delta: 12,
        kind: 'adjustment',
        reference: 'demo:hugo.bernard@feuilleton.test',
        balanceAfter: 12,
        reason: 'Crédits de la démonstration',
        createdAt: now,
      },
    ]);
  });

  test('are not changed at the next start', async () => {
    await loadDemoPeople(db, now);
    const { email } = people.readerWithCredits;
    await db
      .update(users)
      .set({ credits: 5, name: 'Hugo B.', email: email.toUpperCase() })
      .where(eq(users.email, email));
    const [before, entriesBefore] = [await known(), await db.select().from(ledgerEntries)];
    await loadDemoPeople(db, later);
    expect(await known()).toEqual(before);
    expect(await db.select().from(ledgerEntries)).toEqual(entriesBefore);
  });

  test('get their credits in addition to those of an existing user with their address', async () => {
    const { email } = people.readerWithCredits;
    await db.insert(users).values({ email, name: 'Hugo', credits: 3 });
    await loadDemoPeople(db, now);
    const [user] = await db.select().from(users).where(eq(users.email, email));
    const [entry] = await db.select().from(ledgerEntries);
    expect(user).toMatchObject({ name: 'Hugo', credits: 15 });
    expect(entry).toMatchObject({ userId: user?.id, delta: 12, balanceAfter: 15 });
  });

  test('include the author of two novels, but of none that has an owner', async () => {
    const [owner] = await db.insert(users).values({ name: 'Autre' }).returning();
    const [first = '', second = ''] = authorsNovels;
    await db.update(novels).set({ ownerId: owner?.id }).where(eq(novels.slug, second));
    await loadDemoPeople(db, now);
    const owned = await db
      .select({ slug: novels.slug, owner: sql`${users.name}` })
      .from(novels)
      .leftJoin(users, eq(users.id, novels.ownerId))
      .orderBy(novels.slug);
    expect(owned).toEqual(
      [
        { slug: first, owner: 'Mathilde Orsel' },
        { slug: second, owner: 'Autre' },
        { slug: 'contre-courant', owner: null },
      ].toSorted((a, b) => a.slug.localeCompare(b.slug)),
    );
  });

  test('are loaded once when two instances start concurrently', async () => {
    await Promise.all([loadDemoPeople(db, now), loadDemoPeople(db, now)]);
    expect(await known()).toHaveLength(4);
    expect(await db.$count(ledgerEntries)).toBe(1);
  });
});

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listSlugsInUse, loadGenre, loadPerson, loadTag } from '#server/catalogue/listings.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { openTestApp } from '#tests/world/app.ts';
import { addNovel } from '#tests/world/novels.ts';

describe('the lists of novels', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;

  beforeAll(async () => {
    app = await openTestApp();
    const add = async (
      title: string,
      more: Parameters<typeof addNovel>[1],
      columns: Partial<typeof novels.$inferInsert>,
    ) => {
      const { id } = await addNovel(app, { title, ...more });
      await app.db.update(novels).set(columns).where(eq(novels.id, id));
    };
    await add(
      'Premier',
      { authorName: 'EMILE ZOLA', genres: ['Sci-fi'], tags: ['Maison  ancienne'], chapters: 2 },
      { createdAt: new Date('2026-01-01') },
    );
    await add(
      'Second',
      { authorName: 'Émile Zola', genres: ['Sci-fi', 'Horror'], tags: [], chapters: 3 },
      { createdAt: new Date('2026-01-02') },
    );
    await add(
      'Traduit',
      { authorName: '進撃', genres: [], tags: ['été', 'maison ancienne'], chapters: 4 },
      { createdAt: new Date('2026-01-03'), translatorName: 'Émile Zola' },
    );
    await app.db.insert(novels).values({
      slug: 'tu',
      title: 'Tu',
      authorName: 'Émile Zola',
      isDraft: true,
      genres: ['Sci-fi'],
      tags: ['secret'],
    });
  });

  afterAll(() => app.close());

  const titles = ({ novels: found }: { novels: readonly { title: string }[] }) =>
    found.map(({ title }) => title);

  test('a genre lists its novels, newest first', async () => {
    const listing = await loadGenre(app, 'science-fiction', 9);
    if (listing.kind !== 'found') throw new Error(listing.kind);
    expect(listing.genre).toBe('Sci-fi');
    expect(listing.query.page).toBe(1);
    expect(titles(listing.found)).toEqual(['Second', 'Premier']);
    expect(await loadGenre(app, 'mecha', 1)).toMatchObject({ kind: 'found', found: { found: 0 } });
    expect(await loadGenre(app, 'Sci-fi', 1)).toEqual({ kind: 'missing' });
  });

  test('a tag lists its novels, however they spell it', async () => {
    const listing = await loadTag(app, 'maison-ancienne', 1);
    if (listing.kind !== 'found') throw new Error(listing.kind);
    expect(listing.tag).toBe('maison ancienne');
    expect(titles(listing.found)).toEqual(['Traduit', 'Premier']);
    expect(await loadTag(app, 'ete', 1)).toMatchObject({ kind: 'found', tag: 'été' });
    expect(await loadTag(app, 'secret', 1)).toEqual({ kind: 'missing' });
  });

  test('a person has what they wrote and what they translated', async () => {
    const listing = await loadPerson(app, 'emile-zola', 1);
    if (listing.kind !== 'found') throw new Error(listing.kind);
    expect(listing).toMatchObject({ name: 'Émile Zola', page: 1, pageCount: 1 });
    expect(listing.written).toMatchObject({ count: 2, chapters: 5 });
    expect(titles(listing.written)).toEqual(['Second', 'Premier']);
    expect(listing.translated).toMatchObject({ count: 1, chapters: 4 });
    expect(titles(listing.translated)).toEqual(['Traduit']);
    expect(await loadPerson(app, 'emile', 1)).toEqual({ kind: 'missing' });
  });

  test('a name of other letters has an address too', async () => {
    const inUse = await listSlugsInUse(app.db, { novelsMax: 10, addressesMax: 10 });
    expect(inUse).toEqual({
      genres: ['Horror', 'Sci-fi'],
      people: ['emile-zola', expect.stringMatching(/^x-[0-9a-f]{12}$/)],
      tags: ['ete', 'maison-ancienne'],
    });
    expect(await loadPerson(app, inUse.people[1] ?? '', 1)).toMatchObject({ name: '進撃' });
    const newest = await listSlugsInUse(app.db, { novelsMax: 1, addressesMax: 1 });
    expect(newest).toMatchObject({ genres: [], tags: ['ete'] });
  });

  test('pages hold what is left, and a page past the last one is the last one', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({
      slug: `foule-${index}`,
      title: `Foule ${index}`,
      authorName: 'Cohorte',
      createdAt: new Date(Date.UTC(2020, 0, 1, 0, 0, index)),
    }));
    await app.db.insert(novels).values(rows);
    await app.db
      .update(novels)
      .set({ translatorName: 'Cohorte' })
      .where(sql`${novels.slug} = 'foule-7'`);
    const first = await loadPerson(app, 'cohorte', 1);
    const last = await loadPerson(app, 'cohorte', 99);
    if (first.kind !== 'found' || last.kind !== 'found') throw new Error('no page');
    expect(titles(first.written)[0]).toBe('Foule 29');
    expect(first.written.novels).toHaveLength(24);
    expect(titles(first.translated)).toEqual(['Foule 7']);
    expect(last).toMatchObject({ page: 2, pageCount: 2 });
    expect(last.written.novels).toHaveLength(6);
    expect(last.translated).toMatchObject({ count: 1, novels: [] });
  });
});

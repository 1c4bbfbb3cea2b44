import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCatalogueQuery, type CatalogueQuery } from '#server/catalogue/catalogue-query.ts';
import { searchNovels, sweepNameWords } from '#server/catalogue/search-novels.ts';
import { novels, novelViews } from '#server/core/db/schema/catalogue.ts';
import { nameWords } from '#server/core/db/schema/search.ts';
import { openTestApp } from '#tests/world/app.ts';
import { addNovel } from '#tests/world/novels.ts';

const dragons = 'Les dragons de la forêt noire';
const sisters = 'L’Œuvre des sœurs abandonnées';
const summer = 'Un été à Nîmes';
const percent = '100% café_crème';

describe('the search of the catalogue', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;

  beforeAll(async () => {
    app = await openTestApp();
    await addNovel(app, {
      title: dragons,
      authorName: 'Zoé Lefèvre',
      description: 'Une histoire de chevaux.',
      genres: ['Fantasy', 'Romance'],
      tags: ['montagne'],
      createdAt: new Date('2026-01-01'),
    });
    await addNovel(app, {
      title: sisters,
      description: 'Trois dragons, aimées de personne.',
      genres: ['Drama'],
      status: 'completed',
      createdAt: new Date('2026-02-01'),
    });
    await addNovel(app, { title: summer, genres: ['Drama'], createdAt: new Date('2026-03-01') });
    await addNovel(app, { title: percent, genres: [], createdAt: new Date('2026-04-01') });
  });

  afterAll(() => app.close());

  const search = (address: string) =>
    searchNovels(app.db, parseCatalogueQuery(new URLSearchParams(address)), app.clock.now());
  const titles = async (address: string) =>
    (await search(address)).novels.map(({ title }) => title);
  const inWords = async (text: string) => titles(new URLSearchParams({ q: text }).toString());

  test.each([
    ['foret noire', dragons],
    ['FORÊTS NOIRES', dragons],
    ['dragon forêt', dragons],
    ['les forêts', dragons],
    ['Les étés', summer],
    ['lefevre', dragons],
    ['Zoé Lefèvre', dragons],
    ['montagnes', dragons],
    ['cheval', dragons],
    ['oeuvre', sisters],
    ['l’œuvre', sisters],
    ['abandonné', sisters],
    ['abandonnees', sisters],
    ['soeur', sisters],
    ['aimée', sisters],
    ['nimes', summer],
    ['ete nimes', summer],
    ['été', summer],
    ['cafe creme', percent],
  ])('finds by “%s”', async (text, title) => {
    expect((await inWords(text))[0]).toBe(title);
  });

  test.each([
    ['dragno', dragons],
    ['forret', dragons],
    ['lefevbre', dragons],
    ['montange', dragons],
    ['abandonees soeurs', sisters],
    ['foretnoire', dragons],
    ['forretnoire', dragons],
    ['dragonsnoirs', dragons],
    ['dess soeurrs', sisters],
  ])('finds what is nearly “%s”, and says so', async (text, title) => {
    const found = await search(new URLSearchParams({ q: text }).toString());
    expect(found.novels[0]?.title).toBe(title);
    expect(found.isNearly).toBe(true);
  });

  test('puts a title before a description', async () => {
    expect(await inWords('dragons')).toEqual([dragons, sisters]);
  });

  test.each(['kangourou', 'zzzzzz', 'dragons kangourou', 'le la les', '…', '進撃'])(
    'finds nothing by “%s”',
    async (text) => {
      expect(await search(new URLSearchParams({ q: text }).toString())).toEqual({
        novels: [],
        found: 0,
        isNearly: false,
        page: 1,
        pageCount: 1,
      });
    },
  );

  test.each([
    "'; drop table novels; --",
    "' or 1=1 --",
    '%',
    '_',
    '%%%%',
    '\\',
    "dragon:* & | ! <-> 'x",
    '\u0000dragon\u0000kangourou',
    `${'dragon '.repeat(5_000)}kangourou`,
    '(((((((((((((((((',
    'a'.repeat(100_000),
    '\u{1F409}'.repeat(300),
    'e\u0301\u0301\u0301\u0301',
  ])('takes %j for words and nothing else', async (text) => {
    const { found } = await search(new URLSearchParams({ q: text }).toString());
    expect(found).toBeLessThan(4);
    expect((await search('')).found).toBe(4);
  });

  test('“%” finds no more than its words', async () => {
    expect(await inWords('100%')).toEqual([percent]);
    expect(await inWords('c_f')).toEqual([]);
  });

  test('narrows by genre and status, with and without words', async () => {
    expect(await titles('genre=drame')).toEqual([summer, sisters]);
    expect(await titles('genre=drame&statut=termine')).toEqual([sisters]);
    expect(await titles('statut=en-pause')).toEqual([]);
    expect(await titles('q=dragons&genre=fantasy')).toEqual([dragons]);
    expect(await titles('q=dragno&genre=drame')).toEqual([]);
  });

  test('orders as it is asked, words or not', async () => {
    const set = (title: string, values: Partial<typeof novels.$inferInsert>) =>
      app.db.update(novels).set(values).where(eq(novels.title, title));
    const setViews = (title: string, views: number) =>
      app.db
        .update(novelViews)
        .set({ views })
        .from(novels)
        .where(and(eq(novels.id, novelViews.novelId), eq(novels.title, title)));
    await set(dragons, { ratingSum: 5, ratingCount: 1, updatedAt: new Date('2026-06-02') });
    await set(sisters, { ratingSum: 480, ratingCount: 100 });
    await set(summer, { ratingSum: 2, ratingCount: 2 });
    await setViews(dragons, 5);
    await setViews(sisters, 9);
    await setViews(summer, 1);
    await set(sisters, { updatedAt: new Date('2026-06-03') });
    await set(summer, { updatedAt: new Date('2026-06-04') });
    await set(percent, { updatedAt: new Date('2026-06-01') });
    expect(await titles('')).toEqual([percent, summer, sisters, dragons]);
    expect(await titles('tri=mis-a-jour')).toEqual([summer, sisters, dragons, percent]);
    expect(await titles('tri=vues')).toEqual([sisters, dragons, summer, percent]);
    expect(await titles('tri=notes')).toEqual([sisters, dragons, percent, summer]);
    expect(await titles('q=dragons&tri=vues')).toEqual([sisters, dragons]);
    expect(await titles('q=dragons&tri=recents')).toEqual([sisters, dragons]);
  });

  test('follows a change of the novel, and its end', async () => {
    const novel = await addNovel(app, { title: 'Provisoire' });
    expect(await inWords('provisoire')).toEqual(['Provisoire']);
    await app.db
      .update(novels)
      .set({ title: 'Définitif', tags: ['pamplemousse'] })
      .where(eq(novels.id, novel.id));
    expect(await inWords('provisoire')).toEqual([]);
    expect(await inWords('definitif')).toEqual(['Définitif']);
    expect(await inWords('definitfi')).toEqual(['Définitif']);
    expect(await inWords('pamplemousses')).toEqual(['Définitif']);
    await app.db.delete(novels).where(eq(novels.id, novel.id));
    expect(await inWords('definitif')).toEqual([]);
  });

  test('never finds a draft by words that are nearly its own', async () => {
    const novel = await addNovel(app, { title: 'Ténébreuse', chapters: 0 });
    await app.db.update(novels).set({ isDraft: true }).where(eq(novels.id, novel.id));
    expect(await inWords('tenebruese')).toEqual([]);
    await app.db.update(novels).set({ isDraft: false }).where(eq(novels.id, novel.id));
    expect(await inWords('tenebruese')).toEqual(['Ténébreuse']);
    await app.db.delete(novels).where(eq(novels.id, novel.id));
  });

  test('keeps no word that no name has any more', async () => {
    const words = async () =>
      (await app.db.select().from(nameWords).orderBy(nameWords.word)).map(({ word }) => word);
    await sweepNameWords(app);
    const before = await words();
    const novel = await addNovel(app, { title: 'Mirabelle dragons', authorName: 'Autrice' });
    expect(await words()).toEqual([...before, 'mirabelle'].toSorted());
    await app.db.update(novels).set({ title: 'Quetsche' }).where(eq(novels.id, novel.id));
    await sweepNameWords(app);
    expect(await words()).toEqual([...before, 'quetsche'].toSorted());
    await app.db.delete(novels).where(eq(novels.id, novel.id));
    await app.db.delete(nameWords).where(eq(nameWords.word, 'dragons'));
    await sweepNameWords(app);
    expect(await words()).toEqual(before);
  });

  test('lists the novels with the likest word first, though others fill the list', async () => {
    const rows = Array.from({ length: 110 }, (_, index) => ({
      slug: `parterre-${index}`,
      title: `Parterre ${index}`,
      authorName: 'Anonyme',
      description: 'Une histoire.',
    }));
    await app.db.insert(novels).values(rows);
    await addNovel(app, { title: 'Partenaire' });
    expect((await inWords('partenere'))[0]).toBe('Partenaire');
    await app.db.delete(novels).where(sql`${novels.title} like 'Part%'`);
  });

  test('does not look for a word that many novels have among those spelt like it', async () => {
    const rows = Array.from({ length: 101 }, (_, index) => ({
      slug: `chronique-${index}`,
      title: `Chronique ${index}`,
      authorName: 'Anonyme',
      description: 'Une histoire.',
    }));
    await app.db.insert(novels).values(rows);
    await addNovel(app, { title: 'Chronique du brouillard' });
    expect(await inWords('chronique 27')).toEqual(['Chronique 27']);
    expect(await inWords('chronique brouilard')).toEqual(['Chronique du brouillard']);
    await app.db.delete(novels).where(sql`${novels.title} like 'Chronique %'`);
  });

  test('leaves out runs of letters that are no words, and keeps those beside them', async () => {
    const [novel] = await app.db
      .insert(novels)
      .values({
        slug: 'sans-espace',
        title: 'Sans espace',
        authorName: 'Anonyme',
        description: `${'한'.repeat(682)} ${'ﷺ'.repeat(700)} pamplemousse ${'é'.repeat(4_000)}`,
      })
      .returning();
    if (!novel) throw new Error('no novel');
    expect(await inWords('pamplemousses')).toEqual(['Sans espace']);
    expect(await inWords('한'.repeat(90))).toEqual([]);
    await app.db.delete(novels).where(eq(novels.id, novel.id));
  });

  test('counts and lists no more than a thousand, in pages that do not overlap', async () => {
    const rows = Array.from({ length: 1_010 }, (_, index) => ({
      slug: `foule-${index}`,
      title: `Foule ${index}`,
      authorName: 'Cohorte',
      description: 'Une multitude.',
      createdAt: new Date(Date.UTC(2020, 0, 1, 0, 0, index)),
    }));
    await app.db.insert(novels).values(rows);
    await app.db
      .update(novelViews)
      .set({ views: sql`substring(slug from 7)::int` })
      .from(novels)
      .where(and(eq(novels.id, novelViews.novelId), eq(novels.authorName, 'Cohorte')));
    const query: CatalogueQuery = parseCatalogueQuery(new URLSearchParams('q=multitude'));
    for (const order of ['pertinence', 'recents', 'notes', 'vues', 'mis-a-jour'] as const) {
      const first = await searchNovels(app.db, { ...query, order }, app.clock.now());
      expect(first).toMatchObject({ found: 1_001, page: 1, pageCount: 42 });
      const last = await searchNovels(app.db, { ...query, order, page: 42 }, app.clock.now());
      expect(last.novels).toHaveLength(1_000 - 41 * 24);
      const ids = new Set([...first.novels, ...last.novels].map(({ id }) => id));
      expect(ids.size).toBe(24 + 16);
    }
    const all = await search('page=42');
    expect(all).toMatchObject({ found: 1_001, page: 42, pageCount: 42 });
    await app.db.delete(novels).where(eq(novels.authorName, 'Cohorte'));
    expect(await search('page=42')).toMatchObject({ found: 4, page: 1 });
  });
});

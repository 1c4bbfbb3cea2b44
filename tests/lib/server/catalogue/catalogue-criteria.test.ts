import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogueAddress, parseCatalogueQuery } from '#server/catalogue/catalogue-query.ts';
import { searchNovels } from '#server/catalogue/search-novels.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { genres } from '#shared/site/genres.ts';
import { openTestApp } from '#tests/world/app.ts';
import { addNovel, chapterDraft } from '#tests/world/novels.ts';

describe('the criteria of the catalogue', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;

  beforeAll(async () => {
    app = await openTestApp();
    const add = async (
      title: string,
      more: Parameters<typeof addNovel>[1],
      columns: Partial<typeof novels.$inferInsert> = {},
    ) => {
      const { id } = await addNovel(app, { title, ...more });
      await app.db.update(novels).set(columns).where(eq(novels.id, id));
    };
    const free = (many: number) => Array.from({ length: many }, (_, at) => chapterDraft(at + 1));
    await add(
      'Long',
      { genres: ['Fantasy', 'Romance'], tags: ['Maison ancienne', 'forge'], chapters: free(12) },
      { createdAt: new Date('2026-01-04'), status: 'completed' },
    );
    await add(
      'Premium',
      {
        genres: ['Fantasy', 'Drama'],
        tags: ['FORGE'],
        chapters: [chapterDraft(1), chapterDraft(2, { isPremium: true })],
      },
      { createdAt: new Date('2026-01-03'), ageMin: 16, contentWarnings: ['violence', 'sang'] },
    );
    await add(
      'Traduit',
      { genres: ['Romance'], tags: ['été'], chapters: free(2) },
      { createdAt: new Date('2026-01-02'), originalLanguage: 'en', ageMin: 0 },
    );
    await add(
      'Sans chapitre',
      { genres: ['Fantasy'], tags: [], chapters: 0 },
      { createdAt: new Date('2026-01-01'), ageMin: 18, contentWarnings: ['violences-sexuelles'] },
    );
    await app.db
      .insert(novels)
      .values({ slug: 'tu', title: 'Caché', authorName: 'A', genres: ['Fantasy'], isDraft: true });
  });

  afterAll(() => app.close());

  test.each([
    ['genre=fantasy', ['Long', 'Premium', 'Sans chapitre']],
    ['genre=fantasy&genre=romance', ['Long']],
    ['genre=fantasy&sans=drame', ['Long', 'Sans chapitre']],
    ['sans=romance&sans=drame', ['Sans chapitre']],
    ['genre=fantasy&sans=fantasy', ['Long', 'Premium', 'Sans chapitre']],
    ['mot=Forge', ['Long', 'Premium']],
    ['mot=forge&mot=maison-ancienne', ['Long']],
    ['mot=forge, MAISON ANCIENNE', ['Long']],
    ['mot=ete', ['Traduit']],
    ['sans-mot=forge', ['Traduit', 'Sans chapitre']],
    ['sans-mot=forge&sans-mot=ete', ['Sans chapitre']],
    ['chapitres=10', ['Long']],
    ['chapitres=50', []],
    ['chapitres=11', ['Long', 'Premium', 'Traduit', 'Sans chapitre']],
    ['gratuit=1', ['Long', 'Traduit']],
    ['origine=en', ['Traduit']],
    ['age=0', ['Traduit']],
    ['age=16', ['Premium', 'Traduit']],
    ['age=16&gratuit=1', ['Traduit']],
    ['sans-avertissement=violence', ['Long', 'Traduit', 'Sans chapitre']],
    ['sans-avertissement=sang&sans-avertissement=violences-sexuelles', ['Long', 'Traduit']],
    ['age=18&sans-avertissement=tout', null],
    ['statut=termine&gratuit=1&genre=romance&sans-mot=ete', ['Long']],
    ['gratuit=1&tri=vues&sans=romance', []],
    ['q=forge&gratuit=1', ['Long']],
    ['q=forge&gratuit=1&tri=recents', ['Long']],
    ['q=forge&gratuit=1&sans=romance', []],
    ['genre=inconnu&sans=rien&chapitres=x&gratuit=oui&origine=../x&mot=%25', null],
  ])('%s', async (address, titles) => {
    const found = await searchNovels(
      app.db,
      parseCatalogueQuery(new URLSearchParams(address)),
      app.clock.now(),
    );
    expect(found.novels.map(({ title }) => title)).toEqual(
      titles ?? ['Long', 'Premium', 'Traduit', 'Sans chapitre'],
    );
    expect(found).toMatchObject({ found: found.novels.length });
  });

  test('each genre can be left out: the database has the same list', async () => {
    for (const genre of genres) {
      const query = { ...parseCatalogueQuery(new URLSearchParams()), withoutGenres: [genre] };
      const { novels: found } = await searchNovels(app.db, query, app.clock.now());
      const others = await app.db.select().from(novels).where(eq(novels.isDraft, false));
      expect(found.map(({ title }) => title).sort(), genre).toEqual(
        others.flatMap((novel) => (novel.genres.includes(genre) ? [] : [novel.title])).sort(),
      );
    }
  });

  test('a novel is free when its last premium chapter becomes so, and no longer a draft’s', async () => {
    const { id } = await addNovel(app, {
      title: 'Bientôt',
      chapters: [chapterDraft(1), chapterDraft(2, { isPremium: true })],
    });
    const isFreeAt = async (now: string) => {
      const query = parseCatalogueQuery(new URLSearchParams('gratuit=1'));
      const { novels: found } = await searchNovels(app.db, query, new Date(now));
      return found.some(({ title }) => title === 'Bientôt');
    };
    const setPremium = (values: Partial<typeof chapters.$inferInsert>) =>
      app.db
        .update(chapters)
        .set(values)
        .where(and(eq(chapters.novelId, id), eq(chapters.chapterNumber, 2)));
    expect(await isFreeAt('2030-01-02')).toBe(false);
    await setPremium({ freeFrom: new Date('2030-01-01') });
    expect(await isFreeAt('2029-12-31')).toBe(false);
    expect(await isFreeAt('2030-01-02')).toBe(true);
    await setPremium({ freeFrom: null });
    expect(await isFreeAt('2030-01-02')).toBe(false);
    await setPremium({ isPremium: false });
    expect(await isFreeAt('2026-01-01')).toBe(true);
    await setPremium({ isPremium: true });
    await app.db
      .delete(chapters)
      .where(and(eq(chapters.novelId, id), eq(chapters.isPremium, true)));
    expect(await isFreeAt('2026-01-01')).toBe(true);
    await app.db.update(novels).set({ isDraft: true, chapterCount: 0 }).where(eq(novels.id, id));
    expect(await isFreeAt('2026-01-01')).toBe(false);
  });
});

describe('the address of a query', () => {
  const canonical = (address: string) =>
    catalogueAddress(parseCatalogueQuery(new URLSearchParams(address)));

  test.each([
    ['', '/romans'],
    ['q=feu&genre=fantasy&statut=termine&tri=vues&page=2', null],
    ['genre=romance&genre=fantasy&genre=romance', '/romans?genre=fantasy&genre=romance'],
    ['mot=For%C3%AAt,%20%20feu&mot=feu', '/romans?mot=feu&mot=for%C3%AAt'],
    ['sans=fantasy&sans-mot=b&sans-mot=a', '/romans?sans=fantasy&sans-mot=a&sans-mot=b'],
    ['gratuit=1&chapitres=100&origine=ja', '/romans?chapitres=100&gratuit=1&origine=ja'],
    ['mot=,,%00,%20!&gratuit=0&chapitres=&origine=', '/romans'],
  ])('%s', (given, address) => {
    expect(canonical(given)).toBe(address ?? `/romans?${given}`);
    const [, query = ''] = canonical(given).split('?');
    expect(canonical(query)).toBe(canonical(given));
  });

  test('takes no more than a few names', () => {
    const tags = Array.from({ length: 30 }, (_, at) => `mot=m${at}`).join('&');
    expect(parseCatalogueQuery(new URLSearchParams(tags)).tags).toHaveLength(5);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { featureNovel, readFeatured, unfeatureNovel } from '#server/catalogue/featured.ts';
import { loadFrontPage } from '#server/catalogue/front-page.ts';
import { createViewCounter } from '#server/catalogue/reading/views.ts';
import { openTestApp } from '#tests/world/app.ts';
import { addNovel, chapterDraft } from '#tests/world/novels.ts';

const dayMs = 86_400_000;

describe('the front page', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;

  beforeEach(async () => {
    app = await openTestApp();
  });
  afterEach(() => app.close());

  const ago = (days: number) => new Date(app.clock.now().getTime() - days * dayMs);
  const front = () => loadFrontPage(app);
  const titles = (novels: readonly { title: string }[]) => novels.map(({ title }) => title);
  const published = (number: number, daysAgo: number, more = {}) =>
    chapterDraft(number, { publishedAt: ago(daysAgo), ...more });

  /** So many visitors open a chapter today. */
  async function read(chapterId: string, visitors: number): Promise<void> {
    const views = createViewCounter(app);
    for (let index = 0; index < visitors; index++) {
      const id = `01930000-0000-7000-8000-${String(index).padStart(12, '0')}`;
      views.count(chapterId, { visitorId: id, networkId: id });
    }
    await views.close();
  }

  test('of a site without novels has nothing to show', async () => {
    expect(await front()).toEqual({
      featured: null,
      fresh: [],
      shelves: [],
      readThisWeek: [],
      readEver: [],
    });
  });

  test('features what was read most this week, else the newest with a chapter', async () => {
    await addNovel(app, { title: 'Lu', createdAt: ago(9) });
    const { chapterIds } = await addNovel(app, { title: 'Très lu', createdAt: ago(8) });
    await addNovel(app, { title: 'Récent', createdAt: ago(2) });
    await addNovel(app, { title: 'À paraître', chapters: 0, createdAt: ago(1) });
    expect((await front()).featured?.title).toBe('Récent');
    await read(chapterIds[1] ?? '', 3);
    expect((await front()).featured).toMatchObject({
      title: 'Très lu',
      first: { id: chapterIds[0], chapterNumber: 1 },
      opening: 'Texte du chapitre\u00A01.',
    });
  });

  test('features the novel that the operator chose, until it is taken off', async () => {
    const read = await addNovel(app, { title: 'Récent' });
    const one = await addNovel(app, { title: 'Un', createdAt: ago(30) });
    const two = await addNovel(app, { title: 'Deux', createdAt: ago(40) });
    const empty = await addNovel(app, { title: 'Vide', chapters: 0 });
    expect(await readFeatured(app.db)).toBeNull();
    expect(await featureNovel(app, one)).toBe(true);
    expect(await featureNovel(app, { slug: two.slug })).toBe(true);
    expect(await featureNovel(app, empty)).toBe(false);
    expect(await featureNovel(app, { slug: 'inconnu' })).toBe(false);
    expect(await readFeatured(app.db)).toMatchObject({ title: 'Deux', slug: two.slug });
    expect((await front()).featured?.title).toBe('Deux');
    await unfeatureNovel(app, one);
    expect((await front()).featured?.title).toBe('Deux');
    await unfeatureNovel(app, 'any');
    await unfeatureNovel(app, two);
    expect((await front()).featured?.title).toBe(read.title);
  });

  test('shows no sentence of a first chapter that has a price', async () => {
    const premium = { isPremium: true, html: '<p>Un secret bien gardé.</p>' };
    await addNovel(app, { title: 'Payant', chapters: [chapterDraft(1, premium)] });
    const { featured } = await front();
    expect(featured).toMatchObject({ title: 'Payant', opening: '' });
    expect(JSON.stringify(featured)).not.toContain('secret');
  });

  test('lists what came out this week, newest first, two chapters of a novel', async () => {
    await addNovel(app, {
      title: 'En masse',
      // More than the page looks at of anything else.
      chapters: Array.from({ length: 90 }, (_, index) => published(index + 1, 3 - index / 45)),
    });
    await addNovel(app, {
      title: 'Ancien',
      chapters: [published(1, 9), published(2, 2.5, { isPremium: true })],
    });
    const { fresh } = await front();
    expect(fresh.map(({ novel, chapterNumber }) => [novel.title, chapterNumber])).toEqual([
      ['En masse', 90],
      ['En masse', 89],
      ['Ancien', 2],
    ]);
    expect(fresh.map(({ isFree }) => isFree)).toEqual([true, true, false]);
  });

  test('has a shelf of a genre with four novels that can be read', async () => {
    for (const title of ['Un', 'Deux', 'Trois'])
      await addNovel(app, { title, genres: ['Fantasy'] });
    await addNovel(app, { title: 'Vide', genres: ['Fantasy'], chapters: 0 });
    expect((await front()).shelves).toEqual([]);
    await addNovel(app, { title: 'Quatre', genres: ['Fantasy', 'Romance'] });
    const { shelves } = await front();
    expect(shelves).toMatchObject([{ genre: 'Fantasy', label: 'Fantasy', slug: 'fantasy' }]);
    expect(titles(shelves[0]?.novels ?? []).toSorted()).toEqual(['Deux', 'Quatre', 'Trois', 'Un']);
  });

  test('ranks the most read of the week by their chapters, from three on', async () => {
    const [one, two, three] = await Promise.all(
      ['Un', 'Deux', 'Trois'].map((title) => addNovel(app, { title })),
    );
    await read(one?.chapterIds[0] ?? '', 2);
    await read(two?.chapterIds[0] ?? '', 3);
    expect((await front()).readThisWeek).toEqual([]);
    await read(three?.chapterIds[0] ?? '', 1);
    await read(three?.chapterIds[1] ?? '', 3);
    expect(titles((await front()).readThisWeek)).toEqual(['Trois', 'Deux', 'Un']);
    app.clock.advance(8 * dayMs);
    expect((await front()).readThisWeek).toEqual([]);
  });
});

import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { followedAuthors, openedNovels } from '#server/core/db/schema/reading.ts';
import { ask, describeInMarkedWorld, unknownId } from '../world/marks.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

const news = '/api/novels/new-chapters';

describeInMarkedWorld('followed authors', (world) => {
  const pathOf = (slug: string) => `/api/authors/${slug}/follow`;
  const follow = (browser: TestBrowser | null, slug: string, isFollowed: unknown = true) =>
    ask(world.app, browser, 'PUT', pathOf(slug), { isFollowed });
  const read = (browser: TestBrowser | null, slug: string) =>
    ask(world.app, browser, 'GET', pathOf(slug));
  const listed = async (browser: TestBrowser) =>
    (await ask(world.app, browser, 'GET', '/api/library/authors')).body;
  const newChapters = async (browser: TestBrowser) =>
    (await ask(world.app, browser, 'GET', news)).body as { title: string; count: number }[];
  const summary = async (browser: TestBrowser) => {
    const { body } = await ask(world.app, browser, 'GET', '/api/auth/user');
    return (body as { newChapters: unknown }).newChapters;
  };
  const rowsOf = ({ user }: TestBrowser) =>
    world.app.db.$count(followedAuthors, eq(followedAuthors.userId, user.id));
  /** A novel of this many chapters; the same title again adds those that are missing. */
  const grow = (title: string, length: number, more: { authorName?: string } = {}) =>
    addNovel(world.app, {
      title,
      ...more,
      chapters: Array.from({ length }, (_, index) => chapterDraft(index + 1)),
    });
  const followed = { status: 200, body: { isFollowed: true } };
  const left = { status: 200, body: { isFollowed: false } };

  test('are followed and left by the address of their page, as often as one likes', async () => {
    const reader = await signInAs(world.app);
    await grow('Un premier', 1, { authorName: 'Éloïse d’Aubry' });
    expect(await read(reader, 'eloise-d-aubry')).toEqual(left);
    for (let time = 0; time < 2; time++) {
      expect(await follow(reader, 'eloise-d-aubry')).toEqual(followed);
    }
    expect(await read(reader, 'eloise-d-aubry')).toEqual(followed);
    expect(await read(world.karim, 'eloise-d-aubry')).toEqual(left);
    expect(await rowsOf(reader)).toBe(1);
    for (let time = 0; time < 2; time++) {
      expect(await follow(reader, 'eloise-d-aubry', false)).toEqual(left);
    }
    expect(await read(reader, 'eloise-d-aubry')).toEqual(left);
    expect(await rowsOf(reader)).toBe(0);
  });

  test('are one row for requests at the same time', async () => {
    const reader = await signInAs(world.app);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => follow(reader, 'autrice-test')),
    );
    for (const answer of answers) expect(answer).toEqual(followed);
    expect(await rowsOf(reader)).toBe(1);
  });

  test('stand in the library, the last one first, as their newest novel spells them', async () => {
    const reader = await signInAs(world.app);
    await grow('Ancien', 1, { authorName: 'ANA SOL' });
    world.app.clock.advance(1_000);
    const { id } = await grow('Nouveau', 1, { authorName: 'Ana Sol' });
    await world.app.db.update(novels).set({ translatorName: 'Marc Lune' }).where(eq(novels.id, id));
    await follow(reader, 'ana-sol');
    world.app.clock.advance(1_000);
    await follow(reader, 'marc-lune');
    expect(await listed(reader)).toEqual([
      { slug: 'marc-lune', name: 'Marc Lune' },
      { slug: 'ana-sol', name: 'Ana Sol' },
    ]);
    expect(await listed(world.karim)).toEqual([]);
  });

  test('who have no public novel any more can be left, and not followed again', async () => {
    const reader = await signInAs(world.app);
    const { id } = await grow('Éphémère', 1, { authorName: 'Nadia Vent' });
    await follow(reader, 'nadia-vent');
    await world.app.db.update(novels).set({ authorName: 'Une autre' }).where(eq(novels.id, id));
    expect(await listed(reader)).toEqual([{ slug: 'nadia-vent', name: null }]);
    expect(await read(reader, 'nadia-vent')).toMatchObject({ status: 404 });
    expect(await newChapters(reader)).toEqual([]);
    expect(await follow(reader, 'nadia-vent', false)).toEqual(left);
    for (const isFollowed of [true, false]) {
      expect(await follow(reader, 'nadia-vent', isFollowed)).toMatchObject({
        status: 404,
        body: { error: 'NOT_FOUND', message: 'Aucun roman n’est de cette personne.' },
      });
    }
    expect(await rowsOf(reader)).toBe(0);
  });

  describe('a followed author', () => {
    let reader: TestBrowser;

    beforeAll(async () => {
      reader = await signInAs(world.app, { name: 'Inès' });
      await grow('Le Quai', 2, { authorName: 'Théo Brume' });
      world.app.clock.advance(1_000);
      await follow(reader, 'theo-brume');
    });

    test('has nothing new at first', async () => {
      expect(await newChapters(reader)).toEqual([]);
      expect(await summary(reader)).toEqual({ novels: 0, isUnseen: false });
    });

    test('has the chapters that came out since, of novels old and new', async () => {
      world.app.clock.advance(1_000);
      const quay = await grow('Le Quai', 4, { authorName: 'Théo Brume' });
      world.app.clock.advance(1_000);
      await grow('La Digue', 1, { authorName: 'Theo BRUME' });
      expect(await newChapters(reader)).toMatchObject([
        { title: 'La Digue', count: 1, first: { chapterNumber: 1 } },
        { title: 'Le Quai', count: 2, first: { _id: quay.chapterIds[2], chapterNumber: 3 } },
      ]);
      expect(await summary(reader)).toEqual({ novels: 2, isUnseen: true });
      expect(await summary(world.karim)).toMatchObject({ novels: 0 });
    });

    test('has none of a novel that was opened since, until its next chapter', async () => {
      const { id } = await grow('Le Quai', 4, { authorName: 'Théo Brume' });
      const opened = () => ask(world.app, reader, 'PUT', `/api/novels/${id}/opened`);
      for (let time = 0; time < 2; time++) expect(await opened()).toEqual(followed);
      expect(await newChapters(reader)).toMatchObject([{ title: 'La Digue' }]);
      world.app.clock.advance(1_000);
      await grow('Le Quai', 5, { authorName: 'Théo Brume' });
      expect(await newChapters(reader)).toMatchObject([
        { title: 'Le Quai', count: 1 },
        { title: 'La Digue' },
      ]);
    });

    test('and a favourite of theirs make one novel, new since the earlier of both', async () => {
      const { id } = await grow('Le Quai', 5, { authorName: 'Théo Brume' });
      await ask(world.app, reader, 'POST', `/api/novels/${id}/favorite`, { isFavorited: true });
      expect(await newChapters(reader)).toMatchObject([
        { title: 'Le Quai', count: 1 },
        { title: 'La Digue' },
      ]);
      expect(await summary(reader)).toEqual({ novels: 2, isUnseen: true });
      await ask(world.app, reader, 'PUT', `/api/novels/${id}/opened`);
      expect(await newChapters(reader)).toMatchObject([{ title: 'La Digue' }]);
    });

    test('has nothing new once they are left', async () => {
      await follow(reader, 'theo-brume', false);
      expect(await newChapters(reader)).toEqual([]);
      expect(await summary(reader)).toEqual({ novels: 0, isUnseen: false });
    });
  });

  test('translators have new chapters in what they translate', async () => {
    const reader = await signInAs(world.app);
    const { id } = await grow('Traduit', 1, { authorName: 'Jane Doe' });
    await world.app.db.update(novels).set({ translatorName: 'Luc Pont' }).where(eq(novels.id, id));
    await follow(reader, 'luc-pont');
    world.app.clock.advance(1_000);
    await grow('Traduit', 2, { authorName: 'Jane Doe' });
    expect(await newChapters(reader)).toMatchObject([{ title: 'Traduit', count: 1 }]);
  });

  test('are watched in their 24 newest novels', async () => {
    const reader = await signInAs(world.app);
    for (let index = 0; index < 25; index++) {
      await grow(`Prolifique ${index}`, 1, { authorName: 'Inépuisable' });
      world.app.clock.advance(1_000);
    }
    await follow(reader, 'inepuisable');
    world.app.clock.advance(1_000);
    await grow('Prolifique 0', 2, { authorName: 'Inépuisable' });
    expect(await newChapters(reader)).toEqual([]);
    await grow('Prolifique 1', 2, { authorName: 'Inépuisable' });
    expect(await newChapters(reader)).toMatchObject([{ title: 'Prolifique 1' }]);
  });

  test('opening a novel that is not followed stores nothing', async () => {
    const reader = await signInAs(world.app);
    for (const id of [world.novelId, unknownId]) {
      expect(await ask(world.app, reader, 'PUT', `/api/novels/${id}/opened`)).toEqual(left);
    }
    const rows = world.app.db.$count(openedNovels, eq(openedNovels.userId, reader.user.id));
    expect(await rows).toBe(0);
  });

  test('refuse what is no address or no state', async () => {
    const malformed = { status: 400, body: { error: 'MALFORMED' } };
    expect(await follow(world.lea, 'Autrice_Test')).toMatchObject(malformed);
    expect(await follow(world.lea, 'autrice-test', 'oui')).toMatchObject(malformed);
    expect(await rowsOf(world.lea)).toBe(0);
  });
});

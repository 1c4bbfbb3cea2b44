import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { announcements } from '#server/core/db/schema/announcements.ts';
import { favorites } from '#server/core/db/schema/reading.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { publishDueChapters } from '#server/publishing/publish-due.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { ask, describeInMarkedWorld, unknownId, type MarkedWorld } from '../world/marks.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

const path = '/api/novels/new-chapters';

describeInMarkedWorld('new chapters of favourites', (world) => {
  const setFavorite = (browser: TestBrowser, novelId: string, isFavorited: boolean) =>
    ask(world.app, browser, 'POST', `/api/novels/${novelId}/favorite`, { isFavorited });
  const list = async (browser: TestBrowser) => (await ask(world.app, browser, 'GET', path)).body;
  const summary = async (browser: TestBrowser) => {
    const { body } = await ask(world.app, browser, 'GET', '/api/auth/user');
    return (body as { newChapters: unknown }).newChapters;
  };
  const nothing = { novels: 0, isUnseen: false };

  /** A novel of this many chapters; the next call adds one that is published now. */
  async function growingNovel(title: string, chapterCount: number) {
    const save = (length: number) =>
      addNovel(world.app, {
        title,
        chapters: Array.from({ length }, (_, index) => chapterDraft(index + 1)),
      });
    return { ...(await save(chapterCount)), growTo: save };
  }

  describe('a favourite', () => {
    let novel: Awaited<ReturnType<typeof growingNovel>>;
    let reader: TestBrowser;

    beforeAll(async () => {
      reader = await signInAs(world.app, { name: 'Inès' });
      novel = await growingNovel('Roman qui grandit', 2);
      world.app.clock.advance(1_000);
      await setFavorite(reader, novel.id, true);
    });

    test('has nothing new at first', async () => {
      expect(await list(reader)).toEqual([]);
      expect(await summary(reader)).toEqual(nothing);
    });

    test('has what was published since, counted, with the first of it', async () => {
      world.app.clock.advance(1_000);
      const { chapterIds } = await novel.growTo(4);
      expect(await list(reader)).toEqual([
        {
          novelId: novel.id,
          slug: 'roman-qui-grandit',
          title: 'Roman qui grandit',
          count: 2,
          first: { _id: chapterIds[2], chapterNumber: 3, title: 'Chapitre 3 du récit' },
          announcement: null,
          latestAt: world.app.clock.now().toISOString(),
        },
      ]);
      expect(await summary(reader)).toEqual({ novels: 1, isUnseen: true });
      expect(await summary(world.karim)).toEqual(nothing);
    });

    test('is marked until the list was seen, and listed until it was opened', async () => {
      const [{ latestAt }] = (await list(reader)) as [{ latestAt: string }];
      const seen = await ask(world.app, reader, 'PUT', `${path}/seen`, { until: latestAt });
      expect(seen).toEqual({ status: 200, body: {} });
      expect(await summary(reader)).toEqual({ novels: 1, isUnseen: false });
      const earlier = { until: '2020-01-01T00:00:00.000Z' };
      await ask(world.app, reader, 'PUT', `${path}/seen`, earlier);
      expect(await summary(reader)).toEqual({ novels: 1, isUnseen: false });

      // On another device of the same user too.
      const device = await signInAs(world.app, { user: reader.user });
      expect(await list(device)).toHaveLength(1);
      const opened = await ask(world.app, device, 'PUT', `/api/novels/${novel.id}/opened`);
      expect(opened).toEqual({ status: 200, body: { isFollowed: true } });
      expect(await list(reader)).toEqual([]);
      expect(await summary(reader)).toEqual(nothing);
    });

    test('is marked again by the next chapter', async () => {
      world.app.clock.advance(1_000);
      await novel.growTo(5);
      expect(await summary(reader)).toEqual({ novels: 1, isUnseen: true });
    });

    test('is no longer listed once it is removed', async () => {
      await setFavorite(reader, novel.id, false);
      expect(await list(reader)).toEqual([]);
      await setFavorite(reader, novel.id, true);
      expect(await list(reader)).toEqual([]);
    });
  });

  test('a seen list cannot be dated into the future', async () => {
    const reader = await signInAs(world.app, { name: 'Tom' });
    await ask(world.app, reader, 'PUT', `${path}/seen`, { until: '2999-01-01T00:00:00.000Z' });
    const [row] = await world.app.db.select().from(users).where(eq(users.id, reader.user.id));
    expect(row?.newsSeenUntil).toEqual(world.app.clock.now());
  });

  test('a scheduled chapter is new once it is published, not before', async () => {
    await setFavorite(world.lea, world.novelId, true);
    expect(await list(world.lea)).toEqual([]);
    world.app.clock.advance(3_700_000);
    expect(await list(world.lea)).toEqual([]);
    await publishDueChapters(world.app);
    expect(await list(world.lea)).toMatchObject([
      { novelId: world.novelId, count: 1, first: { _id: world.chapterIds[3], chapterNumber: 4 } },
    ]);
  });

  test('an announcement is listed without a number until the novel is opened', async () => {
    const { app } = world;
    const reader = await signInAs(app, { name: 'Curieuse' });
    const novel = await growingNovel('Roman qui annonce', 1);
    app.clock.advance(1_000);
    await setFavorite(reader, novel.id, true);
    app.clock.advance(1_000);
    const now = app.clock.now();
    await app.db.insert(announcements).values({
      novelId: novel.id,
      title: 'Une pause',
      text: 'De huit jours.',
      creationKey: crypto.randomUUID(),
      createdAt: now,
      updatedAt: now,
    });
    const announcement = { _id: expect.any(String) as string, title: 'Une pause' };
    expect(await list(reader)).toMatchObject([
      { novelId: novel.id, count: 0, first: null, announcement, latestAt: now.toISOString() },
    ]);
    expect(await summary(reader)).toEqual({ novels: 1, isUnseen: true });
    app.clock.advance(1_000);
    await novel.growTo(2);
    expect(await list(reader)).toMatchObject([
      { count: 1, first: { chapterNumber: 2 }, announcement },
    ]);
    await ask(app, reader, 'PUT', `/api/novels/${novel.id}/opened`);
    expect(await list(reader)).toEqual([]);
  });

  test('the novel with the latest chapter is first, and there are at most 24', async () => {
    const reader = await signInAs(world.app, { name: 'Collectionneuse' });
    const novels: Awaited<ReturnType<typeof growingNovel>>[] = [];
    for (let index = 0; index < 25; index++) {
      const novel = await growingNovel(`Collection ${index}`, 1);
      await setFavorite(reader, novel.id, true);
      novels.push(novel);
    }
    for (const novel of novels) {
      world.app.clock.advance(1_000);
      await novel.growTo(2);
    }
    const listed = (await list(reader)) as { title: string }[];
    expect(listed).toHaveLength(24);
    expect(listed.slice(0, 2).map(({ title }) => title)).toEqual([
      'Collection 24',
      'Collection 23',
    ]);
    expect(await summary(reader)).toEqual({ novels: 25, isUnseen: true });
  });

  test('opening another novel stores nothing', async () => {
    const reader = await signInAs(world.app, { name: 'De passage' });
    for (const id of [world.novelId, unknownId]) {
      const opened = await ask(world.app, reader, 'PUT', `/api/novels/${id}/opened`);
      expect(opened).toEqual({ status: 200, body: { isFollowed: false } });
    }
    const rows = await world.app.db
      .select()
      .from(favorites)
      .where(eq(favorites.userId, reader.user.id));
    expect(rows).toEqual([]);
  });

  refusals(world);
});

function refusals(world: MarkedWorld): void {
  test.each([
    [`${path}/seen`, { until: 'hier' }],
    [`${path}/seen`, {}],
    ['/api/novels/abc/opened', undefined],
  ])('PUT %s with %j is malformed', async (address, body) => {
    const answer = await ask(world.app, await signInAs(world.app), 'PUT', address, body);
    expect(answer).toMatchObject({ status: 400, body: { error: 'MALFORMED' } });
  });

  test('a change without a CSRF token is refused', async () => {
    const headers = { ...world.karim.headers, 'csrf-token': '' };
    const address = `/api/novels/${world.novelId}/opened`;
    const answer = await callEndpoint(world.app, address, { method: 'PUT', headers });
    expect(answer.status).toBe(403);
  });
}

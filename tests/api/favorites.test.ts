import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { favorites } from '#server/core/db/schema/reading.ts';
import { getUserFavorite, listNovels, setFavorite } from '#shared/contracts/novels.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { ask, describeInMarkedWorld } from '../world/marks.ts';
import { addNovel } from '../world/novels.ts';
import { addUser, signInAs, type TestBrowser } from '../world/people.ts';

describeInMarkedWorld('favourites', (world) => {
  let count = 0;
  const newNovel = async () => (await addNovel(world.app, { title: `Roman ${++count}` })).id;
  const favorite = async (browser: TestBrowser, novelId: string, isFavorited?: boolean) => {
    const path = `/api/novels/${novelId}/favorite`;
    const body = isFavorited === undefined ? undefined : { isFavorited };
    const answer = await ask(world.app, browser, 'POST', path, body);
    expect(answer.status).toBe(200);
    return setFavorite.response.parse(answer.body);
  };
  const readFavorite = async (browser: TestBrowser, novelId: string) => {
    const answer = await ask(world.app, browser, 'GET', `/api/novels/${novelId}/user-favorite`);
    return getUserFavorite.response.parse(answer.body);
  };
  const counted = async (novelId: string) => {
    const [novel] = await world.app.db.select().from(novels).where(eq(novels.id, novelId));
    const rows = await world.app.db.$count(favorites, eq(favorites.novelId, novelId));
    return { column: novel?.favorites, rows };
  };

  test('show in the kept list of novels at once', async () => {
    const id = await newNovel();
    const listed = async () => {
      const response = await callEndpoint(world.app, '/api/novels');
      const { novels } = listNovels.response.parse(await response.json());
      return novels.find(({ _id }) => _id === id)?.favorites;
    };
    expect(await listed()).toBe(0);
    await favorite(world.lea, id, true);
    expect(await listed()).toBe(1);
  });

  test('are added, and removed again', async () => {
    const id = await newNovel();
    expect(await readFavorite(world.lea, id)).toEqual({ favorites: 0, isFavorited: false });
    expect(await favorite(world.lea, id, true)).toEqual({ favorites: 1, isFavorited: true });
    expect(await readFavorite(world.lea, id)).toEqual({ favorites: 1, isFavorited: true });
    expect(await favorite(world.lea, id, false)).toEqual({ favorites: 0, isFavorited: false });
    expect(await counted(id)).toEqual({ column: 0, rows: 0 });
  });

  test('toggle at each call without a state', async () => {
    const id = await newNovel();
    expect(await favorite(world.lea, id)).toEqual({ favorites: 1, isFavorited: true });
    expect(await favorite(world.lea, id)).toEqual({ favorites: 0, isFavorited: false });
  });

  test('are idempotent with a state', async () => {
    const id = await newNovel();
    await favorite(world.lea, id, true);
    expect(await favorite(world.lea, id, true)).toEqual({ favorites: 1, isFavorited: true });
    await favorite(world.lea, id, false);
    expect(await favorite(world.lea, id, false)).toEqual({ favorites: 0, isFavorited: false });
  });

  test('count once for concurrent tabs, and separately for each user', async () => {
    const id = await newNovel();
    const people = [world.lea, world.karim, await signInAs(world.app, { name: 'Ana' })];
    await Promise.all(
      people.flatMap((browser) => Array.from({ length: 5 }, () => favorite(browser, id, true))),
    );
    expect(await counted(id)).toEqual({ column: 3, rows: 3 });
    await Promise.all(Array.from({ length: 4 }, () => favorite(world.lea, id)));
    expect(await counted(id)).toEqual({ column: 3, rows: 3 });
  });

  test('leave another user’s alone', async () => {
    const id = await newNovel();
    await favorite(world.lea, id, true);
    await favorite(world.karim, id, true);
    await favorite(world.karim, id, false);
    expect(await readFavorite(world.lea, id)).toEqual({ favorites: 1, isFavorited: true });
    expect(await readFavorite(world.karim, id)).toEqual({ favorites: 1, isFavorited: false });
    expect(await counted(id)).toEqual({ column: 1, rows: 1 });
  });

  test('are counted right after any sequence of changes', async () => {
    const wishes = fc.array(fc.record({ isLea: fc.boolean(), wish: fc.option(fc.boolean()) }), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(wishes, async (sequence) => {
        const id = await newNovel();
        const kept = new Map<TestBrowser, boolean>();
        for (const { isLea, wish } of sequence) {
          const browser = isLea ? world.lea : world.karim;
          kept.set(browser, wish ?? !kept.get(browser));
          const answer = await favorite(browser, id, wish ?? undefined);
          const expected = [...kept.values()].filter(Boolean).length;
          expect(answer).toEqual({ favorites: expected, isFavorited: kept.get(browser) });
        }
        const { column, rows } = await counted(id);
        expect(column).toBe(rows);
      }),
      { numRuns: 12 },
    );
  });

  test('stay right when a user’s row was there before', async () => {
    const id = await newNovel();
    const user = await addUser(world.app, { name: 'Zoé' });
    await world.app.db.insert(favorites).values({ userId: user.id, novelId: id });
    await world.app.db.update(novels).set({ favorites: 1 }).where(eq(novels.id, id));
    const zoe = await signInAs(world.app, { user });
    expect(await favorite(zoe, id)).toEqual({ favorites: 0, isFavorited: false });
    const mine = and(eq(favorites.userId, user.id), eq(favorites.novelId, id));
    expect(await world.app.db.$count(favorites, mine)).toBe(0);
  });

  test('refuse an invalid state', async () => {
    const path = `/api/novels/${world.novelId}/favorite`;
    for (const body of [{ isFavorited: 'oui' }, [], 'non']) {
      expect(await ask(world.app, world.lea, 'POST', path, body)).toMatchObject({ status: 400 });
    }
    expect(await counted(world.novelId)).toEqual({ column: 0, rows: 0 });
  });
});

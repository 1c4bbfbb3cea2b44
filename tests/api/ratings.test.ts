import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { ratings } from '#server/core/db/schema/reading.ts';
import { getNovel, getUserRating, rateNovel } from '#shared/contracts/novels.ts';
import { ask, describeInMarkedWorld } from '../world/marks.ts';
import { addNovel } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

describeInMarkedWorld('ratings', (world) => {
  let count = 0;
  const newNovel = async () => (await addNovel(world.app, { title: `Roman ${++count}` })).id;
  const rate = async (browser: TestBrowser, novelId: string, rating: number) => {
    const path = `/api/novels/${novelId}/rate`;
    const answer = await ask(world.app, browser, 'POST', path, { rating });
    expect(answer.status).toBe(200);
    return rateNovel.response.parse(answer.body);
  };
  const ratingOf = async (browser: TestBrowser, novelId: string) => {
    const answer = await ask(world.app, browser, 'GET', `/api/novels/${novelId}/user-rating`);
    return getUserRating.response.parse(answer.body).rating;
  };
  /** The novel's columns equal what its rows add up to. */
  const expectCounted = async (novelId: string) => {
    const [novel] = await world.app.db.select().from(novels).where(eq(novels.id, novelId));
    const rows = await world.app.db.select().from(ratings).where(eq(ratings.novelId, novelId));
    expect(novel).toMatchObject({
      ratingSum: rows.reduce((sum, { rating }) => sum + rating, 0),
      ratingCount: rows.length,
    });
    return rows;
  };

  test('count in the mean, and are returned', async () => {
    const id = await newNovel();
    expect(await ratingOf(world.lea, id)).toBeNull();
    expect(await rate(world.lea, id, 4)).toEqual({ ratingAvg: 4, ratingCount: 1 });
    expect(await rate(world.karim, id, 5)).toEqual({ ratingAvg: 4.5, ratingCount: 2 });
    expect(await ratingOf(world.lea, id)).toBe(4);
    const answer = await ask(world.app, null, 'GET', `/api/novels/${id}`);
    expect(getNovel.response.parse(answer.body)).toMatchObject({ rating: 4.5, ratingCount: 2 });
  });

  test('replace an earlier one of the same user and nobody else’s', async () => {
    const id = await newNovel();
    await rate(world.lea, id, 1);
    await rate(world.karim, id, 3);
    expect(await rate(world.lea, id, 5)).toEqual({ ratingAvg: 4, ratingCount: 2 });
    expect(await ratingOf(world.karim, id)).toBe(3);
    await expectCounted(id);
  });

  test('count once when repeated', async () => {
    const id = await newNovel();
    await rate(world.lea, id, 3);
    expect(await rate(world.lea, id, 3)).toEqual({ ratingAvg: 3, ratingCount: 1 });
    await expectCounted(id);
  });

  test('count once for concurrent tabs, the last one wins', async () => {
    const id = await newNovel();
    const people = [world.lea, world.karim, await signInAs(world.app, { name: 'Ana' })];
    await Promise.all(
      people.flatMap((browser) => [1, 2, 3, 4, 5, 5].map((rating) => rate(browser, id, rating))),
    );
    expect(await expectCounted(id)).toHaveLength(3);
  });

  test('give the right mean after any sequence', async () => {
    const given = fc.array(
      fc.record({ isLea: fc.boolean(), rating: fc.integer({ min: 1, max: 5 }) }),
      {
        minLength: 1,
        maxLength: 10,
      },
    );
    await fc.assert(
      fc.asyncProperty(given, async (sequence) => {
        const id = await newNovel();
        for (const { isLea, rating } of sequence) {
          await rate(isLea ? world.lea : world.karim, id, rating);
        }
        await expectCounted(id);
      }),
      { numRuns: 12 },
    );
  });

  test.each([0, 6, 2.5, '4', null, undefined])('refuse %s as a rating', async (rating) => {
    const path = `/api/novels/${world.novelId}/rate`;
    const answer = await ask(world.app, world.lea, 'POST', path, { rating });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'rating' }] } });
    expect(await expectCounted(world.novelId)).toEqual([]);
  });
});

import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { chapterLikes } from '#server/core/db/schema/reading.ts';
import {
  getChapter,
  getChapterInfo,
  likeChapter,
  listChapters,
} from '#shared/contracts/chapters.ts';
import { ask, describeInMarkedWorld } from '../world/marks.ts';
import { addNovel } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

describeInMarkedWorld('likes', (world) => {
  let count = 0;
  const newChapter = async () => {
    const { chapterIds } = await addNovel(world.app, { title: `Roman ${++count}`, chapters: 1 });
    return chapterIds[0] ?? '';
  };
  const send = async (browser: TestBrowser, what: 'like' | 'unlike', chapterId: string) => {
    const answer = await ask(world.app, browser, 'PUT', `/api/chapters/${chapterId}/${what}`);
    expect(answer.status).toBe(200);
    return likeChapter.response.parse(answer.body);
  };
  const infoFor = async (browser: TestBrowser | null, chapterId: string) => {
    const answer = await ask(world.app, browser, 'GET', `/api/chapters/${chapterId}/info`);
    return getChapterInfo.response.parse(answer.body);
  };
  const counted = async (chapterId: string) => {
    const [chapter] = await world.app.db.select().from(chapters).where(eq(chapters.id, chapterId));
    const rows = await world.app.db.$count(chapterLikes, eq(chapterLikes.chapterId, chapterId));
    return { column: chapter?.likes, rows };
  };

  test('are given and removed; the caller sees only their own', async () => {
    const id = await newChapter();
    await send(world.karim, 'like', id);
    expect(await send(world.lea, 'like', id)).toEqual({ likes: 2, likedBy: [world.lea.user.id] });
    expect(await infoFor(world.lea, id)).toMatchObject({ likes: 2, hasLiked: true });
    expect(await send(world.lea, 'unlike', id)).toEqual({ likes: 1, likedBy: [] });
    expect(await infoFor(world.lea, id)).toMatchObject({ likes: 1, hasLiked: false });
    expect(await infoFor(null, id)).toMatchObject({ likes: 1, hasLiked: false });
  });

  test('are idempotent', async () => {
    const id = await newChapter();
    await send(world.lea, 'like', id);
    expect(await send(world.lea, 'like', id)).toMatchObject({ likes: 1 });
    await send(world.lea, 'unlike', id);
    expect(await send(world.lea, 'unlike', id)).toMatchObject({ likes: 0 });
  });

  test('count once for concurrent tabs, and separately for each user', async () => {
    const id = await newChapter();
    const people = [world.lea, world.karim, await signInAs(world.app, { name: 'Ana' })];
    const all = (what: 'like' | 'unlike', browsers: TestBrowser[]) =>
      Promise.all(
        browsers.flatMap((browser) => Array.from({ length: 5 }, () => send(browser, what, id))),
      );
    await all('like', people);
    expect(await counted(id)).toEqual({ column: 3, rows: 3 });
    await all('unlike', [world.lea]);
    expect(await counted(id)).toEqual({ column: 2, rows: 2 });
  });

  test('are counted right after any sequence, also of concurrent calls', async () => {
    const steps = fc.array(
      fc.record({ isLea: fc.boolean(), what: fc.constantFrom('like', 'unlike') }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (sequence, atOnce) => {
        const id = await newChapter();
        const take = ({ isLea, what }: (typeof sequence)[number]) =>
          send(isLea ? world.lea : world.karim, what, id);
        if (atOnce) await Promise.all(sequence.map(take));
        else for (const step of sequence) await take(step);
        const { column, rows } = await counted(id);
        expect(column).toBe(rows);
      }),
      { numRuns: 12 },
    );
  });

  test('are in the chapter and in the list of chapters', async () => {
    const [first = '', second = ''] = world.chapterIds;
    await send(world.karim, 'like', first);
    const read = async (browser: TestBrowser | null, id: string) =>
      getChapter.response.parse((await ask(world.app, browser, 'GET', `/api/chapters/${id}`)).body);
    const karim = [world.karim.user.id];
    expect(await read(world.karim, first)).toMatchObject({ likes: 1, likedBy: karim });
    expect(await read(world.karim, second)).toMatchObject({ likes: 0, likedBy: [] });
    expect(await read(world.lea, first)).toMatchObject({ likes: 1, likedBy: [] });
    expect(await read(null, first)).toMatchObject({ likes: 1, likedBy: [] });
    const list = async (browser: TestBrowser | null) => {
      const path = `/api/chapters/novel/${world.novelId}`;
      const { body } = await ask(world.app, browser, 'GET', path);
      return listChapters.response.parse(body).map(({ likedBy }) => likedBy);
    };
    expect(await list(world.karim)).toEqual([karim, [], []]);
    expect(await list(world.lea)).toEqual([[], [], []]);
  });

  test('work on a premium chapter, whose public fields then include the caller’s', async () => {
    const id = world.chapterIds[2] ?? '';
    await send(world.lea, 'like', id);
    const answer = await ask(world.app, world.lea, 'GET', `/api/chapters/${id}`);
    expect(answer).toMatchObject({
      status: 403,
      body: { chapter: { likes: 1, likedBy: [world.lea.user.id] } },
    });
  });
});

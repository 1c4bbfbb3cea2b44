import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chapters, images, novels } from '#server/core/db/schema/catalogue.ts';
import { bookmarks } from '#server/core/db/schema/reading.ts';
import { bookmarksListMax } from '#shared/constants.ts';
import {
  bookmarkChapter,
  getChapter,
  getChapterInfo,
  listBookmarked,
} from '#shared/contracts/chapters.ts';
import { ask, describeInMarkedWorld } from '../world/marks.ts';
import { addNovel } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

describeInMarkedWorld('bookmarks', (world) => {
  let count = 0;
  const newReader = () => signInAs(world.app, { name: `Lectrice ${++count}` });
  const send = async (browser: TestBrowser, what: 'bookmark' | 'unbookmark', chapterId = '') => {
    const answer = await ask(world.app, browser, 'PUT', `/api/chapters/${chapterId}/${what}`);
    expect(answer.status).toBe(200);
    return bookmarkChapter.response.parse(answer.body);
  };
  const list = async (browser: TestBrowser) => {
    const answer = await ask(world.app, browser, 'GET', '/api/chapters/bookmarked');
    expect(answer.status).toBe(200);
    return listBookmarked.response.parse(answer.body);
  };
  const numbers = async (browser: TestBrowser) =>
    (await list(browser)).map(({ chapterNumber }) => chapterNumber);

  test('are set, listed with their novel, and removed', async () => {
    const reader = await newReader();
    const [, second] = world.chapterIds;
    expect(await list(reader)).toEqual([]);
    expect(await send(reader, 'bookmark', second)).toEqual({ bookmarkedBy: [reader.user.id] });
    const [novel] = await world.app.db.select().from(novels).where(eq(novels.id, world.novelId));
    expect(await list(reader)).toEqual([
      {
        _id: second,
        title: 'Chapitre 2 du récit',
        chapterNumber: 2,
        novelId: {
          _id: world.novelId,
          slug: novel?.slug,
          title: 'Un roman',
          genres: novel?.genres,
          coverImage: null,
        },
      },
    ]);
    expect(await send(reader, 'unbookmark', second)).toEqual({ bookmarkedBy: [] });
    expect(await list(reader)).toEqual([]);
  });

  test('come with the novel’s cover', async () => {
    const reader = await newReader();
    const hash = 'c'.repeat(64);
    await world.app.db.insert(images).values({ hash, width: 800, height: 1200 });
    const { id, chapterIds } = await addNovel(world.app, { title: 'Illustré', chapters: 1 });
    await world.app.db.update(novels).set({ coverHash: hash }).where(eq(novels.id, id));
    await send(reader, 'bookmark', chapterIds[0]);
    expect((await list(reader))[0]?.novelId?.coverImage).toBe(`/images/${hash}-160.webp`);
  });

  test('are listed last bookmarked first; one set again keeps its position', async () => {
    const reader = await newReader();
    const [first, second, third] = world.chapterIds;
    for (const id of [second, first, third, second]) {
      world.app.clock.advance(1_000);
      await send(reader, 'bookmark', id);
    }
    expect(await numbers(reader)).toEqual([3, 1, 2]);
  });

  test('are counted for the user, and visible to nobody else', async () => {
    const reader = await newReader();
    const [first = '', second] = world.chapterIds;
    await send(reader, 'bookmark', first);
    await send(reader, 'bookmark', second);
    const user = await ask(world.app, reader, 'GET', '/api/auth/user');
    expect(user.body).toMatchObject({ bookmarkCount: 2 });
    const info = async (browser: TestBrowser | null) => {
      const answer = await ask(world.app, browser, 'GET', `/api/chapters/${first}/info`);
      return getChapterInfo.response.parse(answer.body).isBookmarked;
    };
    expect([await info(reader), await info(world.karim), await info(null)]).toEqual([
      true,
      false,
      false,
    ]);
    const read = async (browser: TestBrowser) =>
      getChapter.response.parse(
        (await ask(world.app, browser, 'GET', `/api/chapters/${first}`)).body,
      ).bookmarkedBy;
    expect(await read(reader)).toEqual([reader.user.id]);
    expect(await read(world.karim)).toEqual([]);
  });

  test('are unique when many tabs set one at once; another user’s stays', async () => {
    const [reader, other] = [await newReader(), await newReader()];
    const [first] = world.chapterIds;
    await send(other, 'bookmark', first);
    await Promise.all(Array.from({ length: 8 }, () => send(reader, 'bookmark', first)));
    expect(await numbers(reader)).toEqual([1]);
    await Promise.all(Array.from({ length: 8 }, () => send(reader, 'unbookmark', first)));
    expect(await numbers(reader)).toEqual([]);
    expect(await numbers(other)).toEqual([1]);
  });

  test('of a withdrawn chapter are neither listed nor counted until it returns', async () => {
    const reader = await newReader();
    const { chapterIds } = await addNovel(world.app, { title: 'Retiré', chapters: 2 });
    for (const id of chapterIds) await send(reader, 'bookmark', id);
    const setStatus = (status: 'draft' | 'published') =>
      world.app.db
        .update(chapters)
        .set({ status })
        .where(eq(chapters.id, chapterIds[0] ?? ''));
    await setStatus('draft');
    expect(await numbers(reader)).toEqual([2]);
    const user = await ask(world.app, reader, 'GET', '/api/auth/user');
    expect(user.body).toMatchObject({ bookmarkCount: 1 });
    await setStatus('published');
    expect((await numbers(reader)).toSorted()).toEqual([1, 2]);
  });

  test('are deleted with the novel', async () => {
    const reader = await newReader();
    const { id, chapterIds } = await addNovel(world.app, { title: 'Effacé', chapters: 1 });
    await send(reader, 'bookmark', chapterIds[0]);
    await world.app.db.delete(novels).where(eq(novels.id, id));
    expect(await list(reader)).toEqual([]);
  });

  test('are listed up to a limit, the newest', async () => {
    const reader = await newReader();
    const { chapterIds } = await addNovel(world.app, {
      title: 'Un long roman',
      chapters: bookmarksListMax + 2,
    });
    const start = world.app.clock.now().getTime();
    await world.app.db.insert(bookmarks).values(
      chapterIds.map((chapterId, index) => ({
        userId: reader.user.id,
        chapterId,
        createdAt: new Date(start + index * 1_000),
      })),
    );
    const listed = await numbers(reader);
    expect(listed).toHaveLength(bookmarksListMax);
    expect([listed[0], listed.at(-1)]).toEqual([bookmarksListMax + 2, 3]);
  });
});

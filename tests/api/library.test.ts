import { and, eq, gte } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  deviceReadingMax,
  historyListMax,
  libraryPageSize,
  unreadCountedMax,
} from '#shared/constants.ts';
import { getUser } from '#shared/contracts/auth.ts';
import {
  getLibraryStatus,
  getNextReading,
  listHistory,
  listLibrary,
  type LibraryNovelBody,
} from '#shared/contracts/library.ts';
import { setPlace } from '#shared/contracts/places.ts';
import { chapters, images, novels, similarNovels } from '#server/core/db/schema/catalogue.ts';
import { favorites, libraryEntries, readingPlaces } from '#server/core/db/schema/reading.ts';
import { ask, describeInMarkedWorld, unknownId } from '../world/marks.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

const minutes = (count: number) => count * 60_000;

describeInMarkedWorld('a library', (world) => {
  let count = 0;
  const newReader = () => signInAs(world.app, { name: `Lectrice ${++count}` });
  const newNovel = (chapterCount = 3) =>
    addNovel(world.app, { title: `Roman ${++count}`, chapters: chapterCount });
  const complete = (id: string) =>
    world.app.db.update(novels).set({ status: 'completed' }).where(eq(novels.id, id));

  const succeed = async (
    browser: TestBrowser,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
  ) => {
    const answer = await ask(world.app, browser, method, path, body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  const shelf = async (browser: TestBrowser, path = '/api/library') =>
    listLibrary.response.parse(await succeed(browser, 'GET', path));
  const list = async (browser: TestBrowser) => (await shelf(browser)).novels;
  const only = async (browser: TestBrowser): Promise<LibraryNovelBody> => {
    const [novel, ...others] = await list(browser);
    expect(others).toEqual([]);
    if (!novel) throw new Error('the library is empty');
    return novel;
  };
  let sentAt = Date.parse('2026-11-21T12:00:00Z');
  const put = async (
    browser: TestBrowser,
    chapterId: string,
    what: object,
    version: string | null,
  ) =>
    setPlace.response.parse(
      await succeed(browser, 'PUT', `/api/chapters/${chapterId}/place`, {
        sentAt: ++sentAt,
        version,
        ...what,
      }),
    );
  const somewhere = {
    place: { paragraph: 2, offset: 0, mark: 1, start: 0, end: 0, before: 0, after: 0 },
  };
  /** Opens a chapter, and stays in it. */
  const open = async (browser: TestBrowser, chapterId = '') => {
    world.app.clock.advance(minutes(1));
    return put(browser, chapterId, somewhere, null);
  };
  /** Opens a chapter and reads it to its end. */
  const read = async (browser: TestBrowser, chapterId = '') => {
    const { version } = await open(browser, chapterId);
    world.app.clock.advance(minutes(1));
    return put(browser, chapterId, { place: null, isRead: true }, version);
  };
  const choose = (browser: TestBrowser, novelId: string, status: string | null) =>
    succeed(browser, 'PUT', `/api/novels/${novelId}/library`, { status });
  const reading = async (browser: TestBrowser, novelId: string) =>
    getLibraryStatus.response.parse(
      await succeed(browser, 'GET', `/api/novels/${novelId}/library`),
    );
  const state = async (browser: TestBrowser, novelId: string) => {
    const { status, isChosen } = await reading(browser, novelId);
    return { status, isChosen };
  };

  test('a novel’s page is told where its reader goes on, and what they know beside it', async () => {
    const reader = await newReader();
    const { id, chapterIds } = await newNovel(3);
    const nothing = {
      status: null,
      isChosen: false,
      canTakeCopy: false,
      nextChapter: null,
      knownSimilar: [],
    };
    expect(await reading(reader, id)).toEqual(nothing);
    await open(reader, chapterIds[0]);
    const at = (place: number) => ({ _id: chapterIds[place], chapterNumber: place + 1 });
    expect(await reading(reader, id)).toMatchObject({ status: 'reading', nextChapter: at(0) });
    await read(reader, chapterIds[1]);
    expect((await reading(reader, id)).nextChapter).toEqual(at(2));
    const beside = await Promise.all([newNovel(1), newNovel(1), newNovel(1)]);
    await world.app.db
      .insert(similarNovels)
      .values(beside.map((novel, rank) => ({ novelId: id, similarId: novel.id, rank })));
    await choose(reader, beside[0].id, 'dropped');
    await choose(reader, beside[1].id, 'to_read');
    expect((await reading(reader, id)).knownSimilar).toEqual([beside[0].id]);
    expect(await reading(world.karim, id)).toEqual(nothing);
  });

  describe('by reading', () => {
    test('has a novel from its first chapter on, and where to go on in it', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(4);
      expect(await list(reader)).toEqual([]);
      await open(reader, chapterIds[0]);
      const readAt = world.app.clock.now().toISOString();
      const [novel] = await world.app.db.select().from(novels).where(eq(novels.id, id));
      expect(await only(reader)).toEqual({
        _id: id,
        slug: novel?.slug,
        title: novel?.title,
        authorName: 'Autrice Test',
        genres: novel?.genres,
        coverImage: null,
        contentWarnings: [],
        ageMin: null,
        novelStatus: 'ongoing',
        chapterCount: 4,
        status: 'reading',
        isChosen: false,
        lastChapter: { _id: chapterIds[0], chapterNumber: 1, title: 'Chapitre 1 du récit' },
        nextChapter: { _id: chapterIds[0], chapterNumber: 1 },
        percent: 0,
        unread: 4,
        newChapters: 0,
        lastReadAt: readAt,
      });
      expect(await list(world.karim)).toEqual([]);
    });

    test('goes on with the next chapter once one was read to its end', async () => {
      const reader = await newReader();
      const { chapterIds } = await newNovel(4);
      await read(reader, chapterIds[0]);
      expect(await only(reader)).toMatchObject({
        nextChapter: { _id: chapterIds[1], chapterNumber: 2 },
        percent: 25,
        unread: 3,
        lastReadAt: world.app.clock.now().toISOString(),
      });
      await open(reader, chapterIds[2]);
      expect(await only(reader)).toMatchObject({
        nextChapter: { _id: chapterIds[2], chapterNumber: 3 },
        percent: 50,
        unread: 2,
      });
    });

    test('stays at a chapter that was merely scrolled back to its top', async () => {
      const reader = await newReader();
      const { chapterIds } = await newNovel();
      const { version } = await open(reader, chapterIds[1]);
      await put(reader, chapterIds[1] ?? '', { place: null }, version);
      expect(await only(reader)).toMatchObject({
        nextChapter: { _id: chapterIds[1], chapterNumber: 2 },
        unread: 2,
      });
    });

    test('counts the chapters that came out since the last reading', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(3);
      await read(reader, chapterIds[0]);
      const out = new Date(world.app.clock.now().getTime() + minutes(1));
      await world.app.db
        .update(chapters)
        .set({ publishedAt: out })
        .where(and(eq(chapters.novelId, id), eq(chapters.chapterNumber, 3)));
      expect(await only(reader)).toMatchObject({ unread: 2, newChapters: 1 });
      await open(reader, chapterIds[1]);
      world.app.clock.advance(minutes(10));
      await open(reader, chapterIds[2]);
      expect(await only(reader)).toMatchObject({ unread: 1, newChapters: 0 });
    });

    test('is finished with the last chapter of a completed novel', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(2);
      await complete(id);
      await read(reader, chapterIds[0]);
      expect(await state(reader, id)).toEqual({ status: 'reading', isChosen: false });
      await read(reader, chapterIds[1]);
      expect(await only(reader)).toMatchObject({
        status: 'finished',
        isChosen: false,
        nextChapter: null,
        percent: 100,
        unread: 0,
      });
    });

    test('is not finished with the last chapter of a novel that goes on', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(2);
      await read(reader, chapterIds[1]);
      expect(await state(reader, id)).toEqual({ status: 'reading', isChosen: false });
    });

    test('is finished where chapters have gaps in their numbers', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(3);
      await complete(id);
      await world.app.db
        .update(chapters)
        .set({ status: 'draft' })
        .where(eq(chapters.id, chapterIds[1] ?? ''));
      await world.app.db.update(novels).set({ chapterCount: 2 }).where(eq(novels.id, id));
      await read(reader, chapterIds[2]);
      expect(await state(reader, id)).toEqual({ status: 'finished', isChosen: false });
    });

    test('is finished by a repeated message whose first one failed half-way', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(1);
      await complete(id);
      await read(reader, chapterIds[0]);
      await world.app.db
        .update(libraryEntries)
        .set({ status: 'reading' })
        .where(eq(libraryEntries.userId, reader.user.id));
      await put(reader, chapterIds[0] ?? '', { place: null, isRead: true }, null);
      expect(await state(reader, id)).toEqual({ status: 'finished', isChosen: false });
    });

    test('carries out the plan to read a novel', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(2);
      expect(await choose(reader, id, 'to_read')).toEqual({ status: 'to_read', isChosen: true });
      expect(await only(reader)).toMatchObject({
        lastChapter: null,
        nextChapter: { _id: chapterIds[0], chapterNumber: 1 },
        percent: 0,
        unread: 2,
        lastReadAt: null,
      });
      await open(reader, chapterIds[0]);
      expect(await state(reader, id)).toEqual({ status: 'reading', isChosen: false });
    });

    test.each(['reading', 'finished', 'dropped'] as const)(
      'never changes a status that was chosen: %s',
      async (status) => {
        const reader = await newReader();
        const { id, chapterIds } = await newNovel(2);
        await complete(id);
        await open(reader, chapterIds[0]);
        await choose(reader, id, status);
        await read(reader, chapterIds[1]);
        expect(await only(reader)).toMatchObject({
          status,
          isChosen: true,
          lastChapter: { chapterNumber: 2 },
          unread: 0,
        });
      },
    );

    test('of a chapter withdrawn since goes on with the one after it', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(3);
      await open(reader, chapterIds[1]);
      await world.app.db
        .update(chapters)
        .set({ status: 'draft' })
        .where(eq(chapters.id, chapterIds[1] ?? ''));
      await world.app.db.update(novels).set({ chapterCount: 2 }).where(eq(novels.id, id));
      expect(await only(reader)).toMatchObject({
        lastChapter: null,
        nextChapter: { _id: chapterIds[2], chapterNumber: 3 },
        unread: 1,
      });
      await world.app.db.delete(chapters).where(eq(chapters.id, chapterIds[1] ?? ''));
      expect(await only(reader)).toMatchObject({ lastChapter: null, status: 'reading' });
    });
  });

  describe('by hand', () => {
    test('takes a status, another one, and the novel out again', async () => {
      const reader = await newReader();
      const { id } = await newNovel();
      expect(await state(reader, id)).toEqual({ status: null, isChosen: false });
      for (const status of ['dropped', 'finished', 'finished'] as const) {
        expect(await choose(reader, id, status)).toEqual({ status, isChosen: true });
        expect(await state(reader, id)).toEqual({ status, isChosen: true });
      }
      for (let time = 0; time < 2; time++) {
        expect(await choose(reader, id, null)).toEqual({ status: null, isChosen: false });
        expect(await list(reader)).toEqual([]);
      }
    });

    test.each([{}, { status: 'lu' }, { status: '' }, { status: 1 }])(
      'refuses %j, and changes nothing',
      async (body) => {
        const reader = await newReader();
        const path = `/api/novels/${world.novelId}/library`;
        expect(await ask(world.app, reader, 'PUT', path, body)).toMatchObject({
          status: 400,
          body: { error: 'MALFORMED' },
        });
        expect(await list(reader)).toEqual([]);
      },
    );

    test('refuses a novel that does not exist, or is a draft', async () => {
      const reader = await newReader();
      const { id } = await newNovel(0);
      await world.app.db.update(novels).set({ isDraft: true }).where(eq(novels.id, id));
      for (const novelId of [unknownId, id]) {
        const path = `/api/novels/${novelId}/library`;
        for (const status of ['to_read', null]) {
          expect(await ask(world.app, reader, 'PUT', path, { status })).toMatchObject({
            status: 404,
            body: { error: 'NOT_FOUND' },
          });
        }
        expect(await ask(world.app, reader, 'GET', path)).toMatchObject({ status: 404 });
      }
    });
  });

  describe('merged with a device', () => {
    type Given = { novelId: string; chapterId: string; number: number; readAt: number };
    const merge = (browser: TestBrowser, readings: Given[]) =>
      succeed(browser, 'POST', '/api/library/merge', { readings });
    const now = () => world.app.clock.now().getTime();

    test('has what was read there, once, however often it is sent', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(3);
      const reading = { novelId: id, chapterId: chapterIds[1] ?? '', number: 2, readAt: now() - 5 };
      for (let time = 0; time < 2; time++) {
        await merge(reader, [reading]);
        expect(await only(reader)).toMatchObject({
          status: 'reading',
          isChosen: false,
          lastChapter: { chapterNumber: 2 },
          nextChapter: { chapterNumber: 2 },
          unread: 2,
          lastReadAt: new Date(reading.readAt).toISOString(),
        });
      }
    });

    test('keeps what the account has read since', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(3);
      const readAt = now();
      await read(reader, chapterIds[2]);
      const before = await list(reader);
      await merge(reader, [{ novelId: id, chapterId: chapterIds[0] ?? '', number: 1, readAt }]);
      expect(await list(reader)).toEqual(before);
    });

    test('goes on from there where the device read later', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(3);
      await read(reader, chapterIds[0]);
      world.app.clock.advance(minutes(9));
      const reading = { novelId: id, chapterId: chapterIds[2] ?? '', number: 3, readAt: now() };
      await merge(reader, [reading]);
      expect(await only(reader)).toMatchObject({ lastChapter: { chapterNumber: 3 } });
    });

    const mergeChapter = (
      browser: TestBrowser,
      { id, chapterIds }: { id: string; chapterIds: string[] },
      number: number,
    ) => {
      world.app.clock.advance(minutes(9));
      const chapterId = chapterIds[number - 1] ?? '';
      return merge(browser, [{ novelId: id, chapterId, number, readAt: now() }]);
    };

    test('never goes back in a novel: rereading an earlier chapter moves nothing', async () => {
      const reader = await newReader();
      const novel = await newNovel(3);
      await read(reader, novel.chapterIds[2]);
      await mergeChapter(reader, novel, 1);
      expect(await only(reader)).toMatchObject({
        status: 'reading',
        lastChapter: { chapterNumber: 3 },
        nextChapter: null,
        unread: 0,
      });
    });

    test('stays finished, with the same chapter and with an earlier one', async () => {
      const reader = await newReader();
      const novel = await newNovel(2);
      await complete(novel.id);
      await read(reader, novel.chapterIds[1]);
      for (const number of [2, 1, 2]) {
        await mergeChapter(reader, novel, number);
        expect(await only(reader)).toMatchObject({
          status: 'finished',
          isChosen: false,
          lastChapter: { chapterNumber: 2 },
        });
      }
    });

    test('goes on where it was finished and a later chapter was read', async () => {
      const reader = await newReader();
      const novel = await newNovel(2);
      await complete(novel.id);
      await read(reader, novel.chapterIds[1]);
      const { chapterIds } = await addNovel(world.app, {
        novelId: novel.id,
        title: 'La suite',
        chapters: [1, 2, 3].map((number) => chapterDraft(number)),
      });
      await mergeChapter(reader, { id: novel.id, chapterIds }, 3);
      expect(await only(reader)).toMatchObject({
        status: 'reading',
        lastChapter: { chapterNumber: 3 },
      });
    });

    test('carries out the plan to read a novel, as reading does', async () => {
      const reader = await newReader();
      const novel = await newNovel(2);
      await choose(reader, novel.id, 'to_read');
      await mergeChapter(reader, novel, 1);
      expect(await only(reader)).toMatchObject({
        status: 'reading',
        isChosen: false,
        lastChapter: { chapterNumber: 1 },
      });
    });

    test.each(['reading', 'dropped', 'finished'] as const)(
      'keeps a status that was chosen: %s',
      async (status) => {
        const reader = await newReader();
        const { id, chapterIds } = await newNovel(2);
        await choose(reader, id, status);
        const reading = { novelId: id, chapterId: chapterIds[0] ?? '', number: 1, readAt: now() };
        await merge(reader, [reading]);
        expect(await only(reader)).toMatchObject({ status, isChosen: true });
      },
    );

    test('finds a replaced chapter by its number, leaves out what is not public, trusts no clock', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(2);
      const other = await newNovel(2);
      const ahead = now() + minutes(60);
      const [, , , scheduled = ''] = world.chapterIds;
      await merge(reader, [
        { novelId: id, chapterId: unknownId, number: 2, readAt: ahead },
        { novelId: world.novelId, chapterId: scheduled, number: 4, readAt: now() },
        { novelId: unknownId, chapterId: chapterIds[0] ?? '', number: 1, readAt: now() },
        { novelId: other.id, chapterId: chapterIds[0] ?? '', number: 9, readAt: now() },
      ]);
      expect(await only(reader)).toMatchObject({
        _id: id,
        lastChapter: { _id: chapterIds[1] },
        lastReadAt: world.app.clock.now().toISOString(),
      });
    });

    test('takes the later one where a novel is sent twice, and nothing at all', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(2);
      const [first = '', second = ''] = chapterIds;
      await merge(reader, []);
      await merge(reader, [
        { novelId: id, chapterId: second, number: 2, readAt: now() - 10 },
        { novelId: id, chapterId: first, number: 1, readAt: now() - 5 },
      ]);
      expect(await only(reader)).toMatchObject({ lastChapter: { chapterNumber: 1 } });
    });

    test('refuses too many, and what is malformed', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(1);
      const reading = { novelId: id, chapterId: chapterIds[0], number: 1, readAt: now() };
      const wrong = [
        Array.from({ length: deviceReadingMax + 1 }, () => reading),
        [{ ...reading, readAt: 'hier' }],
        [{ ...reading, novelId: 'un' }],
        [{ ...reading, number: -1 }],
        {},
      ];
      for (const readings of wrong) {
        const answer = await ask(world.app, reader, 'POST', '/api/library/merge', { readings });
        expect(answer).toMatchObject({ status: 400, body: { error: 'MALFORMED' } });
      }
      expect(await list(reader)).toEqual([]);
    });
  });

  describe('is listed', () => {
    test('last changed first, with covers', async () => {
      const reader = await newReader();
      const hash = `d${world.app.config.databaseUrl.length}`.padEnd(64, 'e');
      await world.app.db.insert(images).values({ hash, width: 800, height: 1200 });
      const [one, two, three] = [await newNovel(1), await newNovel(1), await newNovel(1)];
      await world.app.db.update(novels).set({ coverHash: hash }).where(eq(novels.id, one.id));
      for (const { id } of [one, two, three, one]) {
        world.app.clock.advance(minutes(1));
        await choose(reader, id, 'to_read');
      }
      const listed = await list(reader);
      expect(listed.map(({ _id }) => _id)).toEqual([one.id, three.id, two.id]);
      expect(listed.map(({ coverImage }) => coverImage)).toEqual([
        `/images/${hash}-160.webp`,
        null,
        null,
      ]);
    });

    test('in pages, without gaps or duplicates', async () => {
      const reader = await newReader();
      const [template] = await world.app.db.select().from(novels).limit(1);
      if (!template) throw new Error('there is no novel');
      const total = 2 * libraryPageSize + 3;
      const added = await world.app.db
        .insert(novels)
        .values(
          Array.from({ length: total }, (_, index) => ({
            ...template,
            id: undefined,
            sourceKey: null,
            chapterCount: 0,
            slug: `rayon-${count}-${index}`,
          })),
        )
        .returning({ novelId: novels.id });
      // One instant for all: their ids decide.
      const entry = {
        userId: reader.user.id,
        status: 'to_read' as const,
        updatedAt: world.app.clock.now(),
      };
      await world.app.db
        .insert(libraryEntries)
        .values(added.map(({ novelId }) => ({ ...entry, novelId })));
      const seen: string[] = [];
      const sizes: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query: string = cursor && `?cursor=${encodeURIComponent(cursor)}`;
        const page = await shelf(reader, `/api/library${query}`);
        seen.push(...page.novels.map(({ _id }) => _id));
        sizes.push(page.novels.length);
        cursor = page.nextCursor;
      }
      expect(sizes).toEqual([libraryPageSize, libraryPageSize, 3]);
      expect(new Set(seen).size).toBe(total);
    });

    test('so many as are asked for', async () => {
      const reader = await newReader();
      for (let novel = 0; novel < 2; novel++)
        await choose(reader, (await newNovel(0)).id, 'to_read');
      const page = await shelf(reader, '/api/library?limit=1');
      expect(page.novels).toHaveLength(1);
      expect(page.nextCursor).not.toBeNull();
      for (const limit of ['0', '101', 'x']) {
        const refused = await ask(world.app, reader, 'GET', `/api/library?limit=${limit}`);
        expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'limit' }] } });
      }
    });

    test('not from a cursor that is not ours', async () => {
      for (const path of ['/api/library', '/api/library/favorites']) {
        expect(await ask(world.app, world.lea, 'GET', `${path}?cursor=ici`)).toMatchObject({
          status: 400,
          body: { error: 'MALFORMED' },
        });
      }
    });

    test('not with drafts', async () => {
      const reader = await newReader();
      const { id } = await newNovel(0);
      await choose(reader, id, 'to_read');
      await world.app.db.update(novels).set({ isDraft: true }).where(eq(novels.id, id));
      expect(await list(reader)).toEqual([]);
    });

    test('with what is ahead of a long novel, and what of it came out since', async () => {
      const reader = await newReader();
      const total = unreadCountedMax + 5;
      const { id, chapterIds } = await newNovel(total);
      await read(reader, chapterIds[0]);
      expect(await only(reader)).toMatchObject({
        unread: total - 1,
        newChapters: 0,
        percent: 0,
        nextChapter: { chapterNumber: 2 },
      });
      const out = new Date(world.app.clock.now().getTime() + minutes(1));
      const publish = (from: number) =>
        world.app.db
          .update(chapters)
          .set({ publishedAt: out })
          .where(and(eq(chapters.novelId, id), gte(chapters.chapterNumber, from)));
      await publish(total - 1);
      expect(await only(reader)).toMatchObject({ unread: total - 1, newChapters: 2 });
      // “At least” so many, in words.
      await publish(1);
      expect(await only(reader)).toMatchObject({ newChapters: unreadCountedMax });
      await read(reader, chapterIds[total - 3]);
      expect(await only(reader)).toMatchObject({ unread: 2 });
    });

    test('beside favourites, which say how far they are read', async () => {
      const reader = await newReader();
      const [read1, unread1] = [await newNovel(2), await newNovel(2)];
      const userId = reader.user.id;
      await world.app.db.insert(favorites).values([
        { userId, novelId: read1.id, createdAt: new Date(1_000) },
        { userId, novelId: unread1.id, createdAt: new Date(2_000) },
      ]);
      await read(reader, read1.chapterIds[0]);
      const { novels: listed } = await shelf(reader, '/api/library/favorites');
      expect(listed).toMatchObject([
        { _id: unread1.id, status: null, percent: 0, nextChapter: { chapterNumber: 1 } },
        { _id: read1.id, status: 'reading', percent: 50, nextChapter: { chapterNumber: 2 } },
      ]);
    });

    test('beside the chapters read last, bounded', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(historyListMax + 1);
      const start = world.app.clock.now().getTime();
      await world.app.db.insert(readingPlaces).values(
        chapterIds.map((chapterId, index) => ({
          userId: reader.user.id,
          chapterId,
          paragraph: 1,
          updatedAt: new Date(start + index * 1_000),
        })),
      );
      const history = listHistory.response.parse(
        await succeed(reader, 'GET', '/api/library/history'),
      );
      expect(history).toHaveLength(historyListMax);
      expect(history[0]).toMatchObject({
        _id: chapterIds.at(-1),
        chapterNumber: historyListMax + 1,
        novel: { _id: id },
        readAt: new Date(start + historyListMax * 1_000).toISOString(),
      });
      await world.app.db
        .update(chapters)
        .set({ status: 'draft' })
        .where(eq(chapters.id, chapterIds.at(-1) ?? ''));
      const [first] = listHistory.response.parse(
        await succeed(reader, 'GET', '/api/library/history'),
      );
      expect(first?._id).toBe(chapterIds.at(-2));
    });
  });

  describe('leads on', () => {
    const next = async (browser: TestBrowser) =>
      getNextReading.response.parse(await succeed(browser, 'GET', '/api/library/next')).novel;
    const isReading = async (browser: TestBrowser) =>
      getUser.response.parse(await succeed(browser, 'GET', '/api/auth/user')).isReading;

    test('to what was read last, whatever else was changed by hand since', async () => {
      const reader = await newReader();
      expect([await next(reader), await isReading(reader)]).toEqual([null, false]);
      const [one, two] = [await newNovel(3), await newNovel(3)];
      const { version } = await open(reader, one.chapterIds[0]);
      await open(reader, two.chapterIds[1]);
      for (let novel = 0; novel < 13; novel++) {
        world.app.clock.advance(minutes(1));
        await choose(reader, (await newNovel(1)).id, 'to_read');
      }
      expect(await next(reader)).toMatchObject({ _id: two.id, nextChapter: { chapterNumber: 2 } });
      expect(await isReading(reader)).toBe(true);
      // Reading on where one was is reading too.
      await put(reader, one.chapterIds[0] ?? '', { place: null, isRead: true }, version);
      expect(await next(reader)).toMatchObject({ _id: one.id, nextChapter: { chapterNumber: 2 } });
    });

    test('not to what is read as far as it goes, given up, or a draft', async () => {
      const reader = await newReader();
      const [open1, ended, dropped, draft] = [
        await newNovel(2),
        await newNovel(1),
        await newNovel(2),
        await newNovel(2),
      ];
      await read(reader, open1.chapterIds[0]);
      await open(reader, dropped.chapterIds[0]);
      await choose(reader, dropped.id, 'dropped');
      await open(reader, draft.chapterIds[0]);
      await world.app.db
        .update(chapters)
        .set({ status: 'draft' })
        .where(eq(chapters.novelId, draft.id));
      await world.app.db
        .update(novels)
        .set({ isDraft: true, chapterCount: 0 })
        .where(eq(novels.id, draft.id));
      await read(reader, ended.chapterIds[0]);
      expect(await next(reader)).toMatchObject({ _id: open1.id });
      await choose(reader, open1.id, 'finished');
      expect(await next(reader)).toBeNull();
    });

    test('to a novel put among those in reading, from its beginning', async () => {
      const reader = await newReader();
      const { id, chapterIds } = await newNovel(2);
      await choose(reader, id, 'reading');
      expect(await next(reader)).toMatchObject({
        _id: id,
        lastChapter: null,
        nextChapter: { _id: chapterIds[0] },
      });
      await choose(reader, id, 'to_read');
      expect([await next(reader), await isReading(reader)]).toEqual([null, false]);
    });
  });

  test('goes with its novel', async () => {
    const reader = await newReader();
    const { id, chapterIds } = await addNovel(world.app, {
      title: `Effacé ${count}`,
      chapters: [chapterDraft(1)],
    });
    await open(reader, chapterIds[0]);
    await world.app.db.delete(novels).where(eq(novels.id, id));
    expect(await list(reader)).toEqual([]);
    const isTheirs = eq(libraryEntries.userId, reader.user.id);
    expect(await world.app.db.$count(libraryEntries, isTheirs)).toBe(0);
  });
});

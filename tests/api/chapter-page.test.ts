import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { getChapterPage } from '#shared/contracts/chapters.ts';
import type { App } from '#server/app.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { bookmarks } from '#server/core/db/schema/reading.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { unlock } from '../world/premium.ts';

type Page = z.output<typeof getChapterPage.response>;

const unknownId = '01930000-0000-7000-8000-000000000000';
const [vastCount, firstPremium] = [2_000, 1_001];
const partOf = (number: number) => (number <= 1_200 ? 'Livre I' : number > 1_900 ? 'Fin' : null);

describe('a page of a novel’s chapters', () => {
  let app: App;
  let reader: TestBrowser;
  let vast: { id: string; ids: string[] };
  let small: { id: string; ids: string[] };
  const queries: string[] = [];

  beforeAll(async () => {
    app = await openTestApp(
      { RATE_LIMIT_PER_MINUTE: '100000' },
      { onQuery: (query) => void queries.push(query) },
    );
    reader = await signInAs(app, { name: 'Lectrice' });
    vast = await addVastNovel(app);
    const { id, chapterIds } = await addNovel(app, {
      title: 'Petit',
      chapters: [
        chapterDraft(1, { title: 'L’Été où la mer s’est tue' }),
        chapterDraft(2, { title: 'Hiver' }),
        chapterDraft(3, { title: 'L’été d’après', isPremium: true, creditCost: 2 }),
        chapterDraft(4, { publishedAt: new Date(app.clock.now().getTime() + 3_600_000) }),
      ],
    });
    small = { id, ids: chapterIds };
  });
  afterAll(() => app.close());

  const ask = (novelId: string, query: string, visitor?: TestBrowser) =>
    callEndpoint(app, `/api/novels/${novelId}/chapters${query}`, {
      headers: visitor?.headers ?? {},
    });
  const read = async (novelId: string, query = '', visitor?: TestBrowser): Promise<Page> => {
    const response = await ask(novelId, query, visitor);
    expect(response.status).toBe(200);
    return getChapterPage.response.parse(await response.json());
  };
  const numbers = ({ chapters: listed }: Page) => listed.map((one) => one.chapterNumber);
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const vastId = (number: number) => vast.ids[number - 1] ?? '';

  describe('of a novel of 2,000', () => {
    test('is bounded in bytes and in queries, for a stranger and for a reader', async () => {
      const cost = async (visitor: TestBrowser | undefined, query: string) => {
        queries.length = 0;
        const { length: bytes } = await (await ask(vast.id, query, visitor)).text();
        return { bytes, queries: queries.length };
      };
      for (const number of [1, 1_000, vastCount]) {
        const opened = `?around=${vastId(number)}&size=50&parts=true`;
        // The novel, its count, its parts, the page.
        expect((await cost(undefined, opened)).queries).toBe(4);
        const own = await cost(reader, opened);
        // And the session with the access lock, and the marks with the unlocked chapters.
        expect(own.queries).toBe(7);
        expect(own.bytes).toBeLessThan(30_000);
      }
      const shown = await cost(reader, '?page=101&size=10');
      expect(shown.queries).toBe(6);
      expect(shown.bytes).toBeLessThan(6_000);
    });

    test('is the one with the wanted chapter, in either order', async () => {
      const around = await read(vast.id, `?around=${vastId(1_234)}&size=50`);
      expect(around).toMatchObject({ page: 25, total: vastCount });
      expect(around.parts).toBeUndefined();
      expect(numbers(around)).toEqual(from(1_201, 1_250));
      const turned = await read(vast.id, `?around=${vastId(1_991)}&size=10&order=desc`);
      expect(turned.page).toBe(1);
      expect(numbers(turned)).toEqual(from(1_991, 2_000).toReversed());
    });

    test('tells of every part, with how many chapters it has', async () => {
      const { parts } = await read(vast.id, '?size=1&parts=true');
      expect(parts).toEqual([
        { title: 'Livre I', chapters: 1_200 },
        { title: null, chapters: 700 },
        { title: 'Fin', chapters: 100 },
      ]);
    });

    test('says what is free, unlocked and to be paid to this reader', async () => {
      const paid = vastId(firstPremium + 1);
      await unlock(app, reader.user.id, paid);
      await app.db.insert(bookmarks).values({ userId: reader.user.id, chapterId: paid });
      const query = `?around=${vastId(firstPremium)}&size=10`;
      const locked = ({ chapters: listed }: Page) => listed.filter((one) => one.isLocked).length;
      expect(locked(await read(vast.id, query))).toBe(10);
      const own = await read(vast.id, query, reader);
      expect(locked(own)).toBe(9);
      expect(own.chapters[1]).toMatchObject({
        _id: paid,
        isPremium: true,
        isUnlocked: true,
        bookmarkedBy: [reader.user.id],
      });
      expect(own.chapters[0]?.bookmarkedBy).toEqual([]);
      expect(locked(await read(vast.id, `?around=${vastId(firstPremium - 1)}`, reader))).toBe(0);
    });

    test('has what its words match, page by page', async () => {
      const found = await read(vast.id, '?words=12&size=100&page=2&parts=true');
      // 12, 120 to 129, 1200 to 1299.
      expect(found.total).toBe(111);
      expect(numbers(found)).toEqual(from(1_289, 1_299));
      expect(found.parts).toEqual([
        { title: 'Livre I', chapters: 12 },
        { title: null, chapters: 99 },
      ]);
      const exact = await read(vast.id, `?words=1999&around=${vastId(1_999)}`);
      expect(exact).toMatchObject({ page: 1, total: 1 });
    });
  });

  test('without parameters is the first ten, in ascending order', async () => {
    const page = await read(vast.id);
    expect(page.page).toBe(1);
    expect(numbers(page)).toEqual(from(1, 10));
  });

  test('has published chapters alone', async () => {
    expect(await read(small.id, '?parts=true')).toMatchObject({
      total: 3,
      parts: [{ title: null, chapters: 3 }],
    });
    expect((await read(small.id, `?around=${small.ids[3]}&size=1&page=2`)).page).toBe(2);
  });

  test('after the last one is empty; one around a chapter of another novel is the wanted one', async () => {
    expect(await read(small.id, '?page=9')).toMatchObject({ chapters: [], page: 9, total: 3 });
    expect((await read(small.id, `?around=${vastId(1_500)}&size=1`)).page).toBe(1);
  });

  test.each([
    ['', 3],
    ['%20%20', 3],
    ['1', 1],
    ['2', 1],
    ['21', 0],
    ['ete', 2],
    ['ÉTÉ MER', 1],
    ["l'été", 2],
    ['mer 1', 1],
    ['mer 2', 0],
    ['été hiver', 0],
    ['123', 0],
    ['%25', 0],
    ['_', 0],
    ['%00', 3],
  ])('“%s” matches %i of three chapters', async (words, total) => {
    expect((await read(small.id, `?words=${words}`)).total).toBe(total);
  });

  test.each([
    'page=0',
    'page=1.5',
    'page=x',
    'page=5001',
    'size=0',
    'size=101',
    'around=moi',
    'order=up',
    'parts=1',
    `words=${'a'.repeat(81)}`,
  ])('refuses %s', async (query) => {
    const response = await ask(small.id, `?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field: query.split('=')[0] }] });
  });

  test('is refused for an unknown novel and for no id', async () => {
    expect((await ask(unknownId, '')).status).toBe(404);
    expect((await ask('moi', '')).status).toBe(400);
  });
});

/** Written in one statement: through `saveNovel` it takes seconds. */
async function addVastNovel(app: App): Promise<{ id: string; ids: string[] }> {
  const { id } = await addNovel(app, { title: 'Vaste', chapters: 0 });
  const publishedAt = app.clock.now();
  const rows = await app.db
    .insert(chapters)
    .values(
      Array.from({ length: vastCount }, (_, index) => ({
        novelId: id,
        chapterNumber: index + 1,
        title: 'Où l’on tourne la page',
        part: partOf(index + 1),
        status: 'published' as const,
        publishedAt,
        isPremium: index + 1 >= firstPremium,
      })),
    )
    .returning({ id: chapters.id, chapterNumber: chapters.chapterNumber });
  rows.sort((a, b) => a.chapterNumber - b.chapterNumber);
  return { id, ids: rows.map((row) => row.id) };
}

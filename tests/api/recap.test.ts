import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { loadChapterPage } from '#server/catalogue/chapter-page.ts';
import { endpoints } from '#server/calls.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { libraryEntries, readingPlaces } from '#server/core/db/schema/reading.ts';
import { getChapterNotes, setChapterNotes } from '#shared/contracts/announcements.ts';
import { getReminder } from '#shared/contracts/recap.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { unknownId } from '../world/marks.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { changeHeaders, signInAs, type TestBrowser } from '../world/people.ts';
import { unlock } from '../world/premium.ts';
import { describeInStudio, request, succeed } from '../world/studio.ts';

const dayMs = 86_400_000;
const premium = [3, 4];
const drafts = [7];
const numbers = [1, 2, 3, 4, 5, 6, 7];

describeInStudio('what a reader is reminded of', (world) => {
  let novel: { id: string; slug: string; chapterIds: string[] };
  let buyer: TestBrowser;
  const idOf = (number: number) => novel.chapterIds[number - 1] ?? '';
  const recapOf = (number: number) => `Rappel-${number}.`;
  const castOf = (number: number) => [`Nouvelle-${number}`, `Emma-${number}`, `Autre-${number}`];
  const setBeside = (who: TestBrowser, number: number, recap: string, cast = '') =>
    request(world.app, who, setChapterNotes, {
      params: { id: idOf(number) },
      body: { before: null, after: null, recap, cast },
    });
  const recapsFor = async (who: TestBrowser | null, number: number, last: string) => {
    const query = { last, isWhole: 'true' } as const;
    const told = { params: { id: idOf(number) }, query };
    return (await succeed(world.app, who, getReminder, told)).recaps;
  };

  beforeAll(async () => {
    const { app, mathilde } = world;
    novel = await addNovel(app, {
      title: 'Le Serment',
      chapters: numbers.map((number) =>
        chapterDraft(number, { isPremium: premium.includes(number) }),
      ),
    });
    await app.db.update(novels).set({ ownerId: mathilde.user.id }).where(eq(novels.id, novel.id));
    for (const number of drafts) {
      await app.db
        .update(chapters)
        .set({ status: 'draft' })
        .where(eq(chapters.id, idOf(number)));
    }
    buyer = await signInAs(app, { displayName: 'Nour' });
    await unlock(app, buyer.user.id, idOf(3));
    for (const number of numbers) {
      const [name = '', emma = '', other = ''] = castOf(number);
      const cast = `${name} : de passage.\r\n\n Emma (${other}, Mme de ${other}) : ${emma}`;
      expect(await setBeside(mathilde, number, recapOf(number), cast)).toMatchObject({
        status: 200,
      });
    }
  });

  test('no answer of the site tells any reader at any chapter what comes later, or is locked', async () => {
    const { app } = world;
    const visitor = await changeHeaders(app);
    const readers = [
      { who: null, opens: [1, 2, 5, 6] },
      { who: world.reader, opens: [1, 2, 5, 6] },
      { who: buyer, opens: [1, 2, 3, 5, 6] },
      { who: world.mathilde, opens: [1, 2, 3, 4, 5, 6] },
      { who: world.admin, opens: [1, 2, 3, 4, 5, 6] },
    ];
    // An author's own words are in their studio and their export.
    const isOwn = /^\/api\/(?:studio|desk)\/|\/export$/;
    const reads = endpoints.filter(({ method, path }) => method === 'GET' && !isOwn.test(path));
    expect(reads.map(({ path }) => path)).toContain('/api/chapters/{id}/reminder');
    const answersTo = async (headers: Record<string, string>, id: string) => {
      const all = reads.map(async ({ path }) => {
        const to = path.replaceAll(/\{\w+\}/g, id);
        const claimed = `${to}?last=${idOf(7)}&isWhole=true`;
        return (await callEndpoint(app, claimed, { headers })).text();
      });
      return (await Promise.all(all)).join('\n');
    };
    for (const { who, opens } of readers) {
      const headers = who?.headers ?? visitor;
      for (const at of numbers) {
        const told = await answersTo(headers, idOf(at));
        const page = JSON.stringify(await loadChapterPage(app, idOf(at)));
        const mayAsk = opens.includes(at);
        for (const of of numbers) {
          const isOpen = mayAsk && opens.includes(of);
          // The last three before the chapter; and who is known in it, as they are then.
          const before = opens.filter((number) => number < at).slice(-3);
          expect([at, of, told.includes(recapOf(of))]).toEqual([
            at,
            of,
            mayAsk && before.includes(of),
          ]);
          const [name = '', emma = '', other = ''] = castOf(of);
          const isLast = opens.filter((number) => number <= at).at(-1) === of;
          expect([at, of, told.includes(name)]).toEqual([at, of, isOpen && of <= at]);
          expect([at, of, told.includes(other)]).toEqual([at, of, isOpen && of <= at]);
          expect([at, of, told.includes(emma)]).toEqual([at, of, isOpen && isLast]);
          for (const words of [recapOf(of), name, emma, other]) expect(page).not.toContain(words);
        }
      }
      const ofNovel = (await answersTo(headers, novel.id)) + (await answersTo(headers, novel.slug));
      expect(ofNovel).not.toMatch(/(?:Rappel|Nouvelle|Emma|Autre)-\d/);
    }
  });

  test('recaps go up to what was read and stand in the order of the story', async () => {
    expect(await recapsFor(null, 6, idOf(5))).toEqual(
      [1, 2, 5].map((number) => {
        return {
          chapterNumber: number,
          title: `Chapitre ${number} du récit`,
          text: recapOf(number),
        };
      }),
    );
    const numbersUpTo = async (last: string) =>
      (await recapsFor(null, 6, last)).map(({ chapterNumber }) => chapterNumber);
    expect(await numbersUpTo(idOf(1))).toEqual([1]);
    expect(await numbersUpTo(unknownId)).toEqual([]);
    expect(await recapsFor(null, 1, idOf(6))).toEqual([]);
    const begun = { params: { id: idOf(6) }, query: { last: idOf(2) } };
    const { recaps } = await succeed(world.app, null, getReminder, begun);
    expect(recaps.map(({ chapterNumber }) => chapterNumber)).toEqual([1]);
  });

  test('an account is reminded after seven days, of what it has read whole anywhere', async () => {
    const { app } = world;
    const away = await signInAs(app, { displayName: 'Absente' });
    const at = (days: number) => new Date(app.clock.now().getTime() - days * dayMs);
    const ofAway = { userId: away.user.id, novelId: novel.id };
    await app.db.insert(libraryEntries).values({
      ...ofAway,
      status: 'reading',
      lastChapterId: idOf(2),
      lastReadAt: at(8),
    });
    const shown = async (last = unknownId) =>
      (await recapsFor(away, 6, last)).map(({ chapterNumber }) => chapterNumber);
    // In the middle of the second.
    expect(await shown()).toEqual([1]);
    const place = { userId: away.user.id, chapterId: idOf(2) };
    await app.db.insert(readingPlaces).values({ ...place, characterOffset: 1, updatedAt: at(7.5) });
    expect(await shown()).toEqual([1, 2]);
    // The device was further.
    expect(await shown(idOf(5))).toEqual([1, 2, 5]);
    const isPlace = and(
      eq(readingPlaces.userId, place.userId),
      eq(readingPlaces.chapterId, place.chapterId),
    );
    await app.db
      .update(readingPlaces)
      .set({ updatedAt: at(6) })
      .where(isPlace);
    expect(await shown(idOf(5))).toEqual([]);
  });

  test('a page says whether there is something, once there is', async () => {
    const { app } = world;
    const other = await addNovel(app, { title: 'Sans mémoire', chapters: 1 });
    const page = (id = '') => loadChapterPage(app, id);
    expect(await page(other.chapterIds[0])).toMatchObject({
      place: { hasCast: false, hasRecap: false },
    });
    expect(await page(idOf(1))).toMatchObject({ place: { hasCast: true, hasRecap: true } });
  });

  test.each([
    ['a long recap', { recap: 'a'.repeat(401) }, 'Au plus 400 caractères.'],
    ['a long cast', { cast: 'Emma : ici.\n'.repeat(200) }, 'Au plus 2000 caractères.'],
    [
      'a cast of another form',
      { cast: 'Emma : ici.\nCharles, son mari' },
      'Un personnage par ligne\u00A0: «\u00A0Nom (autres noms)\u00A0: présentation\u00A0».',
    ],
  ])('%s is refused by its field', async (_, wrong, message) => {
    const told = { params: { id: idOf(7) }, body: { before: null, after: null, ...wrong } };
    const answer = await request(world.app, world.mathilde, setChapterNotes, told);
    expect(answer.status).toBe(400);
    expect(answer.refusal.errors).toMatchObject([{ field: Object.keys(wrong)[0], message }]);
  });

  test('of more than 300 persons those of the last chapters are known', async () => {
    const { app, mathilde } = world;
    const crowd = await addNovel(app, { title: 'La foule', chapters: 6 });
    await app.db.update(novels).set({ ownerId: mathilde.user.id }).where(eq(novels.id, crowd.id));
    const named = (from: number) =>
      Array.from({ length: 60 }, (_, at) => `P${from + at} : ici.`).join('\n');
    for (const [at, id] of crowd.chapterIds.slice(0, 5).entries()) {
      const body = { before: null, after: null, recap: '', cast: named(at * 60) };
      await succeed(app, mathilde, setChapterNotes, { params: { id }, body });
    }
    const last = { params: { id: crowd.chapterIds[4] ?? '' } };
    expect((await succeed(app, null, getReminder, last)).people).toHaveLength(300);
    const more = `P300 : enfin.\n${named(30)}`;
    const params = { id: crowd.chapterIds[5] ?? '' };
    const body = { before: null, after: null, recap: '', cast: more };
    await succeed(app, mathilde, setChapterNotes, { params, body });
    const { people } = await succeed(app, null, getReminder, { params });
    expect([people.length, people[0]?.name, people.at(-1)?.name]).toEqual([300, 'P1', 'P300']);
  });

  test('a chapter whose text is all that it has again is not stored', async () => {
    await setBeside(world.mathilde, 7, '');
    const params = { id: idOf(7) };
    const { own } = await succeed(world.app, world.mathilde, getChapterNotes, { params });
    expect(own).toEqual({ before: null, after: null, recap: '', cast: '' });
  });
});

import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { ledgerEntries, unlocks } from '#server/core/db/schema/money.ts';
import {
  chapterLikes,
  readerDays,
  readingPlaces,
  viewDays,
} from '#server/core/db/schema/reading.ts';
import { parisMidnight } from '#server/publishing/studio/period/count-readers.ts';
import { getNovelPeriod, getPeriodTable } from '#shared/contracts/figures-period.ts';
import { setPlace } from '#shared/contracts/places.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { signInAs } from '../world/people.ts';
import { addDraftNovel, describeInStudio, publish, request, succeed } from '../world/studio.ts';

test('a day in Paris begins at its own midnight, also when the clocks change', () => {
  expect(parisMidnight('2026-11-21').toISOString()).toBe('2026-11-20T23:00:00.000Z');
  expect(parisMidnight('2026-07-14').toISOString()).toBe('2026-07-13T22:00:00.000Z');
  expect(parisMidnight('2026-03-29').toISOString()).toBe('2026-03-28T23:00:00.000Z');
  expect(parisMidnight('2026-03-30').toISOString()).toBe('2026-03-29T22:00:00.000Z');
  expect(parisMidnight('2026-10-26').toISOString()).toBe('2026-10-25T23:00:00.000Z');
});

describeInStudio('the figures of a period', (world) => {
  async function addFollowed() {
    const { app, mathilde } = world;
    const novel = await addDraftNovel(app, mathilde, { title: 'Suivi', chapters: 3 });
    for (const id of novel.chapterIds) await publish(app, mathilde, id, 1);
    const [one = '', two = '', three = ''] = novel.chapterIds;
    await app.db
      .update(chapters)
      .set({ isPremium: true, creditCost: 2 })
      .where(sql`${chapters.id} in (${two}, ${three})`);
    return { id: novel.id, one, two, three };
  }

  test('are compared with those of as many days before', async () => {
    const { app, mathilde, reader } = world;
    const { id, one } = await addFollowed();
    await app.db.insert(viewDays).values([
      { subjectId: one, day: '2026-11-09', views: 50 },
      { subjectId: one, day: '2026-11-10', views: 3 },
      { subjectId: one, day: '2026-11-14', views: 4 },
      { subjectId: one, day: '2026-11-15', views: 5 },
      { subjectId: id, day: '2026-11-19', views: 6 },
      { subjectId: one, day: '2026-11-20', views: 70 },
    ]);
    const createdAt = new Date('2026-11-14T23:30:00Z');
    await app.db.insert(chapterLikes).values({ userId: reader.user.id, chapterId: one, createdAt });
    const query = { from: '2026-11-15', to: '2026-11-19' };
    const told = await succeed(app, mathilde, getNovelPeriod, { params: { id }, query });
    expect(told.before).toMatchObject({
      from: '2026-11-10',
      to: '2026-11-14',
      sums: { views: 7, novelViews: 0, likes: 0, readers: 0 },
    });
    // Half past midnight in Paris: the like is of the 15th.
    expect(told.sums).toMatchObject({ views: 5, novelViews: 6, likes: 1, readers: 1, netCents: 0 });
    expect(told.days.map(({ day, views }) => [day, views])).toEqual([
      ['2026-11-15', 5],
      ['2026-11-16', 0],
      ['2026-11-17', 0],
      ['2026-11-18', 0],
      ['2026-11-19', 0],
    ]);
  });

  test('say how many went on from the last free chapter to the premium one, and who came back', async () => {
    const { app, mathilde } = world;
    const { id, one, two } = await addFollowed();
    const people = [await signInAs(app), await signInAs(app), await signInAs(app)];
    const [a, b, c] = people.map(({ user }) => user.id);
    const at = (day: string) => new Date(`${day}T12:00:00Z`);
    const places = [
      { userId: a ?? '', chapterId: one, day: '2026-11-03' },
      { userId: b ?? '', chapterId: one, day: '2026-11-05' },
      { userId: c ?? '', chapterId: one, day: '2026-11-17' },
      { userId: a ?? '', chapterId: two, day: '2026-11-18' },
    ];
    await app.db
      .insert(readingPlaces)
      .values(places.map((place) => ({ ...place, updatedAt: at(place.day) })));
    await app.db
      .insert(readerDays)
      .values(places.map(({ userId, day }) => ({ novelId: id, day, userId })));
    await app.db
      .insert(unlocks)
      .values({ userId: a ?? '', chapterId: two, costCredits: 2, createdAt: at('2026-11-18') });
    const query = { from: '2026-11-15', to: '2026-11-21' };
    const told = await succeed(app, mathilde, getNovelPeriod, { params: { id }, query });
    expect(told.conversions).toEqual([
      {
        _id: one,
        chapterNumber: 1,
        title: 'Chapitre 1',
        nextNumber: 2,
        readers: 3,
        opened: 1,
      },
    ]);
    expect(told.cohorts).toEqual([
      { week: '2026-11-02', readers: 2, back: [2, 0, 1] },
      { week: '2026-11-16', readers: 1, back: [1] },
    ]);
    expect(told.sums).toMatchObject({ readers: 2, unlocks: 1, creditsEarned: 2 });
    const path = `/api/studio/novels/${id}/period-table?from=2026-11-15&to=2026-11-21&table=cohorts`;
    const response = await callEndpoint(app, path, { method: 'GET', headers: mathilde.headers });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
      '\uFEFFSemaine;Semaines après;Lecteurs\r\n2026-11-02;0;2\r\n2026-11-02;1;0\r\n2026-11-02;2;1\r\n2026-11-16;0;1\r\n',
    );
    expect(response.headers.get('content-disposition')).toContain(
      '_2026-11-15_2026-11-21_qui-revient.csv',
    );
    const list = await callEndpoint(app, path.replace('cohorts', 'chapters'), {
      method: 'GET',
      headers: mathilde.headers,
    });
    // Of all time: the name has no period, which the figures would not be of.
    const name = list.headers.get('content-disposition') ?? '';
    expect(name).toMatch(/_\d{4}-\d\d-\d\d_chapitres\.csv/);
    expect(name).not.toContain('2026-11-15');
    expect(await list.text()).toMatch(/^1;Chapitre 1;oui;\d{4}-\d\d-\d\d \d\d:\d\d;/m);
    expect(await app.db.$count(ledgerEntries)).toBe(0);
  });

  test('say how many went on to a premium chapter that was freed since', async () => {
    const { app, mathilde } = world;
    const { id, one, two, three } = await addFollowed();
    const people = [await signInAs(app), await signInAs(app), await signInAs(app)];
    const [a = '', b = '', late = ''] = people.map(({ user }) => user.id);
    const at = (day: string) => new Date(`${day}T12:00:00Z`);
    await app.db
      .update(chapters)
      .set({ publishedAt: at('2026-11-01') })
      .where(eq(chapters.novelId, id));
    await app.db.insert(chapterLikes).values([
      { userId: a, chapterId: one, createdAt: at('2026-11-03') },
      { userId: b, chapterId: one, createdAt: at('2026-11-05') },
      { userId: late, chapterId: one, createdAt: at('2026-11-17') },
    ]);
    await app.db
      .insert(unlocks)
      .values({ userId: a, chapterId: two, costCredits: 2, createdAt: at('2026-11-06') });
    await app.db
      .update(chapters)
      .set({ freeFrom: at('2026-11-10') })
      .where(eq(chapters.id, two));
    const query = { from: '2026-11-15', to: '2026-11-21' };
    const told = await succeed(app, mathilde, getNovelPeriod, { params: { id }, query });
    // Who came when it was free could not pay for it.
    expect(told.conversions).toMatchObject([
      { _id: one, nextNumber: 2, readers: 2, opened: 1 },
      { _id: two, nextNumber: 3, readers: 1, opened: 0 },
    ]);

    // Free from the first day on, it was never sold.
    await app.db
      .update(chapters)
      .set({ freeFrom: at('2026-11-01') })
      .where(eq(chapters.id, three));
    const later = await succeed(app, mathilde, getNovelPeriod, { params: { id }, query });
    expect(later.conversions).toMatchObject([{ _id: one, nextNumber: 2, readers: 2, opened: 1 }]);
  });

  test('are refused for a period that ends before it begins or lasts longer than a year', async () => {
    const { app, mathilde } = world;
    const { id } = await addFollowed();
    for (const query of [
      { from: '2026-11-15', to: '2026-11-14' },
      { from: '2024-11-15', to: '2026-11-14' },
      { from: '15/11/2026', to: '2026-11-14' },
    ]) {
      const told = { params: { id }, query };
      expect((await request(app, mathilde, getNovelPeriod, told)).status).toBe(400);
      const table = { params: { id }, query: { ...query, table: 'days' } };
      expect((await request(app, mathilde, getPeriodTable, table)).status).toBe(400);
    }
  });

  test('keep a reader who comes back in the week and the period of their first visit', async () => {
    const { app, mathilde, reader } = world;
    const { id, one } = await addFollowed();
    const read = async (paragraph: number, version: string | null) => {
      const place = { paragraph, offset: 0, mark: 0, start: 0, end: 0, before: 0, after: 0 };
      const body = { place, version, sentAt: app.clock.now().getTime() };
      const device = await signInAs(app, { user: reader.user });
      return succeed(app, device, setPlace, { params: { id: one }, body });
    };
    const first = await read(1, null);
    const query = { from: '2026-11-15', to: '2026-11-21' };
    const before = await succeed(app, mathilde, getNovelPeriod, { params: { id }, query });
    expect(before.cohorts).toEqual([{ week: '2026-11-16', readers: 1, back: [1] }]);
    expect(before.sums.readers).toBe(1);

    app.clock.advance(35 * 86_400_000);
    await read(2, first.version);

    const author = await signInAs(app, { user: mathilde.user });
    const after = await succeed(app, author, getNovelPeriod, { params: { id }, query });
    expect(after.cohorts).toEqual([{ week: '2026-11-16', readers: 1, back: [1, 0, 0, 0, 0, 1] }]);
    expect(after.sums.readers).toBe(1);
  });
});

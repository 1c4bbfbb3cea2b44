import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getNovelPeriod, getPeriodTable } from '#shared/contracts/figures-period.ts';
import { parisDay } from '#shared/site/formats.ts';
import { viewOrigins } from '#server/core/db/schema/reading.ts';
import { originHostsMax } from '#server/catalogue/reading/views.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addDraftNovel, describeInStudio, publish, succeed } from '../world/studio.ts';

describeInStudio('where the readers of a novel come from', (world) => {
  async function addPublished() {
    const { app, mathilde } = world;
    const { id, chapterIds } = await addDraftNovel(app, mathilde, { chapters: 1 });
    const [chapterId = ''] = chapterIds;
    await publish(app, mathilde, chapterId, 1);
    return { id, chapterId };
  }
  let visitors = 0;
  /** A view by somebody new, who reports this origin; null reports none. */
  const see = async (path: string, from: string | null, token?: string) => {
    const { app } = world;
    const query = from === null ? '' : `&from=${encodeURIComponent(from)}`;
    const answer = await callEndpoint(app, `${path}?countView=true${query}`, {
      address: `2001:db8:${(++visitors).toString(16)}::1`,
      headers: { 'x-client-token': token ?? app.clientTokens.issue().token },
    });
    expect(answer.status).toBe(200);
  };
  const today = () => parisDay(world.app.clock.now());
  const originsOf = async (id: string) => {
    const { app, mathilde } = world;
    await app.views.flush();
    const query = { from: today(), to: today() };
    const { origins } = await succeed(app, mathilde, getNovelPeriod, { params: { id }, query });
    return Object.fromEntries(
      origins.map(({ origin, novelViews, views, before }) => [origin, [novelViews, views, before]]),
    );
  };

  test('is counted with each view that counts, and no further', async () => {
    const { app } = world;
    const { id, chapterId } = await addPublished();
    const token = app.clientTokens.issue().token;
    await see(`/api/novels/${id}`, '/', token);
    await see(`/api/novels/${id}`, 'lecture.example', token);
    await see(`/api/novels/${id}`, 'www.lecture.example');
    await see(`/api/chapters/${chapterId}`, '/novel', token);
    await see(`/api/chapters/${chapterId}`, 'lecture.example');
    await see(`/api/chapters/${chapterId}`, null);
    await app.views.flush();
    // The same visitor again, once the first view is written.
    await see(`/api/novels/${id}`, '/romans', token);
    await see(`/api/chapters/${chapterId}`, 'https://lecture.example/page?secret');
    expect(await originsOf(id)).toEqual({
      ':home': [1, 0, 0],
      'lecture.example': [1, 1, 0],
      ':novel': [0, 1, 0],
      ':direct': [0, 2, 0],
    });
  });

  test('is compared with the days before, in the CSV too', async () => {
    const { app, mathilde } = world;
    const { id } = await addPublished();
    const at = (day: string, origin: string, novelViews: number, chapterViews: number) => ({
      novelId: id,
      day,
      origin,
      novelViews,
      chapterViews,
    });
    await app.db
      .insert(viewOrigins)
      .values([
        at('2026-11-09', ':home', 50, 50),
        at('2026-11-10', ':home', 1, 2),
        at('2026-11-12', 'lecture.example', 3, 0),
        at('2026-11-13', ':home', 0, 4),
      ]);
    const query = { from: '2026-11-12', to: '2026-11-13' };
    const told = await succeed(app, mathilde, getNovelPeriod, { params: { id }, query });
    expect(told.origins).toEqual([
      { origin: ':home', novelViews: 0, views: 4, before: 3 },
      { origin: 'lecture.example', novelViews: 3, views: 0, before: 0 },
    ]);
    const search = new URLSearchParams({ ...query, table: 'origins' }).toString();
    const csv = await callEndpoint(app, `/api/studio/novels/${id}/period-table?${search}`, {
      headers: mathilde.headers,
    });
    expect((await csv.text()).split('\r\n')).toEqual([
      expect.stringContaining('Origine;Vues du roman;Vues des chapitres;Avant'),
      'Accueil;0;4;3',
      'lecture.example;3;0;0',
      '',
    ]);
    expect(getPeriodTable.query.safeParse({ ...query, table: 'autre' }).success).toBe(false);
  });

  test('names so many hosts a day, and counts further ones together', async () => {
    const { app } = world;
    const { id } = await addPublished();
    const path = `/api/novels/${id}`;
    for (let host = 0; host < originHostsMax + 5; host++) {
      await see(path, `site${host}.example`);
      if (host % 20 === 0) await app.views.flush();
    }
    await see(path, 'site0.example');
    await see(path, '/romans');
    const origins = await originsOf(id);
    expect(Object.keys(origins)).toHaveLength(originHostsMax + 2);
    expect(origins[':others']).toEqual([5, 0, 0]);
    expect(origins['site0.example']).toEqual([2, 0, 0]);
    expect(origins[':catalogue']).toEqual([1, 0, 0]);
  });

  test('is forgotten after two of the longest periods', async () => {
    const { app } = world;
    const { id } = await addPublished();
    const old = (days: number) => sql<string>`${today()}::date - ${days}::int`;
    await app.db.insert(viewOrigins).values([
      { novelId: id, day: old(732), origin: ':home', novelViews: 1 },
      { novelId: id, day: old(733), origin: ':home', novelViews: 1 },
    ]);
    // Old rows are deleted once a day, after views of that day.
    app.clock.advance(24 * 3_600_000);
    await see(`/api/novels/${id}`, '/');
    await app.views.flush();
    const left = await app.db.select().from(viewOrigins).where(eq(viewOrigins.novelId, id));
    expect(left.map(({ day }) => day)).toEqual([today()]);
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memoryConfig } from '#scripts/budgets/built-site.ts';
import { serveBuilt } from '#scripts/built-server.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { chapterTag } from '#server/core/pagecache/tags.ts';
import { lockCookie } from '#server/people/protection/lock-cookie.ts';
import type { Serving } from '#server/serve.ts';
import { messages } from '#shared/messages.ts';
import { createClock, isKept } from '../world/app.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { missing } from './built-site.ts';
import { startPostgres, type StoppablePostgres } from './stoppable-postgres.ts';

/** Announcements are heard again a second after PostgreSQL answers. */
const soon = { timeout: 20_000 };
const title = 'two built sites whose PostgreSQL is stopped';

describe.skipIf(missing !== '')(missing === '' ? title : `${title} (skipped: ${missing})`, () => {
  const clock = createClock(new Date().toISOString());
  let postgres: StoppablePostgres;
  let one: Serving;
  let other: Serving;
  let kept: string[];
  let chapterIds: string[];
  const chapter = (index: number) => `/chapter/${chapterIds[index] ?? ''}`;

  const serve = () =>
    serveBuilt(memoryConfig(0, { DATABASE_URL: postgres.address, LOG_LEVEL: 'silent' }), {
      parts: { clock },
      withoutJobs: true,
    });
  const ask = async ({ port }: Serving, path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const expectMaintenance = async (path: string, sentence: string) => {
    const answer = await ask(one, path);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.text).toContain('Nous revenons dans un instant');
    expect(answer.text).toContain(sentence);
  };

  const showsText = async (site: Serving, index: number) =>
    new RegExp(`Texte du chapitre\\s${index + 1}`).test((await ask(site, chapter(index))).text);
  const makePremium = async (index: number) => {
    const id = chapterIds[index] ?? '';
    const { db, changed } = one.app;
    await db.update(chapters).set({ isPremium: true, creditCost: 10 }).where(eq(chapters.id, id));
    await changed([chapterTag(id)]);
  };

  beforeAll(async () => {
    postgres = await startPostgres();
    one = await serve();
    other = await serve();
    const novel = await addNovel(one.app, {
      title: 'Un roman gardé',
      genres: ['Fantasy'],
      chapters: [1, 2, 3].map((number) => chapterDraft(number, { isPremium: false })),
    });
    ({ chapterIds } = novel);
    kept = ['/', `/novel/${novel.slug}`, '/romans', '/genre/fantasy', '/feed.xml', '/sitemap.xml'];
    for (const path of [...kept, chapter(0), chapter(1)]) {
      for (const site of [one, other]) expect((await ask(site, path)).status).toBe(200);
    }
  });
  afterAll(async () => {
    await one.stop();
    await other.stop();
    await postgres.close();
  });

  test('serves what it has cached, chapters for a minute, and says of the rest when to try again', async () => {
    await postgres.stop();
    clock.advance(30_000);
    for (const path of [...kept, chapter(0)]) {
      const answer = await ask(one, path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(Number(answer.headers.get('age'))).toBeGreaterThanOrEqual(30);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=0');
      const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
      expect((await ask(one, path, headers)).status).toBe(304);
    }
    for (const path of ['/mentions-legales', '/profile', '/login', '/robots.txt']) {
      expect([path, (await ask(one, path)).status]).toEqual([path, 200]);
    }
    expect((await ask(one, '/nulle-part')).status).toBe(404);
    await expectMaintenance('/romans?q=jamais', messages.novelsFailed);
    await expectMaintenance(chapter(2), messages.chapterFailed);
    await expectMaintenance(`/novel/${chapterIds[0] ?? ''}`, messages.novelFailed);

    clock.advance(31_000);
    await expectMaintenance(chapter(0), messages.chapterFailed);
    clock.advance(3 * 86_400_000);
    for (const path of kept) expect([path, (await ask(one, path)).status]).toEqual([path, 200]);
  });

  test('lets nobody past a lock', async () => {
    const now = clock.now();
    const lockedUntil = new Date(now.getTime() + 600_000);
    const cookie = lockCookie(
      { subject: `browser:${'a'.repeat(20)}`, lockedUntil },
      one.app.config,
      now,
    );
    const locked = { cookie: cookie.split(';', 1)[0] ?? '' };
    for (const path of [kept[1] ?? '', chapter(0)]) {
      expect((await ask(one, path, locked)).status).toBe(423);
    }
  });

  test('answers calls with the code, the sentence, and when to try again', async () => {
    for (const path of ['/api/novels?limit=7', `/api/chapters/${chapterIds[0] ?? ''}`]) {
      const answer = await ask(one, path);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(JSON.parse(answer.text)).toEqual({
        error: 'UNAVAILABLE',
        message: messages.unavailable,
        msg: messages.unavailable,
      });
    }
    // Nobody reads a page in the place of a picture.
    const picture = await ask(one, `/images/${'0'.repeat(32)}-320.webp`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([
      503,
      'application/json; charset=utf-8',
    ]);
  });

  test('goes on by itself, and shows nothing that another one made premium in the gap', async () => {
    await postgres.start();
    await makePremium(0);
    for (const site of [one, other]) {
      await expect.poll(() => showsText(site, 0), soon).toBe(false);
      // Nothing is sent from the cache before announcements are heard again.
      await expect
        .poll(async () => (await showsText(site, 1)) && isKept(site.app, chapter(1)), soon)
        .toBe(true);
      expect((await ask(site, '/')).headers.get('age')).toBeNull();
      expect((await ask(site, '/api/novels?limit=7')).status).toBe(200);
    }
    // Again, while the other site would still send the chapter from its cache.
    await postgres.stop();
    clock.advance(10_000);
    expect(await showsText(other, 1)).toBe(true);
    await postgres.start();
    await makePremium(1);
    await expect.poll(() => showsText(other, 1), soon).toBe(false);
    await postgres.stop();
    expect(await showsText(other, 1)).toBe(false);
    await postgres.start();
  });
});

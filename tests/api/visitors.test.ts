import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chapters, novelViews } from '#server/core/db/schema/catalogue.ts';
import { viewDays } from '#server/core/db/schema/reading.ts';
import type { ChapterDraft } from '#server/publishing/save-chapters.ts';
import { viewsPerNetworkMax } from '#server/catalogue/reading/views.ts';
import { parisDay } from '#shared/site/formats.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';

type TestApp = Awaited<ReturnType<typeof openTestApp>>;
const oldKey = 'ancienne-'.repeat(5);

// Each test has a novel of its own.
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ SECRET_KEYS: oldKey, RATE_LIMIT_PER_MINUTE: '1000000' });
});
afterAll(() => app.close());

let novelCount = 0;
const newNovel = (chapters?: number | ChapterDraft[]) =>
  addNovel(app, { title: `Roman ${++novelCount}`, ...(chapters && { chapters }) });

async function viewsOf(id: string): Promise<number | undefined> {
  await app.views.flush();
  const [row] = await app.db.select().from(novelViews).where(eq(novelViews.novelId, id));
  return row?.views;
}

async function newToken(): Promise<string> {
  const response = await callEndpoint(app, '/api/novels');
  return response.headers.get('x-client-token') ?? '';
}

describe('the client token', () => {
  test('is given to a browser that has none, and not again to one that has', async () => {
    const token = await newToken();
    expect(token).toMatch(/^[0-9a-f-]{36}\.[\w-]{43}$/);
    const again = await callEndpoint(app, '/api/novels', { headers: { 'x-client-token': token } });
    expect(again.status).toBe(200);
    expect(again.headers.has('x-client-token')).toBe(false);
  });

  test.each([
    ['forged', (token: string) => token.replace(/^./, (c) => (c === '0' ? '1' : '0'))],
    ['cut', (token: string) => token.slice(0, -1)],
    ['longer, by what decoding passes over', (token: string) => `${token}===`],
    ['unsigned', (token: string) => token.split('.')[0] ?? ''],
    ['garbled', () => 'n’importe quoi'.normalize('NFD').replace(/[^\w ]/g, '')],
  ])('is refused when it is %s', async (_, spoil) => {
    const token = spoil(await newToken());
    const response = await callEndpoint(app, '/api/novels', {
      headers: { 'x-client-token': token },
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      error: 'CLIENT_TOKEN_INVALID',
      message: 'Token client invalide',
    });
  });

  test('stays good when a new key signs and the old one is still listed', async () => {
    const token = await newToken();
    const rotated = await openTestApp({ SECRET_KEYS: `${'nouvelle-'.repeat(5)},${oldKey}` });
    const response = await callEndpoint(rotated, '/api/novels', {
      headers: { 'x-client-token': token },
    });
    expect(response.status).toBe(200);
    await rotated.close();
  });
});

describe('views', () => {
  test('count once per client token and day, and again the next day', async () => {
    const { id } = await newNovel();
    const headers = { 'x-client-token': await newToken() };
    const see = () => callEndpoint(app, `/api/novels/${id}?countView=true`, { headers });
    const firstDay = parisDay(app.clock.now());
    await see();
    await see();
    expect(await viewsOf(id)).toBe(1);
    await see();
    expect(await viewsOf(id)).toBe(1);
    app.clock.advance(24 * 3_600_000);
    await see();
    expect(await viewsOf(id)).toBe(2);
    const days = await app.db.select().from(viewDays).where(eq(viewDays.subjectId, id));
    expect(days.map(({ day, views }) => ({ day, views }))).toEqual([
      { day: firstDay, views: 1 },
      { day: parisDay(app.clock.now()), views: 1 },
    ]);
  });

  test('count each browser, chapters apart from novels', async () => {
    const { id, chapterIds } = await newNovel(1);
    for (let browser = 0; browser < 3; browser++) {
      const headers = { 'x-client-token': await newToken() };
      await callEndpoint(app, `/api/chapters/${chapterIds[0] ?? ''}?countView=true`, { headers });
    }
    expect(await viewsOf(id)).toBe(0);
    const [chapter] = await app.db.select().from(chapters).where(eq(chapters.novelId, id));
    expect(chapter?.views).toBe(3);
  });

  test('count a caller who throws tokens away once a day, and another one apart', async () => {
    const { id } = await newNovel();
    const see = (address: string) =>
      callEndpoint(app, `/api/novels/${id}?countView=true`, { address });
    for (let time = 0; time < 5; time++) await see('192.0.2.5');
    expect(await viewsOf(id)).toBe(1);
    await see('192.0.2.6');
    expect(await viewsOf(id)).toBe(2);
  });

  test('count for many who share an address, up to a bound, and for one browser once', async () => {
    const { id } = await newNovel();
    const see = async (address: string, browsers: number) => {
      for (let browser = 0; browser < browsers; browser++) {
        const token = app.clientTokens.issue().token;
        const init = { address, headers: { 'x-client-token': token } };
        for (let time = 0; time < 2; time++)
          await callEndpoint(app, `/api/novels/${id}?countView=true`, init);
        // What comes in one batch and what comes later are bounded together.
        if (browser % 20 === 0) await app.views.flush();
      }
      return viewsOf(id);
    };
    expect(await see('192.0.2.5', viewsPerNetworkMax - 1)).toBe(viewsPerNetworkMax - 1);
    expect(await see('192.0.2.5', 30)).toBe(viewsPerNetworkMax);
    expect(await see('192.0.2.6', 3)).toBe(viewsPerNetworkMax + 3);
    app.clock.advance(24 * 3_600_000);
    expect(await see('192.0.2.5', 3)).toBe(viewsPerNetworkMax + 6);
  });

  test('are bounded for all of an IPv6 site together', async () => {
    const { id } = await newNovel();
    for (let link = 0; link < viewsPerNetworkMax + 10; link++) {
      const address = `2001:db8:1:${link.toString(16)}::/64`;
      await callEndpoint(app, `/api/novels/${id}?countView=true`, { address });
    }
    expect(await viewsOf(id)).toBe(viewsPerNetworkMax);
  });

  test('are not counted for a picture or script on another site', async () => {
    const { id } = await newNovel();
    const headers = { 'sec-fetch-site': 'cross-site' };
    await callEndpoint(app, `/api/novels/${id}?countView=true`, { headers });
    expect(await viewsOf(id)).toBe(0);
  });

  test('are not counted when nobody asks for it, nor for a text that stays locked', async () => {
    const { id, chapterIds } = await newNovel([chapterDraft(1, { isPremium: true })]);
    await callEndpoint(app, `/api/novels/${id}?countView=false`);
    await callEndpoint(app, `/api/chapters/${chapterIds[0] ?? ''}?countView=true`);
    expect(await viewsOf(id)).toBe(0);
    const [chapter] = await app.db.select().from(chapters).where(eq(chapters.novelId, id));
    expect(chapter?.views).toBe(0);
  });

  test('that are still in memory are written when the app closes', async () => {
    const closing = await openTestApp();
    const { id } = await addNovel(closing);
    await callEndpoint(closing, `/api/novels/${id}?countView=true`);
    await closing.views.close();
    const [row] = await closing.db.select().from(novelViews);
    expect(row?.views).toBe(1);
    await closing.close();
  });
});

describe('the rate limit', () => {
  test('answers 429 with the sentence and the wait, for this address only', async () => {
    const limited = await openTestApp({ RATE_LIMIT_PER_MINUTE: '2' });
    const ask = (address: string) => callEndpoint(limited, '/api/novels', { address });
    await ask('192.0.2.7');
    await ask('192.0.2.7');
    const refused = await ask('192.0.2.7');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      error: 'RATE_LIMITED',
      message:
        'Limite de requêtes atteinte. Veuillez patienter quelques minutes avant de réessayer.',
    });
    expect((await ask('192.0.2.8')).status).toBe(200);
    await limited.close();
  });
});

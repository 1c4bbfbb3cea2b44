import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { getChapter, listChapters } from '#shared/contracts/chapters.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';

const secret = 'La phrase que personne ne doit lire sans payer.';
const unknownId = '01930000-0000-7000-8000-000000000000';
let app: Awaited<ReturnType<typeof openTestApp>>;
let novelId: string;
let ids: string[];

beforeAll(async () => {
  app = await openTestApp();
  const inAnHour = new Date(app.clock.now().getTime() + 3_600_000);
  const novel = await addNovel(app, {
    chapters: [
      chapterDraft(1),
      chapterDraft(2, { part: 'Première partie' }),
      chapterDraft(3, { isPremium: true, html: `<p>${secret}</p>`, creditCost: 2 }),
      chapterDraft(4, { publishedAt: inAnHour }),
    ],
  });
  novelId = novel.id;
  ids = novel.chapterIds;
});
afterAll(() => app.close());

const get = (path: string, init?: RequestInit) => callEndpoint(app, path, init);
const chapterPath = (number: number) => `/api/chapters/${ids[number - 1] ?? ''}`;

describe('GET /api/chapters/novel/{novelId}', () => {
  test('lists published chapters by number, without their text', async () => {
    const response = await get(`/api/chapters/novel/${novelId}`);
    const text = await response.text();
    const list = listChapters.response.parse(JSON.parse(text));
    expect(list.map((chapter) => chapter.chapterNumber)).toEqual([1, 2, 3]);
    expect(list.map((chapter) => chapter.isLocked)).toEqual([false, false, true]);
    expect(text).not.toContain('Texte du chapitre');
    expect(text).not.toContain(secret);
  });

  test('answers 404 for an unknown novel and 400 for no id', async () => {
    expect((await get(`/api/chapters/novel/${unknownId}`)).status).toBe(404);
    expect((await get('/api/chapters/novel/moi')).status).toBe(400);
  });
});

describe('GET /api/chapters/{id}', () => {
  test('returns a free chapter with its text and its neighbours', async () => {
    const response = await get(chapterPath(2));
    expect(response.status).toBe(200);
    expect(getChapter.response.parse(await response.json())).toMatchObject({
      chapterNumber: 2,
      part: 'Première partie',
      content: '<p>Texte du chapitre\u00A02.</p>',
      prevChapterId: ids[0],
      nextChapterId: ids[2],
      hasNext: true,
      isPremium: false,
    });
  });

  test('does not return a scheduled chapter as the next one', async () => {
    const response = await get(chapterPath(3));
    expect(await response.text()).not.toContain(ids[3]);
  });

  test('refuses a premium chapter with its public fields and without its text', async () => {
    const response = await get(chapterPath(3));
    expect(response.status).toBe(403);
    const text = await response.text();
    expect(text).not.toContain('personne ne doit lire');
    expect(JSON.parse(text)).toMatchObject({
      error: 'PREMIUM_LOCKED',
      message: 'Contenu premium',
      chapter: { chapterNumber: 3, title: 'Chapitre 3 du récit', creditCost: 2, isLocked: true },
    });
  });

  test('returns a premium chapter to everyone from the day it becomes free', async () => {
    const id = ids[2] ?? '';
    const freeFrom = new Date(app.clock.now().getTime() + 60_000);
    await app.db.update(chapters).set({ freeFrom }).where(eq(chapters.id, id));
    expect((await get(chapterPath(3))).status).toBe(403);
    app.clock.advance(60_000);
    expect((await get(chapterPath(3))).status).toBe(200);
    await app.db.update(chapters).set({ freeFrom: null }).where(eq(chapters.id, id));
  });

  test('hides a scheduled chapter', async () => {
    const response = await get(chapterPath(4));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: 'Chapitre non trouvé' });
  });

  test('answers 404 for an unknown id and 400 for no id', async () => {
    expect((await get(`/api/chapters/${unknownId}`)).status).toBe(404);
    expect((await get('/api/chapters/moi')).status).toBe(400);
  });
});

describe('GET /api/chapters/{id}/info', () => {
  test('returns the novel of a chapter, a premium one too', async () => {
    for (const number of [1, 3]) {
      const response = await get(`${chapterPath(number)}/info`);
      expect(await response.json()).toEqual({
        novelId,
        likes: 0,
        hasLiked: false,
        isBookmarked: false,
        isFavorited: false,
        isNextOpen: number === 1,
      });
    }
  });

  test('answers 404 for an unknown id and 400 for no id', async () => {
    expect((await get(`/api/chapters/${unknownId}/info`)).status).toBe(404);
    expect((await get('/api/chapters/moi/info')).status).toBe(400);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { getNovel, listNovels } from '#shared/contracts/novels.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addNovel } from '../world/novels.ts';

let app: App;
const ids: string[] = [];

beforeAll(async () => {
  app = await openTestApp();
  for (const day of [1, 2, 3, 4, 5]) {
    const { id } = await addNovel(app, {
      title: `Roman ${day}`,
      createdAt: new Date(`2026-11-0${day}T08:00:00Z`),
      genres: ['Fantasy'],
    });
    ids.unshift(id);
  }
});
afterAll(() => app.close());

async function list(query = ''): Promise<{ ids: string[]; nextCursor: string | null }> {
  const response = await callEndpoint(app, `/api/novels${query}`);
  expect(response.status).toBe(200);
  const body = listNovels.response.parse(await response.json());
  return { ids: body.novels.map((novel) => novel._id), nextCursor: body.nextCursor };
}

describe('GET /api/novels', () => {
  test('lists the newest first, without a next page', async () => {
    expect(await list()).toEqual({ ids, nextCursor: null });
  });

  test('continues from a cursor without leaving out or repeating a novel', async () => {
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.nextCursor ?? ''}`);
    const third = await list(`?limit=2&cursor=${second.nextCursor ?? ''}`);
    expect([...first.ids, ...second.ids, ...third.ids]).toEqual(ids);
    expect(third.nextCursor).toBeNull();
  });

  test.each(['?limit=0', '?limit=61', '?limit=beaucoup', '?cursor=invente'])(
    'refuses %s with the field that is wrong',
    async (query) => {
      const response = await callEndpoint(app, `/api/novels${query}`);
      expect(response.status).toBe(400);
      const body = (await response.json()) as { errors: { message: string }[] };
      const message = body.errors[0]?.message;
      expect(body).toMatchObject({
        ...{ error: 'MALFORMED', message, msg: message },
        errors: [{ field: /cursor|limit/.exec(query)?.[0] }],
      });
    },
  );

  test('forbids caching of its responses', async () => {
    const response = await callEndpoint(app, '/api/novels');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });
});

describe('GET /api/novels/{id}', () => {
  test('returns the fields of the specification', async () => {
    const response = await callEndpoint(app, `/api/novels/${ids[0] ?? ''}`);
    expect(response.status).toBe(200);
    const novel = getNovel.response.parse(await response.json());
    expect(novel).toMatchObject({
      _id: ids[0],
      title: 'Roman 5',
      authorName: 'Autrice Test',
      status: 'ongoing',
      language: 'fr',
      genres: ['Fantasy'],
      chapterCount: 3,
      rating: null,
      ratingCount: 0,
      createdAt: '2026-11-05T08:00:00.000Z',
    });
  });

  test('responds 404 to an unknown id', async () => {
    const response = await callEndpoint(app, '/api/novels/01930000-0000-7000-8000-000000000000');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: 'NOT_FOUND',
      message: 'Roman non trouvé',
    });
  });

  test.each(['/api/novels/abc', `/api/novels/x?countView=true`])('refuses %s', async (path) => {
    const response = await callEndpoint(app, path);
    expect(response.status).toBe(400);
  });

  test('refuses a countView that is neither true nor false', async () => {
    const response = await callEndpoint(app, `/api/novels/${ids[0] ?? ''}?countView=1`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field: 'countView' }] });
  });
});

describe('a call whose statement fails', () => {
  test('responds 500 with a sentence and without the cause', async () => {
    const broken = await openTestApp();
    await broken.db.execute(sql`drop table novels cascade`);
    const response = await callEndpoint(broken, '/api/novels');
    await broken.close();
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: 'INTERNAL',
      message: 'Une erreur est survenue de notre côté. Veuillez réessayer dans un instant.',
      msg: 'Une erreur est survenue de notre côté. Veuillez réessayer dans un instant.',
    });
  });
});

describe('an address without a call', () => {
  test('responds 404 in the shape of every refusal', async () => {
    const response = await callEndpoint(app, '/api/nexiste/pas');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'NOT_FOUND' });
  });
});

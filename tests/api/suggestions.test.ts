import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { novels, novelViews } from '#server/core/db/schema/catalogue.ts';
import { suggestNovels } from '#shared/contracts/novels.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addNovel } from '../world/novels.ts';

describe('suggestions', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;

  beforeAll(async () => {
    app = await openTestApp();
    await addNovel(app, { title: 'Les dragons de la forêt', authorName: 'Zoé Lefèvre' });
    const read = await addNovel(app, { title: 'L’œuvre au dragon', authorName: 'Ana Forestier' });
    await addNovel(app, {
      title: 'Dragonnade',
      authorName: 'Personne',
      contentWarnings: ['deuil'],
    });
    await app.db.update(novelViews).set({ views: 9 }).where(eq(novelViews.novelId, read.id));
    await app.db.insert(novels).values({
      slug: 'tu',
      title: 'Dragon caché',
      authorName: 'A',
      isDraft: true,
    });
    for (let number = 1; number <= 8; number++) await addNovel(app, { title: `Foule ${number}` });
  });

  afterAll(() => app.close());

  const ask = async (q: string) => {
    const response = await callEndpoint(
      app,
      `/api/novels/suggestions?${new URLSearchParams({ q }).toString()}`,
    );
    expect(response.status).toBe(200);
    return suggestNovels.response.parse(await response.json()).novels;
  };
  const titles = async (q: string) => (await ask(q)).map(({ title }) => title);

  test.each([
    // The title that begins so, then what is read most.
    ['drag', ['Dragonnade', 'L’œuvre au dragon', 'Les dragons de la forêt']],
    ['DRAGON foret', ['Les dragons de la forêt']],
    ['foret dra', ['Les dragons de la forêt']],
    ['for dragon', ['L’œuvre au dragon', 'Les dragons de la forêt']],
    ['lefev', ['Les dragons de la forêt']],
    ['l’oeuv', ['L’œuvre au dragon']],
    ['ragon', []],
    ['d', []],
    ['', []],
    ['%%', []],
    ['d_agon', []],
    ["'; drop table novels; --", []],
    ['\u0000dragonn', ['Dragonnade']],
    ['\\', []],
  ])('%j', async (q, wanted) => {
    expect(await titles(q)).toEqual(wanted);
  });

  test('are six at most, with what a line of them shows', async () => {
    expect(await ask('foule')).toHaveLength(6);
    expect(await ask('dragonnade')).toEqual([
      {
        slug: 'dragonnade',
        title: 'Dragonnade',
        authorName: 'Personne',
        contentWarnings: ['deuil'],
        ageMin: null,
      },
    ]);
  });

  test('without words, or with too many, are refused', async () => {
    for (const query of ['', `?q=${'a'.repeat(81)}`]) {
      const response = await callEndpoint(app, `/api/novels/suggestions${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ field: 'q' }] });
    }
  });
});

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findSimilarNovels, listSimilarNovels } from '#server/catalogue/similar-novels.ts';
import { novels, similarNovels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { favorites, ratings } from '#server/core/db/schema/reading.ts';
import { similarTag } from '#server/core/pagecache/tags.ts';
import { openTestApp } from '#tests/world/app.ts';
import { addNovel } from '#tests/world/novels.ts';

describe('novels that are like another', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  let readers: string[];
  const ids: Record<string, string> = {};
  const idOf = (title: string) => ids[title] ?? '';

  beforeAll(async () => {
    app = await openTestApp();
    const add = async (title: string, genres: string[], tags: string[], chapters = 1) => {
      ids[title] = (await addNovel(app, { title, genres, tags, chapters })).id;
    };
    await add('Forge', ['Fantasy', 'Drama'], ['Métal', 'hiver']);
    await add('Même mots', ['Fantasy'], ['METAL']);
    await add('Même genre', ['Fantasy'], []);
    await add('Tout autre', ['Romance'], ['mer']);
    await add('Sans chapitre', ['Fantasy', 'Drama'], ['métal', 'hiver'], 0);
    await app.db.insert(novels).values({
      slug: 'tu',
      title: 'Tu',
      authorName: 'A',
      isDraft: true,
      genres: ['Fantasy', 'Drama'],
      tags: ['métal'],
    });
    const rows = Array.from({ length: 6 }, (_, index) => ({
      name: `Lectrice ${index}`,
      email: `l${index}@exemple.fr`,
    }));
    readers = (await app.db.insert(users).values(rows).returning({ id: users.id })).map(
      ({ id }) => id,
    );
  });

  beforeEach(async () => {
    await app.db.delete(favorites);
    await app.db.delete(ratings);
    await app.db.delete(similarNovels);
  });

  afterAll(() => app.close());

  /** One round of the job; the tags that it announced. */
  const round = async () => {
    const told: string[] = [];
    const changed = (tags: readonly string[]) => Promise.resolve(void told.push(...tags));
    expect(await findSimilarNovels({ db: app.db, changed }, null)).toBeNull();
    return told;
  };
  const beside = async (title: string) =>
    (await listSimilarNovels(app.db, idOf(title))).map((novel) => novel.title);
  const like = (title: string, users: readonly string[]) =>
    app.db.insert(favorites).values(users.map((userId) => ({ userId, novelId: idOf(title) })));
  const rate = (title: string, users: readonly string[], rating: number) =>
    app.db
      .insert(ratings)
      .values(users.map((userId) => ({ userId, novelId: idOf(title), rating })));

  test('share tags, then genres; what cannot be read is none of them', async () => {
    await round();
    expect(await beside('Forge')).toEqual(['Même mots', 'Même genre']);
    expect(await beside('Tout autre')).toEqual([]);
    expect(await beside('Sans chapitre')).toEqual(['Forge', 'Même mots', 'Même genre']);
  });

  test('are first of all what at least five of its readers like too', async () => {
    await like('Forge', readers.slice(0, 3));
    await rate('Forge', readers.slice(2), 4);
    await like('Tout autre', readers.slice(0, 5));
    await round();
    expect(await beside('Forge')).toEqual(['Tout autre', 'Même mots', 'Même genre']);
    expect(await beside('Tout autre')).toEqual(['Forge']);
    const stored = await app.db
      .select({ readers: similarNovels.readers })
      .from(similarNovels)
      .where(eq(similarNovels.novelId, idOf('Forge')))
      .orderBy(similarNovels.rank);
    expect(stored.map((row) => row.readers)).toEqual([5, 0, 0]);
  });

  test('are not told by four readers, nor by those who did not like it', async () => {
    await like('Forge', readers.slice(0, 5));
    await like('Tout autre', readers.slice(0, 4));
    await rate('Tout autre', readers.slice(4), 3);
    await round();
    expect(await beside('Tout autre')).toEqual([]);
    const [row] = await app.db
      .select({ few: sql<number>`count(*)::int` })
      .from(similarNovels)
      .where(sql`readers > 0`);
    expect(row).toEqual({ few: 0 });
  });

  test('are announced where they change, and only there', async () => {
    const all = ['Forge', 'Même mots', 'Même genre', 'Sans chapitre'];
    expect((await round()).toSorted()).toEqual(
      all.map((title) => similarTag(idOf(title))).toSorted(),
    );
    expect(await round()).toEqual([]);
    await like('Forge', readers.slice(0, 5));
    await like('Tout autre', readers.slice(0, 5));
    expect((await round()).toSorted()).toEqual(
      ['Forge', 'Tout autre'].map((title) => similarTag(idOf(title))).toSorted(),
    );
  });
});

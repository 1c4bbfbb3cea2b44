/** “Si vous avez aimé”: novels that the readers of a novel like, or that are like it. */
import { and, asc, desc, eq, gt, inArray, lt, ne, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { similarNovelsMax } from '#shared/constants.ts';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels, ratingRank, similarNovels, slugsOf } from '#server/core/db/schema/catalogue.ts';
import { favorites, ratings } from '#server/core/db/schema/reading.ts';
import { similarTag } from '#server/core/pagecache/tags.ts';
import { isPublic, selectNovels, toNovel, type Novel } from './novels.ts';

/** The k of k-anonymity: fewer readers in common are not stored; the table has the same bound. */
const readersMin = 5;
/** A rating from which on a reader likes a novel. */
const likedFrom = 4;
/** Readers of a novel who are asked, and what each of them likes that counts. */
const readersMax = 500;
const likedPerReaderMax = 100;
/** Novels that share a genre, and as many that share a tag, of which the likest are taken. */
const candidatesMax = 100;
/** Novels that one round of the job looks at. */
const batchSize = 100;

type Similar = { id: string; readers: number };

/** The novels to show beside one, the likest first; in one query. */
export async function listSimilarNovels(db: Database, novelId: string): Promise<Novel[]> {
  const rows = await selectNovels(db)
    .innerJoin(similarNovels, eq(similarNovels.similarId, novels.id))
    .where(and(eq(similarNovels.novelId, novelId), isPublic))
    .orderBy(asc(similarNovels.rank))
    .limit(similarNovelsMax);
  return rows.map(toNovel);
}

/**
 * A background job, whose rounds look at some novels each, the newest first, and begin again when all
 * have been looked at.
 */
export function createSimilarNovelsJob(): (app: App) => Promise<void> {
  let after: string | null = null;
  return async (app) => {
    after = await findSimilarNovels(app, after);
  };
}

type World = Pick<App, 'db' | 'changed'>;

/**
 * Finds what is like the public novels that come after one, newest first. Safe to repeat.
 * @returns the last of them; null at the end.
 */
export async function findSimilarNovels(
  { db, changed }: World,
  after: string | null,
): Promise<string | null> {
  const batch = await db
    .select({ id: novels.id, genres: novels.genres, tags: novels.tags })
    .from(novels)
    .where(and(isPublic, after === null ? undefined : lt(novels.id, after)))
    .orderBy(desc(novels.id))
    .limit(batchSize);
  const known = await readKnown(
    db,
    batch.map(({ id }) => id),
  );
  const differing: string[] = [];
  for (const novel of batch) {
    const found = await findSimilar(db, novel);
    if (keyOf(found) === keyOf(known.get(novel.id) ?? [])) continue;
    await replaceSimilar(db, novel.id, found);
    differing.push(similarTag(novel.id));
  }
  if (differing.length > 0) await changed(differing);
  return batch.length < batchSize ? null : (batch.at(-1)?.id ?? null);
}

async function readKnown(db: Database, ids: string[]): Promise<Map<string, Similar[]>> {
  const known = new Map<string, Similar[]>();
  if (ids.length === 0) return known;
  const { novelId, similarId, readers, rank } = similarNovels;
  const rows = await db
    .select({ novelId, id: similarId, readers })
    .from(similarNovels)
    .where(inArray(novelId, ids))
    .orderBy(asc(rank));
  for (const { novelId: of, ...similar } of rows)
    known.set(of, [...(known.get(of) ?? []), similar]);
  return known;
}

const keyOf = (similar: readonly Similar[]) =>
  similar.map(({ id, readers }) => `${id} ${readers}`).join();

type Subject = { id: string; genres: string[]; tags: string[] };

/** By readers in common first; what is left to fill, by genres and tags. */
async function findSimilar(db: Database, novel: Subject): Promise<Similar[]> {
  const byReaders = await findByReaders(db, novel.id);
  if (byReaders.length >= similarNovelsMax) return byReaders;
  const known = new Set(byReaders.map(({ id }) => id));
  const byWords = await findByWords(db, novel);
  const others = byWords.filter((id) => !known.has(id)).map((id) => ({ id, readers: 0 }));
  return [...byReaders, ...others].slice(0, similarNovelsMax);
}

const readerRows = z.object({
  rows: z.array(z.object({ id: z.string(), readers: z.coerce.number() })),
});

/** What is everybody's favourite weighs less. */
async function findByReaders(db: Database, novelId: string): Promise<Similar[]> {
  const result = await db.execute(sql`
    with readers as materialized (
      select user_id from (
        select user_id from ${favorites} where novel_id = ${novelId}
        union select user_id from ${ratings} where novel_id = ${novelId} and rating >= ${likedFrom}
      ) as all_readers limit ${readersMax}),
    liked as (
      select readers.user_id, others.novel_id from readers cross join lateral (
        (select novel_id from ${favorites} where user_id = readers.user_id
          order by created_at desc limit ${likedPerReaderMax})
        union
        (select novel_id from ${ratings} where user_id = readers.user_id and rating >= ${likedFrom}
          limit ${likedPerReaderMax})
      ) as others where others.novel_id <> ${novelId})
    select ${novels.id} as id, count(*)::int as readers
    from liked inner join ${novels} on ${novels.id} = liked.novel_id
    where ${isWorthShowing}
    group by ${novels.id} having count(*) >= ${readersMin}
    order by count(*) / sqrt(${novels.favorites} + ${novels.ratingCount} + 10) desc, ${novels.id} desc
    limit ${similarNovelsMax}`);
  return readerRows.parse(result).rows;
}

const idRows = z.object({ rows: z.array(z.object({ id: z.string() })) });

/** A tag in common is worth two genres: there are few genres. */
async function findByWords(db: Database, { id, genres, tags }: Subject): Promise<string[]> {
  const given = (words: readonly string[]) => sql`${sql.param([...words], novels.tags)}::text[]`;
  const slugs = sql`slugs_of(${given(tags)})`;
  const common = (own: SQL, wanted: SQL) =>
    sql`(select count(*) from unnest(${own}) as held where held = any(${wanted}))`;
  const part = (
    likeness: SQL,
    isLike: SQL,
  ) => sql`(select ${novels.id} as id, ${likeness} as likeness
    from ${novels} where ${and(isWorthShowing, ne(novels.id, id), isLike)}
    order by ${novels.createdAt} desc, ${novels.id} desc limit ${candidatesMax})`;
  const byTags = part(
    sql`2 * ${common(slugsOf(novels.tags), slugs)}`,
    sql`${slugsOf(novels.tags)} && ${slugs}`,
  );
  const byGenres = part(
    common(sql`${novels.genres}`, given(genres)),
    sql`${novels.genres} && ${given(genres)}`,
  );
  const result = await db.execute(sql`
    select ${novels.id} as id
    from (${byTags} union all ${byGenres}) as candidates
      inner join ${novels} on ${novels.id} = candidates.id
    group by ${novels.id}
    order by sum(candidates.likeness) desc, ${ratingRank(novels)} desc, ${novels.id} desc
    limit ${similarNovelsMax}`);
  return idRows.parse(result).rows.map((row) => row.id);
}

/** Only what can be read. */
const isWorthShowing = and(isPublic, gt(novels.chapterCount, 0));

async function replaceSimilar(db: Database, novelId: string, found: readonly Similar[]) {
  await db.transaction(async (tx) => {
    await tx.delete(similarNovels).where(eq(similarNovels.novelId, novelId));
    if (found.length === 0) return;
    const rows = found.map(({ id, readers }, rank) => ({ novelId, similarId: id, rank, readers }));
    await tx.insert(similarNovels).values(rows);
  });
}

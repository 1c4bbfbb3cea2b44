import { and, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { catalogueFoundMax, fewFoundMax, novelsPageSize } from '#shared/constants.ts';
import { idSchema } from '#shared/contracts/fields.ts';
import type { Database } from '../db/database.ts';
import { novels, novelViews, ratingRank } from '../db/schema/catalogue.ts';
import { novelWords } from '../db/schema/search.ts';
import { catalogueStatuses, type CatalogueOrder, type CatalogueQuery } from './catalogue-query.ts';
import { isPublic, selectNovels, toNovel, type Novel } from './novels.ts';

/** One page of results. */
export type FoundNovels = {
  novels: Novel[];
  /** The number of matches, capped at `catalogueFoundMax` + 1. */
  found: number;
  /** No exact matches; these have similar words. */
  isNearly: boolean;
  /** The page shown: the last one if a later one was requested. */
  page: number;
  pageCount: number;
};

/** What is asked for, and when: chapters become free with time. */
type Asked = CatalogueQuery & { now: Date };

/** Part of a list. */
type Slice = { limit: number; offset: number };

/**
 * A page of the catalogue in three bounded queries: the count, which novels, and those. With few
 * exact matches, novels with similar words follow them.
 */
export async function searchNovels(
  db: Database,
  wanted: CatalogueQuery,
  now: Date,
): Promise<FoundNovels> {
  const query: Asked = { ...wanted, now };
  const found = await countFound(db, query);
  if (query.text !== '' && found <= fewFoundMax) return listNearly(db, query, found);
  const listed = Math.min(found, catalogueFoundMax);
  const pageCount = Math.max(1, Math.ceil(listed / novelsPageSize));
  const page = Math.min(query.page, pageCount);
  const offset = (page - 1) * novelsPageSize;
  const slice = { offset, limit: Math.min(novelsPageSize, listed - offset) };
  const matches = found === 0 ? [] : await listMatches(db, matchesOf(query, found, slice));
  return { novels: matches, found, isNearly: false, page, pageCount };
}

/** Counts no further than is displayed: “plus de 1 000”. */
async function countFound(db: Database, query: Asked): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(novelWords)
    .where(query.text === '' ? isWanted(query) : sql`${hasWords(query)} and ${isWanted(query)}`)
    .limit(catalogueFoundMax + 1)
    .as('some');
  const [row] = await db.select({ found: sql<number>`count(*)::int` }).from(some);
  return row?.found ?? 0;
}

/** The novels of a bounded list of `novel_id`, in its order. */
async function listMatches(db: Database, matches: SQL): Promise<Novel[]> {
  const ids = matchesSchema.parse(await db.execute(matches)).rows.map((row) => row.novel_id);
  if (ids.length === 0) return [];
  // Asked of both tables: neither is read whole for a page.
  const rows = await selectNovels(db).where(
    and(isPublic, inArray(novels.id, ids), inArray(novelViews.novelId, ids)),
  );
  const found = new Map(rows.map((row) => [row.novel.id, toNovel(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

const matchesSchema = z.object({ rows: z.array(z.object({ novel_id: idSchema })) });

/**
 * Part of the list of matches. Many are met early on the index of their order; few are found by the
 * indexes of words and facets and then ordered. The count decides, not the planner's estimate: what
 * is looked up beside a row is a subquery, which it cannot turn into a join of whole tables.
 */
function matchesOf(query: Asked, found: number, slice: Slice): SQL {
  const isMatch =
    query.text === '' ? isWanted(query) : sql`${isWanted(query)} and ${hasWords(query)}`;
  if (query.order === 'pertinence') return firstOf(ranked(query, slice), query.order, slice);
  if (found <= catalogueFoundMax) {
    const few = sql`select ${novelWords.novelId}, 0 as rank from ${novelWords} where ${isMatch}`;
    return firstOf(few, query.order, slice);
  }
  const { table, id } = keptIn(query.order);
  return sql`select ${id} as novel_id from ${table}
    where (select ${isMatch} from ${novelWords} where ${novelWords.novelId} = ${id})
    order by ${keyOf(query.order)} desc, ${id} desc limit ${slice.limit} offset ${slice.offset}`;
}

/** The first of a bounded set of `novel_id` and `rank`, by an order. */
function firstOf(set: SQL, order: CatalogueOrder, { limit, offset }: Slice): SQL {
  const { table, id } = keptIn(order);
  const key = sql`(select ${keyOf(order)} from ${table} where ${id} = found.novel_id)`;
  return sql`select found.novel_id from (${set}) as found
    order by found.rank desc, ${key} desc, found.novel_id desc limit ${limit} offset ${offset}`;
}

/** One page of exact matches and similar ones. */
async function listNearly(db: Database, query: Asked, exactly: number): Promise<FoundNovels> {
  const slice = { limit: novelsPageSize, offset: 0 };
  const isByRank = query.order === 'pertinence';
  const both = sql`select novel_id, ${isByRank ? sql`max(rank)` : sql`0`} as rank from (
      select * from (${ranked(query, slice)}) as exact union all
      select novel_id, likeness from novels_spelt_like(${query.text}, ${catalogueFoundMax})
    ) as both_kinds
    where (select ${isWanted(query)} from ${novelWords} where ${novelWords.novelId} = both_kinds.novel_id)
    group by novel_id`;
  const matches = await listMatches(db, firstOf(both, query.order, slice));
  const isNearly = exactly === 0 && matches.length > 0;
  return { novels: matches, found: matches.length, isNearly, page: 1, pageCount: 1 };
}

/**
 * Novels with the words and their rank, from 1 on; bounded. First those that have all words in their
 * names: one called “Dragon” is found though a hundred thousand mention dragons. The others are read
 * only where those do not fill the list up to this slice. The rank is that of words in names alone,
 * which are short; novels of one rank stand by their views.
 */
function ranked(query: Asked, { limit, offset }: Slice): SQL {
  const named = sql`${novelWords.nameStems} @@ ${wordsOf(query)}`;
  const anyWord = sql`replace(${wordsOf(query)}::text, '&', '|')::tsquery`;
  const rank = sql`ts_rank('{0.05, 0.3, 0.6, 1}', ${novelWords.nameStems}, ${anyWord})`;
  return sql`with named as materialized (
      select ${novelWords.novelId}, 2 + ${rank} as rank from ${novelWords}
      where ${named} and ${isWanted(query)} limit ${catalogueFoundMax}),
    others as materialized (
      select ${novelWords.novelId}, 1 + ${rank} as rank from ${novelWords}
      where ${hasWords(query)} and not ${named} and ${isWanted(query)}
        and (select count(*) from named) < ${offset + limit}::int
      limit ${catalogueFoundMax})
    select * from named union all select * from others`;
}

/** Passed as a parameter and parsed by the database: no character needs escaping. */
function wordsOf({ text }: CatalogueQuery): SQL {
  return sql`french_query(${text})`;
}

function hasWords(query: CatalogueQuery): SQL {
  return sql`${novelWords.stems} @@ ${wordsOf(query)}`;
}

/** All criteria but words, by the index of facets (decision 117). */
function isWanted(query: Asked): SQL {
  const { genres, withoutGenres, tags, withoutTags, status, chapters, isFree } = query;
  const wanted = [
    'public',
    ...genres.map((genre) => `genre:${genre}`),
    ...tags.map((tag) => `tag:${tag}`),
    ...(status === null ? [] : [`status:${catalogueStatuses[status]}`]),
    ...(chapters === null ? [] : [`chapters:${chapters}`]),
    ...(query.originalLanguage === null ? [] : [`origin:${query.originalLanguage}`]),
    ...(isFree ? ['free'] : []),
  ];
  const unwanted = [
    ...withoutGenres.map((genre) => `genre:${genre}`),
    ...withoutTags.map((tag) => `tag:${tag}`),
  ];
  const list = (facets: string[]) => sql`${sql.param(facets, novels.tags)}::text[]`;
  const hasFacets = sql`${novelWords.facets} @@ facet_query(${list(wanted)}, ${list(unwanted)})`;
  if (!isFree) return hasFacets;
  const until = novelWords.soldUntil;
  return sql`${hasFacets} and (${until} is null or ${until} <= ${query.now.toISOString()}::timestamptz)`;
}

/** The table whose index has an order, and its column of a novel's id. */
function keptIn(order: CatalogueOrder) {
  return order === 'vues' || order === 'pertinence'
    ? { table: novelViews, id: novelViews.novelId }
    : { table: novels, id: novels.id };
}

/** What an order goes by, the most first; of relevance, novels of one rank. */
function keyOf(order: CatalogueOrder): SQL {
  switch (order) {
    case 'pertinence':
    case 'vues':
      return sql`${novelViews.views}`;
    case 'recents':
      return sql`${novels.createdAt}`;
    case 'mis-a-jour':
      return sql`${novels.updatedAt}`;
    case 'notes':
      return ratingRank(novels);
  }
}

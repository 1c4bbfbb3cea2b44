import { and, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { catalogueFoundMax, fewFoundMax, novelsPageSize } from '#shared/constants.ts';
import { idSchema } from '#shared/contracts/fields.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels, novelViews, ratingRank } from '#server/core/db/schema/catalogue.ts';
import { novelWords } from '#server/core/db/schema/search.ts';
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

/**
 * The place of a match in an order is looked up at about the cost of reading ten novels of that order
 * one after the other. So many of these are read at most.
 */
const inOrder = { perLookup: 10, readMax: 2_000 } as const;

/** What is asked for, and when: chapters become free with time. */
type DatedQuery = CatalogueQuery & { now: Date };

/**
 * A page of the catalogue in two bounded queries: which novels, with their number, and those. With few
 * exact matches, novels with similar words follow them.
 */
export async function searchNovels(
  db: Database,
  query: CatalogueQuery,
  now: Date,
): Promise<FoundNovels> {
  const answer = matchesSchema.parse(await db.execute(matchesOf({ ...query, now })));
  const [{ found: exactly, ids }] = answer.rows;
  const matches = await listMatches(db, ids);
  const isFew = query.text !== '' && exactly <= fewFoundMax;
  const found = isFew ? matches.length : exactly;
  const pageCount = Math.max(1, Math.ceil(Math.min(found, catalogueFoundMax) / novelsPageSize));
  const page = Math.min(query.page, pageCount);
  return { novels: matches, found, isNearly: isFew && exactly === 0 && found > 0, page, pageCount };
}

/**
 * A background job: removes words that no name has any more, so that a name that was changed or erased is
 * not kept by its words. Safe to repeat.
 */
export async function sweepNameWords({ db }: Pick<App, 'db'>): Promise<void> {
  const used = sql`select distinct word from novel_words, string_to_table(names, ' ') as word
    where word <> ''`;
  // Apart: who waits for what one removes is not waited for by the other.
  await db.execute(sql`insert into name_words ${used} order by word on conflict do nothing`);
  await db.execute(sql`with used as materialized (${used}) delete from name_words
    where not exists (select from used where used.word = name_words.word)`);
}

/** The novels with these ids, in this order. */
async function listMatches(db: Database, ids: string[]): Promise<Novel[]> {
  if (ids.length === 0) return [];
  // Asked of both tables: neither is read whole for a page.
  const rows = await selectNovels(db).where(
    and(isPublic, inArray(novels.id, ids), inArray(novelViews.novelId, ids)),
  );
  const found = new Map(rows.map((row) => [row.novel.id, toNovel(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

const matchesSchema = z.object({
  rows: z.tuple([z.object({ found: z.int(), ids: z.array(idSchema) })]),
});

/**
 * The number of matches, counted no further than is displayed (“plus de 1 000”), and the ids of a
 * page. What was counted is ordered: no match is read twice. Of more matches than are listed, those of
 * a page are met early on the index of their order. Of fewer, those whose rank may bring them on the
 * page (`first`) are mostly met among the first novels of their order (`top`); else each one's place
 * is looked up. The counts decide, not the planner's estimate: what is looked up beside a row is a
 * subquery, which it cannot turn into a join of whole tables.
 */
function matchesOf(query: DatedQuery): SQL {
  const isByRank = query.order === 'pertinence';
  const { table, id } = tableOf(query.order);
  const key = keyOf(query.order);
  const isMatch =
    query.text === '' ? isWanted(query) : sql`${isWanted(query)} and ${hasWords(query)}`;
  const start = (query.page - 1) * novelsPageSize;
  const lastStart = sql`(greatest(least(found, ${catalogueFoundMax}::int), 1) - 1)
    / ${novelsPageSize}::int * ${novelsPageSize}::int`;
  const offset = sql`least(${start}::int, ${lastStart})`;
  const isMany = sql`found > ${catalogueFoundMax}::int`;
  const listed = isByRank
    ? sql`select novel_id, rank from some_found where not (${isMany} and rank >= 2) union all
      (select ${novelWords.novelId}, ${rankOf(query)} from ${novelWords}
        where ${isMany} and ${isNamed(query)} and ${isWanted(query)} limit ${catalogueFoundMax})`
    : sql`select novel_id, rank from some_found where not ${isMany} union all
      (select ${id}, 0 from ${table}
        where ${isMany} and (select ${isMatch} from ${novelWords} where ${novelWords.novelId} = ${id})
        order by ${key} desc, ${id} desc
        limit ${Math.min(novelsPageSize, catalogueFoundMax - start)} offset ${start})`;
  return sql`with some_found as materialized (
      select ${novelWords.novelId}, ${isByRank ? rankOf(query) : sql`0::real`} as rank
      from ${novelWords} where ${isMatch} limit ${catalogueFoundMax + 1}
    ), counted as materialized (
      select found, ${isByRank ? offset : sql`case when ${isMany} then 0 else ${offset} end`} as skipped
      from (select count(*)::int as found from some_found) as numbered)
    select found, array(
      with first as materialized (
        select novel_id, rank from (${listed}${query.text === '' ? sql`` : nearly(query)}) as listed
        order by rank desc fetch first (skipped + ${novelsPageSize}::int) rows with ties
      ), top as materialized (
        select novel_id, key from (
          select ${id} as novel_id, ${key} as key from ${table}
          order by ${key} desc, ${id} desc limit ${inOrder.readMax}) as ordered
        where (select min(rank) = max(rank) and
            count(*) > ${inOrder.perLookup}::int * (skipped + ${novelsPageSize}::int) from first)
          -- No join, which would read them all: the rest is not read once the page is filled.
          and (novel_id in (select novel_id from first)) is true
        order by key desc, novel_id desc limit skipped + ${novelsPageSize}::int
      ), filled as materialized (select count(*) = skipped + ${novelsPageSize}::int as is_so from top)
      select novel_id from (
        select novel_id, 0::real as rank, key from top where (select is_so from filled) union all
        select novel_id, rank, (select ${key} from ${table} where ${id} = first.novel_id)
        from first where not (select is_so from filled)) as page
      order by rank desc, key desc, novel_id desc
      limit least(${novelsPageSize}::int, ${catalogueFoundMax}::int - skipped) offset skipped) as ids
    from counted`;
}

/** Novels spelt nearly so, behind the few exact matches. */
function nearly(query: DatedQuery): SQL {
  const isWantedToo = sql`(select ${isWanted(query)} from ${novelWords} where ${novelWords.novelId} = alike.novel_id)`;
  return sql` union all
    select alike.novel_id, ${query.order === 'pertinence' ? sql`likeness` : sql`0`}
    from novels_spelt_like(${query.text}, ${catalogueFoundMax}) as alike
    where found <= ${fewFoundMax}::int and ${isWantedToo}
      and alike.novel_id not in (select novel_id from some_found)`;
}

/**
 * The rank of a novel with the words: from 2 on if it has all of them in its names, below otherwise. The
 * words of a description find and do not rank; novels of one rank stand by their views.
 */
function rankOf(query: DatedQuery): SQL {
  const anyWord = sql`replace(${wordsOf(query)}::text, '&', '|')::tsquery`;
  return sql`(case when ${isNamed(query)} then 2 else 1 end
    + ts_rank('{0.05, 0.3, 0.6, 1}', ${novelWords.nameStems}, ${anyWord}))::real`;
}

function isNamed(query: DatedQuery): SQL {
  return sql`${novelWords.nameStems} @@ ${wordsOf(query)}`;
}

/** Passed as a parameter and parsed by the database: no character needs escaping. */
function wordsOf({ text }: CatalogueQuery): SQL {
  return sql`french_query(${text})`;
}

function hasWords(query: CatalogueQuery): SQL {
  return sql`${novelWords.stems} @@ ${wordsOf(query)}`;
}

/** All criteria but words, by the index of facets (decision 117). */
function isWanted(query: DatedQuery): SQL {
  const { status, chapters, originalLanguage } = query;
  // All from closed lists, none with a quote; of tags the database makes addresses.
  const facets = [
    ...query.genres.map((genre) => `'genre:${genre}'`),
    ...query.withoutGenres.map((genre) => `'without:${genre}'`),
    ...(status === null ? [] : [`'status:${catalogueStatuses[status]}'`]),
    ...(chapters === null ? [] : [`'chapters:${chapters}'`]),
    ...(query.ageMax === null ? [] : [`'age:${query.ageMax}'`]),
    ...(originalLanguage === null ? [] : [`'origin:${originalLanguage}'`]),
    ...(query.isFree ? [`('free' | 'timed')`] : []),
  ];
  // A draft has none of them: it need not be asked besides whether a novel is public.
  if (facets.length === 0) facets.push(`'public'`);
  facets.push(...query.withoutWarnings.map((warning) => `!'warning:${warning}'`));
  const parts = [
    sql`${facets.join(' & ')}::text`,
    ...query.tags.map((tag) => sql`' & ''tag:' || slug_of(${tag}) || ''''`),
    ...query.withoutTags.map((tag) => sql`' & !''tag:' || slug_of(${tag}) || ''''`),
  ];
  const hasFacets = sql`${novelWords.facets} @@ (${sql.join(parts, sql` || `)})::tsquery`;
  if (!query.isFree) return hasFacets;
  const until = novelWords.soldUntil;
  return sql`${hasFacets} and (${until} is null or ${until} <= ${query.now.toISOString()}::timestamptz)`;
}

/** The table whose index has an order, and its column of a novel's id. */
function tableOf(order: CatalogueOrder) {
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

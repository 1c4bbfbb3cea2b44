import {
  and,
  arrayContains,
  arrayOverlaps,
  count,
  desc,
  eq,
  gte,
  not,
  sql,
  type SQL,
} from 'drizzle-orm';
import {
  catalogueFoundMax,
  catalogueLookedMax,
  fewFoundMax,
  novelsPageSize,
} from '#shared/constants.ts';
import type { Database } from '../db/database.ts';
import { chapters, novels, novelViews, ratingRank, slugsOf } from '../db/schema/catalogue.ts';
import { novelWords } from '../db/schema/search.ts';
import { isSold } from './chapters.ts';
import { catalogueStatuses, type CatalogueOrder, type CatalogueQuery } from './catalogue-query.ts';
import { isPublic, selectNovels, toNovel, type Novel } from './novels.ts';

/** One page of results. */
export type FoundNovels = {
  novels: Novel[];
  /** The number of matches, capped at `catalogueFoundMax` + 1. */
  found: number;
  /** No exact matches; these have similar words. */
  isNearly: boolean;
  /** There are more novels than were looked at for what no index tells. */
  isPartial: boolean;
  /** The page shown: the last one if a later one was requested. */
  page: number;
  pageCount: number;
};

/** What is asked for, and when: chapters become free with time. */
type Asked = CatalogueQuery & { now: Date };

/**
 * A page of the catalogue in two bounded queries: the count, then the page. With few exact
 * matches, novels with similar words follow them.
 */
export async function searchNovels(
  db: Database,
  wanted: CatalogueQuery,
  now: Date,
): Promise<FoundNovels> {
  const query: Asked = { ...wanted, now };
  const { found, isPartial } = hasUnindexedCriteria(query)
    ? await countFiltered(db, query)
    : { found: await countFound(db, query), isPartial: false };
  if (query.text !== '' && found <= fewFoundMax) return listNearly(db, query, found);
  const listed = Math.min(found, catalogueFoundMax);
  const pageCount = Math.max(1, Math.ceil(listed / novelsPageSize));
  const page = Math.min(query.page, pageCount);
  if (found === 0) return { novels: [], found, isNearly: false, isPartial, page, pageCount };
  const rows = await (
    hasUnindexedCriteria(query) ? listFiltered(db, query) : listFound(db, query, found)
  )
    .limit(Math.min(novelsPageSize, listed - (page - 1) * novelsPageSize))
    .offset((page - 1) * novelsPageSize);
  return { novels: rows.map(toNovel), found, isNearly: false, isPartial, page, pageCount };
}

/** Whether it asks for something that no index tells. */
function hasUnindexedCriteria(query: Asked): boolean {
  return unindexedCriteria(query) !== undefined;
}

/** Counts the candidates that meet the other criteria, no further than is displayed. */
async function countFiltered(
  db: Database,
  query: Asked,
): Promise<{ found: number; isPartial: boolean }> {
  const looked = db
    .$with('looked')
    .as(db.select({ id: sql<string>`candidates.novel_id`.as('id') }).from(candidatesOf(query)));
  const filtered = db
    .select({ one: sql`1`.as('one') })
    .from(looked)
    .innerJoin(novels, sql`${novels.id} = looked.id`)
    .where(unindexedCriteria(query))
    .limit(catalogueFoundMax + 1)
    .as('filtered');
  const [row] = await db
    .with(looked)
    .select({ found: count(), looked: sql<number>`(select count(*) from looked)::int` })
    .from(filtered);
  const lookedMax = isRanked(query) ? catalogueFoundMax : catalogueLookedMax;
  return { found: row?.found ?? 0, isPartial: (row?.looked ?? 0) >= lookedMax };
}

function listFiltered(db: Database, query: Asked) {
  return selectNovels(db)
    .innerJoin(
      sql`(select * from ${candidatesOf(query)}) as matches`,
      sql`matches.novel_id = ${novels.id}`,
    )
    .where(unindexedCriteria(query))
    .orderBy(...orderOf(query.order))
    .$dynamic();
}

function isRanked({ text, order }: CatalogueQuery): boolean {
  return text !== '' && order === 'pertinence';
}

/** The first novels, in their order, of those that the indexes find, with their rank if words rank them. */
function candidatesOf(query: CatalogueQuery): SQL {
  if (isRanked(query)) return sql`(${withWords(query)}) candidates`;
  const hasNovelWords = sql`inner join ${novelWords} on ${novelWords.novelId} = ${novels.id}`;
  return sql`(select ${novels.id} as novel_id from ${novels}
    ${query.order === 'vues' ? sql`inner join ${novelViews} on ${novelViews.novelId} = ${novels.id}` : sql``}
    ${query.text === '' ? sql`` : hasNovelWords}
    where ${and(isWanted(query), query.text === '' ? undefined : hasWords(query))}
    order by ${sql.join(orderOf(query.order), sql`, `)}
    limit ${catalogueLookedMax}) candidates`;
}

/** Counts no further than is displayed: “plus de 1 000”. */
async function countFound(db: Database, query: CatalogueQuery): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(novels)
    .$dynamic();
  const matching =
    query.text === '' ? some : some.innerJoin(novelWords, eq(novelWords.novelId, novels.id));
  const [row] = await db.select({ found: count() }).from(
    matching
      .where(and(isWanted(query), query.text === '' ? undefined : hasWords(query)))
      .limit(catalogueFoundMax + 1)
      .as('some'),
  );
  return row?.found ?? 0;
}

/**
 * Many matches are found early by scanning the sort order's index; few are found by their words and
 * then sorted. The count decides which is cheaper, not the planner's estimate.
 */
function listFound(db: Database, query: Asked, found: number) {
  const rows = selectNovels(db).$dynamic();
  if (query.text === '') return rows.where(isWanted(query)).orderBy(...orderOf(query.order));
  if (query.order !== 'pertinence' && found > catalogueFoundMax) {
    return rows
      .innerJoin(novelWords, eq(novelWords.novelId, novels.id))
      .where(and(isWanted(query), hasWords(query)))
      .orderBy(...orderOf(query.order));
  }
  return rows
    .innerJoin(sql`(${withWords(query)}) as matches`, sql`matches.novel_id = ${novels.id}`)
    .orderBy(...orderOf(query.order));
}

/** One page of exact matches and similar ones. */
async function listNearly(db: Database, query: Asked, exactly: number): Promise<FoundNovels> {
  const rows = await selectNovels(db)
    .innerJoin(
      sql`(select novel_id, max(rank) as rank from (
        (${withWords(query)}) union all
        select novel_id, likeness from novels_spelt_like(${query.text}, ${catalogueFoundMax})
      ) as both_kinds group by novel_id) as matches`,
      sql`matches.novel_id = ${novels.id}`,
    )
    .where(and(isWanted(query), unindexedCriteria(query)))
    .orderBy(...orderOf(query.order))
    .limit(novelsPageSize);
  const isNearly = exactly === 0 && rows.length > 0;
  const found = rows.length;
  return {
    ...{ novels: rows.map(toNovel), found, isNearly, isPartial: false },
    ...{ page: 1, pageCount: 1 },
  };
}

/**
 * Novels with the words and their rank, from 1 on; bounded, matches in names
 * first: one called “Dragon” is found though a hundred thousand mention dragons.
 */
function withWords(query: CatalogueQuery): SQL {
  const rank = sql`1 + ts_rank('{0.05, 0.3, 0.6, 1}', ${novelWords.stems}, ${wordsOf(query)}) as rank`;
  const part = (where: SQL) => sql`(select ${novelWords.novelId}, ${rank}
    from ${novelWords} inner join ${novels} on ${novels.id} = ${novelWords.novelId}
    where ${where} and ${isWanted(query)} limit ${catalogueFoundMax})`;
  return sql`${part(sql`${novelWords.nameStems} @@ ${wordsOf(query)}`)}
    union ${part(hasWords(query))}`;
}

/** Passed as a parameter and parsed by the database: no character needs escaping. */
function wordsOf({ text }: CatalogueQuery): SQL {
  return sql`french_query(${text})`;
}

function hasWords(query: CatalogueQuery): SQL {
  return sql`${novelWords.stems} @@ ${wordsOf(query)}`;
}

/** What indexes find. */
function isWanted({ genres, tags, status }: CatalogueQuery): SQL | undefined {
  return and(
    isPublic,
    genres.length === 0 ? undefined : arrayContains(novels.genres, [...genres]),
    tags.length === 0 ? undefined : sql`${slugsOf(novels.tags)} @> ${slugsOfTyped(tags)}`,
    status === null ? undefined : eq(novels.status, catalogueStatuses[status]),
  );
}

/** What has to be looked at novel by novel; undefined where nothing has. */
function unindexedCriteria(query: Asked): SQL | undefined {
  const { withoutGenres, withoutTags, originalLanguage } = query;
  const overlapsTags = sql`${slugsOf(novels.tags)} && ${slugsOfTyped(withoutTags)}`;
  return and(
    withoutGenres.length === 0 ? undefined : not(arrayOverlaps(novels.genres, [...withoutGenres])),
    withoutTags.length === 0 ? undefined : sql`not (${overlapsTags})`,
    query.chapters === null ? undefined : gte(novels.chapterCount, query.chapters),
    originalLanguage === null ? undefined : eq(novels.originalLanguage, originalLanguage),
    query.isFree ? isFreeThroughout(query.now) : undefined,
  );
}

/** At least one chapter, and none that costs credits. */
const isFreeThroughout = (now: Date) => sql`${novels.chapterCount} > 0 and not exists (
  select 1 from ${chapters} where ${chapters.novelId} = ${novels.id}
    and ${chapters.status} = 'published' and ${isSold(now)})`;

/** Tags as somebody typed them, for the index on `slugs_of`. */
function slugsOfTyped(tags: readonly string[]): SQL {
  return sql`slugs_of(${sql.param([...tags], novels.tags)}::text[])`;
}

/** Each has its own index, except the first, which sorts an already bounded set. */
function orderOf(order: CatalogueOrder): SQL[] {
  const last = desc(novels.id);
  switch (order) {
    case 'pertinence':
      return [sql`matches.rank desc`, desc(novelViews.views), last];
    case 'recents':
      return [desc(novels.createdAt), last];
    case 'mis-a-jour':
      return [desc(novels.updatedAt), last];
    case 'notes':
      return [sql`${ratingRank(novels)} desc`, last];
    case 'vues':
      return [desc(novelViews.views), last];
  }
}

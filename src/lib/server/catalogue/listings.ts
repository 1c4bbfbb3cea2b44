/** Lists of novels that have a page of their own: a genre's, a tag's, an author's. */
import { and, desc, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { novelsPageSize, personNovelsMax } from '#shared/constants.ts';
import { genres, type Genre } from '#shared/site/genres.ts';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels, slugOf, slugsOf } from '#server/core/db/schema/catalogue.ts';
import { nameHolders } from '#server/core/db/schema/names.ts';
import { catalogueQuery, genreOfSlug, type CatalogueQuery } from './catalogue-query.ts';
import { isPublic, selectNovels, toNovel, type Novel } from './novels.ts';
import { searchNovels, type FoundNovels } from './search-novels.ts';

/** A page that shows part of the catalogue; a failure is a state of it. */
type Listing<Found> = { kind: 'found' } & Found;
export type NoListing = { kind: 'missing' } | { kind: 'failed' };

/** What of the catalogue has this page, and what it shows. */
type Part = { query: CatalogueQuery; found: FoundNovels };
export type GenreListing = Listing<Part & { genre: Genre }>;
export type TagListing = Listing<Part & { tag: string }>;

/** A person's novels: `count` no further than `personNovelsMax`, one page of them. */
type PersonNovels = { count: number; chapters: number; novels: Novel[] };

export type PersonListing = Listing<{
  slug: string;
  /** As their newest novel spells it, of an account that holds the name if there is one. */
  name: string;
  written: PersonNovels;
  translated: PersonNovels;
  page: number;
  pageCount: number;
}>;

/** Novels of the genre with this slug; a genre without novels has a page too. */
export async function loadGenre(
  app: App,
  slug: string,
  page: number,
): Promise<GenreListing | NoListing> {
  const genre = genreOfSlug(slug);
  if (genre === null) return { kind: 'missing' };
  const query = catalogueQuery({ genres: [genre], page });
  return loadListing<GenreListing>(app, async () => {
    const found = await searchNovels(app.db, query, app.clock.now());
    return { kind: 'found', genre, query: { ...query, page: found.page }, found };
  });
}

/** Novels with a tag that has this slug. */
export async function loadTag(
  app: App,
  slug: string,
  page: number,
): Promise<TagListing | NoListing> {
  const query = catalogueQuery({ tags: [slug], page });
  return loadListing<TagListing>(app, async () => {
    const found = await searchNovels(app.db, query, app.clock.now());
    const [newest] = found.novels;
    const tag = newest && (await spellTag(app.db, newest.id, slug));
    if (tag === undefined) return { kind: 'missing' };
    return { kind: 'found', tag, query: { ...query, page: found.page }, found };
  });
}

/** What the author or translator with this slug wrote and translated, each in pages of the same number. */
export async function loadPerson(
  app: App,
  slug: string,
  wantedPage: number,
): Promise<PersonListing | NoListing> {
  return loadListing<PersonListing>(app, async () => {
    const [writtenFigures, translatedFigures] = await Promise.all([
      sumUp(app.db, isWrittenBy(slug), novels.authorName),
      sumUp(app.db, isTranslatedBy(slug), novels.translatorName),
    ]);
    const name = writtenFigures.name ?? translatedFigures.name;
    if (name === null) return { kind: 'missing' };
    const most = Math.max(writtenFigures.count, translatedFigures.count);
    const pageCount = Math.ceil(most / novelsPageSize);
    const page = Math.min(wantedPage, pageCount);
    const [written, translated] = await Promise.all([
      listPage(app.db, isWrittenBy(slug), page, writtenFigures.count),
      listPage(app.db, isTranslatedBy(slug), page, translatedFigures.count),
    ]);
    return {
      kind: 'found',
      slug,
      name,
      page,
      pageCount,
      written: { ...writtenFigures, novels: written },
      translated: { ...translatedFigures, novels: translated },
    };
  });
}

async function loadListing<Found extends { kind: 'found' }>(
  app: App,
  load: () => Promise<Found | { kind: 'missing' }>,
): Promise<Found | NoListing> {
  try {
    return await load();
  } catch (error) {
    app.log.error({ err: error }, 'a list of novels could not be loaded');
    return { kind: 'failed' };
  }
}

/** A tag as this novel spells it. */
async function spellTag(db: Database, novelId: string, slug: string): Promise<string | undefined> {
  const [row] = await db
    .select({ tags: novels.tags, slugs: slugsOf(novels.tags) })
    .from(novels)
    .where(sql`${novels.id} = ${novelId}`);
  return row?.tags[row.slugs.indexOf(slug)];
}

/** Novels by the author with this slug, a value or a column, and those translated by them: an index each. */
export const isWrittenBy = (slug: string | PgColumn) => sql`${slugOf(novels.authorName)} = ${slug}`;
export const isTranslatedBy = (slug: string | PgColumn) =>
  sql`${slugOf(novels.translatorName)} = ${slug} and ${novels.translatorName} <> ''`;

/**
 * Whether a novel is announced to who follows the author or translator with this slug: its owner holds
 * the name, or it is the operator's own (decision 97). Asked wherever followers of a name are looked up.
 */
export const isAnnouncedAs = (slug: SQL | PgColumn | string) =>
  sql<boolean>`(${novels.ownerId} is null or exists (select from ${nameHolders}
    where ${nameHolders.slug} = ${slug} and ${nameHolders.userId} = ${novels.ownerId}
      and ${nameHolders.endedAt} is null))`;

/** How many novels and chapters there are, counted no further than a bound; null without any. */
async function sumUp(
  db: Database,
  isTheirs: SQL,
  nameColumn: typeof novels.authorName | typeof novels.translatorName,
): Promise<{ name: string | null; count: number; chapters: number }> {
  const theirs = db
    .select({
      name: nameColumn,
      isAnnounced: isAnnouncedAs(slugOf(nameColumn)).as('is_announced'),
      chapterCount: novels.chapterCount,
      createdAt: novels.createdAt,
    })
    .from(novels)
    .where(and(isPublic, isTheirs))
    .orderBy(desc(novels.createdAt), desc(novels.id))
    .limit(personNovelsMax)
    .as('theirs');
  const [row] = await db
    .select({
      name: sql<
        string | null
      >`(array_agg(${theirs.name} order by ${theirs.isAnnounced} desc, ${theirs.createdAt} desc))[1]`,
      count: sql<number>`count(*)::int`,
      chapters: sql<number>`coalesce(sum(${theirs.chapterCount}), 0)::int`,
    })
    .from(theirs);
  return row ?? { name: null, count: 0, chapters: 0 };
}

async function listPage(
  db: Database,
  isTheirs: SQL,
  page: number,
  listed: number,
): Promise<Novel[]> {
  const offset = (page - 1) * novelsPageSize;
  if (offset >= listed) return [];
  const rows = await selectNovels(db)
    .where(and(isPublic, isTheirs))
    .orderBy(desc(novels.createdAt), desc(novels.id))
    .limit(Math.min(novelsPageSize, listed - offset))
    .offset(offset);
  return rows.map(toNovel);
}

/** The genres and tags that have a novel, and the people who wrote or translated one, by their slugs. */
export type ListedSlugs = { genres: Genre[]; people: string[]; tags: string[] };

/**
 * Addresses of lists for the sitemap: all genres that have a novel, and the people and tags of the
 * newest novels, up to a bound; the others are reached from their novels.
 */
export async function listSlugsInUse(
  db: Database,
  { novelsMax, addressesMax }: { novelsMax: number; addressesMax: number },
): Promise<ListedSlugs> {
  const result = await db.execute(sql`
    with newest as materialized (
      select author_name, translator_name, genres, tags from ${novels} where ${isPublic}
      order by ${novels.createdAt} desc, ${novels.id} desc limit ${novelsMax})
    select 'genre' as kind, slug from (select distinct unnest(genres) as slug from newest) as found
    union all
    (select 'person', slug_of(name) as slug from (
      select author_name as name from newest union select translator_name from newest) as names
      where name <> '' group by 2 order by 2 limit ${addressesMax})
    union all
    (select 'tag', slug_of(name) as slug from (
      select distinct unnest(tags) as name from newest) as names
      where name <> '' group by 2 order by 2 limit ${addressesMax})`);
  const { rows } = inUseSchema.parse(result);
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ slug }) => slug);
  const stored = new Set(of('genre'));
  return {
    genres: genres.filter((genre) => stored.has(genre)),
    people: of('person'),
    tags: of('tag'),
  };
}

const inUseSchema = z.object({
  rows: z.array(z.object({ kind: z.enum(['genre', 'person', 'tag']), slug: z.string() })),
});

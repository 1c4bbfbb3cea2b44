import { and, asc, count, desc, eq, not, sql, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { NovelBody } from '#shared/contracts/novels.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import {
  chapters,
  images,
  novels,
  novelViews,
  slugOf,
  slugsOf,
} from '#server/core/db/schema/catalogue.ts';
import { exists } from '#server/core/http/guards.ts';
import type { Cursor } from '#server/core/http/cursor.ts';

/** A novel with its views and the size of its cover. */
export type Novel = InferSelectModel<typeof novels> & {
  views: number;
  cover: NovelCover | null;
};

/** A novel as its page shows it: with what its links need, and when its next chapter is due. */
export type ShownNovel = Novel & {
  authorSlug: string;
  /** '' without a translator. */
  translatorSlug: string;
  /** In the order of the tags. */
  tagSlugs: string[];
  /** When the first chapter after the last published one comes out, if it is scheduled. */
  nextDueAt: Date | null;
  /** All chapters that were public were withdrawn, and none is scheduled. */
  isWithdrawn: boolean;
};

/** A novel's picture, and its main colour. */
export type NovelCover = { hash: string; width: number; height: number; colour: string };

/** Of `images`, joined to the left: null for a novel without a cover. */
export const coverColumns = {
  hash: images.hash,
  width: images.width,
  height: images.height,
  colour: images.colour,
};

/** What an address can be; anything else is not even asked for. */
const slugForm = /^[a-z0-9-]{1,120}$/;
const coverWidthInAnswersPixels = 480;

/** The one rule that keeps drafts of novels out of every page, list and call for readers. */
export const isPublic = not(novels.isDraft);

/** This novel, unless it is a draft. */
export const isPublicNovel = (id: string) => and(eq(novels.id, id), isPublic);

/** The public novel that a reader's change is about; else 404 `NOT_FOUND`. */
export const onPublicNovel = exists(
  novels,
  ({ id }: { id: string }) => isPublicNovel(id),
  messages.novelMissing,
);

/** A bounded page of novels, newest first, and where it goes on (null at the end). */
export async function listNewestNovels(
  db: Database,
  page: { limit: number; after: Cursor | null },
): Promise<{ novels: Novel[]; next: Cursor | null }> {
  const limit = page.limit + 1;
  const rows =
    page.after === null
      ? await selectNewest(db).execute({ limit })
      : await selectNewestAfter(db).execute({
          limit,
          createdAt: page.after.createdAt.toISOString(),
          id: page.after.id,
        });
  const found = rows.slice(0, page.limit).map(toNovel);
  const last = found.at(-1);
  return { novels: found, next: rows.length > page.limit && last ? last : null };
}

const selectNewest = prepared((db) => newestWhere(db, isPublic).prepare('list_newest_novels'));

const selectNewestAfter = prepared((db) => {
  const [createdAt, id] = [sql.placeholder('createdAt'), sql.placeholder('id')];
  const isAfter = sql`(${novels.createdAt}, ${novels.id}) < (${createdAt}::timestamptz, ${id}::uuid)`;
  return newestWhere(db, and(isPublic, isAfter)).prepare('list_newest_novels_after');
});

function newestWhere(db: Database, where: SQL | undefined) {
  return selectNovels(db)
    .where(where)
    .orderBy(desc(novels.createdAt), desc(novels.id))
    .limit(sql.placeholder('limit'));
}

/** The public novel with this id, or null: a draft is nobody's but its author's. */
export async function findNovel(db: Database, id: string): Promise<Novel | null> {
  const [row] = await selectNovels(db).where(isPublicNovel(id)).limit(1);
  return row ? toNovel(row) : null;
}

/** The public novel with this slug, or null. */
export async function findNovelBySlug(db: Database, slug: string): Promise<Novel | null> {
  if (!slugForm.test(slug)) return null;
  const [row] = await selectNovels(db)
    .where(and(eq(novels.slug, slug), isPublic))
    .limit(1);
  return row ? toNovel(row) : null;
}

/** The public novel with this slug as its page shows it, or null. */
export async function findShownNovel(db: Database, slug: string): Promise<ShownNovel | null> {
  if (!slugForm.test(slug)) return null;
  const lastOut = sql`(select max(out.chapter_number) from chapters as out
    where out.novel_id = ${novels.id} and out.status = 'published')`;
  const due = db
    .select({ at: chapters.publishedAt })
    .from(chapters)
    .where(
      and(
        eq(chapters.novelId, novels.id),
        eq(chapters.status, 'scheduled'),
        sql`${chapters.chapterNumber} > ${lastOut}`,
      ),
    )
    .orderBy(asc(chapters.chapterNumber))
    .limit(1);
  const [row] = await db
    .select({
      ...novelColumns,
      authorSlug: slugOf(novels.authorName),
      translatorSlug: slugOf(novels.translatorName),
      tagSlugs: slugsOf(novels.tags),
      nextDueAt: sql`(${due})`.mapWith(chapters.publishedAt),
      // A draft with a date was public.
      isWithdrawn: sql<boolean | null>`case when ${novels.chapterCount} = 0 then (
        select bool_and(own.status = 'draft') and bool_or(own.published_at is not null)
        from chapters as own where own.novel_id = ${novels.id}) end`,
    })
    .from(novels)
    .innerJoin(novelViews, eq(novelViews.novelId, novels.id))
    .leftJoin(images, eq(images.hash, novels.coverHash))
    .where(and(eq(novels.slug, slug), isPublic))
    .limit(1);
  if (!row) return null;
  const { authorSlug, translatorSlug, tagSlugs, nextDueAt } = row;
  const isWithdrawn = row.isWithdrawn === true;
  return { ...toNovel(row), authorSlug, translatorSlug, tagSlugs, nextDueAt, isWithdrawn };
}

/** How many novels there are. Reads the whole index: for commands, not for pages. */
export async function countNovels(db: Database): Promise<number> {
  const [row] = await db.select({ novels: count() }).from(novels);
  return row?.novels ?? 0;
}

/** Mean of the ratings to one decimal, or null while nobody has rated. */
export function ratingAverage(novel: Pick<Novel, 'ratingSum' | 'ratingCount'>): number | null {
  if (novel.ratingCount === 0) return null;
  return Math.round((novel.ratingSum / novel.ratingCount) * 10) / 10;
}

/** A novel as the API gives it. */
export function toNovelBody(novel: Novel): NovelBody {
  const rating = ratingAverage(novel);
  return {
    _id: novel.id,
    slug: novel.slug,
    title: novel.title,
    authorName: novel.authorName,
    coverImage: novel.cover && paths.image(novel.cover.hash, coverWidthInAnswersPixels, 'webp'),
    description: novel.description,
    status: novel.status,
    language: novel.language,
    genres: novel.genres,
    tags: novel.tags,
    contentWarnings: novel.contentWarnings,
    ageMin: novel.ageMin,
    views: novel.views,
    favorites: novel.favorites,
    chapterCount: novel.chapterCount,
    rating,
    ratingAvg: rating,
    ratingCount: novel.ratingCount,
    createdAt: novel.createdAt.toISOString(),
    updatedAt: novel.updatedAt.toISOString(),
  };
}

/** What `toNovel` takes. */
export const novelColumns = {
  novel: novels,
  views: novelViews.views,
  width: images.width,
  height: images.height,
  colour: images.colour,
};

/** Novels with their views and covers, to be narrowed and ordered. */
export function selectNovels(db: Database) {
  return db
    .select(novelColumns)
    .from(novels)
    .innerJoin(novelViews, eq(novelViews.novelId, novels.id))
    .leftJoin(images, eq(images.hash, novels.coverHash));
}

/** A row of `selectNovels`. */
export function toNovel(row: {
  novel: InferSelectModel<typeof novels>;
  views: number;
  width: number | null;
  height: number | null;
  colour: string | null;
}): Novel {
  const { coverHash } = row.novel;
  const cover =
    coverHash !== null && row.width !== null && row.height !== null && row.colour !== null
      ? { hash: coverHash, width: row.width, height: row.height, colour: row.colour }
      : null;
  return { ...row.novel, views: row.views, cover };
}

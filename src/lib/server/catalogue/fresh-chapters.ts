import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { chapters, images, novels } from '#server/core/db/schema/catalogue.ts';
import { isFree } from './chapters.ts';
import { coverColumns, isPublic, type Novel } from './novels.ts';

/** A chapter that came out this week. */
export type FreshChapter = {
  id: string;
  chapterNumber: number;
  title: string;
  wordCount: number;
  isFree: boolean;
  publishedAt: Date;
  novel: Pick<Novel, 'id' | 'slug' | 'title' | 'authorName' | 'genres' | 'language' | 'cover'>;
};

const weekMs = 7 * 86_400_000;
const freshMax = 8;
/** Of one novel; an author who publishes a whole book fills no page. */
const freshOfNovelMax = 2;
/** Chapters of the week, the newest: beyond, one that is older is not seen. */
const freshLookedAt = 2_000;
const freshJoinedMax = 200;

/** The newest chapters of the week, few of each novel; in one bounded query. */
export async function listFreshChapters(db: Database, now: Date): Promise<FreshChapter[]> {
  const since = new Date(now.getTime() - weekMs).toISOString();
  const rows = await selectFresh(db).execute({ since });
  return rows.map(({ cover, novel, ...chapter }) => ({
    ...chapter,
    isFree: isFree(chapter, now),
    novel: { ...novel, cover },
  }));
}

const selectFresh = prepared((db) => {
  const recent = db
    .select({ id: chapters.id, novelId: chapters.novelId, publishedAt: chapters.publishedAt })
    .from(chapters)
    .where(
      and(
        eq(chapters.status, 'published'),
        gt(chapters.publishedAt, sql`${sql.placeholder('since')}::timestamptz`),
      ),
    )
    .orderBy(desc(chapters.publishedAt))
    .limit(freshLookedAt)
    .as('recent');
  const ranked = db
    .select({
      id: recent.id,
      publishedAt: recent.publishedAt,
      place:
        sql<number>`row_number() over (partition by ${recent.novelId} order by ${recent.publishedAt} desc)`.as(
          'place',
        ),
    })
    .from(recent)
    .as('ranked');
  // Only these are joined; those of drafts are left out then.
  const few = db
    .select({ id: ranked.id })
    .from(ranked)
    .where(lte(ranked.place, freshOfNovelMax))
    .orderBy(desc(ranked.publishedAt))
    .limit(freshJoinedMax)
    .as('few');
  return db
    .select({
      id: chapters.id,
      chapterNumber: chapters.chapterNumber,
      title: chapters.title,
      wordCount: chapters.wordCount,
      isPremium: chapters.isPremium,
      freeFrom: chapters.freeFrom,
      publishedAt: sql<Date>`${chapters.publishedAt}`.mapWith(chapters.publishedAt),
      novel: {
        id: novels.id,
        slug: novels.slug,
        title: novels.title,
        authorName: novels.authorName,
        genres: novels.genres,
        language: novels.language,
      },
      cover: coverColumns,
    })
    .from(few)
    .innerJoin(chapters, eq(chapters.id, few.id))
    .innerJoin(novels, and(eq(novels.id, chapters.novelId), isPublic))
    .leftJoin(images, eq(images.hash, novels.coverHash))
    .orderBy(desc(chapters.publishedAt), desc(chapters.id))
    .limit(freshMax)
    .prepare('list_fresh_chapters');
});

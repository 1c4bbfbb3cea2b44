import { and, count, desc, eq, gt, sql, type Placeholder } from 'drizzle-orm';
import {
  favoritesWatchedMax,
  newChaptersListMax,
  newChaptersOfNovelMax,
} from '#shared/constants.ts';
import type { NewChaptersBody } from '#shared/contracts/new-chapters.ts';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { chapters, novels } from '../db/schema/catalogue.ts';
import { users } from '../db/schema/identity.ts';
import { favorites } from '../db/schema/reading.ts';
import { isPublic } from './novels.ts';

/**
 * How many favourites have new chapters, and whether one was published since the list was last
 * viewed.
 */
export type NewChaptersSummary = { novels: number; isUnseen: boolean };

/** Loaded by every page for a signed-in user; one query, an index probe per favourite. */
export async function summarizeNewChapters(
  db: Database,
  { id, newsSeenUntil }: Pick<typeof users.$inferSelect, 'id' | 'newsSeenUntil'>,
): Promise<NewChaptersSummary> {
  const [row] = await selectSummary(db).execute({ userId: id });
  const latestAt = row?.latestAt ?? null;
  const isUnseen = latestAt !== null && (newsSeenUntil === null || latestAt > newsSeenUntil);
  return { novels: row?.novels ?? 0, isUnseen };
}

const selectSummary = prepared((db) => {
  const watched = watchedBy(db, sql.placeholder('userId'));
  const newest = newestOf(db, watched);
  return db
    .select({
      novels: count(),
      latestAt: sql<Date | null>`max(${newest.publishedAt})`.mapWith(chapters.publishedAt),
    })
    .from(watched)
    .innerJoin(novels, and(eq(novels.id, watched.novelId), isPublic))
    .innerJoinLateral(newest, sql`true`)
    .prepare('summarize_new_chapters');
});

/** A user's favourites with new chapters, newest first, bounded. */
export async function listNewChapters(db: Database, userId: string): Promise<NewChaptersBody[]> {
  const watched = watchedBy(db, userId);
  const newest = newestOf(db, watched);
  const listed = db
    .select({
      novelId: watched.novelId,
      since: watched.since,
      slug: novels.slug,
      title: novels.title,
      latestAt: newest.publishedAt,
    })
    .from(watched)
    .innerJoin(novels, and(eq(novels.id, watched.novelId), isPublic))
    .innerJoinLateral(newest, sql`true`)
    .orderBy(desc(newest.publishedAt), desc(watched.novelId))
    .limit(newChaptersListMax)
    .as('listed');
  const isNew = and(
    eq(chapters.novelId, listed.novelId),
    eq(chapters.status, 'published'),
    gt(chapters.publishedAt, listed.since),
  );
  const first = db
    .select({
      id: chapters.id,
      chapterNumber: chapters.chapterNumber,
      chapterTitle: sql<string>`${chapters.title}`.as('chapter_title'),
    })
    .from(chapters)
    .where(isNew)
    .orderBy(chapters.chapterNumber)
    .limit(1)
    .as('first');
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(chapters)
    .where(isNew)
    .limit(newChaptersOfNovelMax)
    .as('some');
  const counted = db
    .select({ count: count().as('count') })
    .from(some)
    .as('counted');
  const rows = await db
    .select()
    .from(listed)
    .innerJoinLateral(first, sql`true`)
    .innerJoinLateral(counted, sql`true`)
    .orderBy(desc(listed.latestAt), desc(listed.novelId));
  return rows.map(({ listed: novel, first: { id, chapterNumber, chapterTitle }, counted }) => ({
    novelId: novel.novelId,
    slug: novel.slug,
    title: novel.title,
    count: counted.count,
    first: { _id: id, chapterNumber, title: chapterTitle },
    // Found by its date, so it has one.
    latestAt: (novel.latestAt ?? new Date(0)).toISOString(),
  }));
}

/** Records up to when the user has seen the list; never backwards, never into the future. */
export async function seeNewChapters(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
  until: Date,
): Promise<void> {
  const now = clock.now();
  const seen = until < now ? until : now;
  await db
    .update(users)
    .set({
      newsSeenUntil: sql`greatest(${users.newsSeenUntil}, ${sql.param(seen, users.newsSeenUntil)})`,
    })
    .where(eq(users.id, userId));
}

/** Records that the user opened a novel. @returns whether it is one of their favourites. */
export async function openNovel(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId, novelId }: { userId: string; novelId: string },
): Promise<boolean> {
  const rows = await db
    .update(favorites)
    .set({ openedAt: clock.now() })
    .where(and(eq(favorites.userId, userId), eq(favorites.novelId, novelId)))
    .returning({ novelId: favorites.novelId });
  return rows.length > 0;
}

/** The most recent favourites, and since when a chapter of each counts as new. */
function watchedBy(db: Database, userId: string | Placeholder) {
  const since = sql<Date>`greatest(${favorites.createdAt}, ${favorites.openedAt})`
    .mapWith(favorites.createdAt)
    .as('since');
  return db
    .select({ novelId: favorites.novelId, since })
    .from(favorites)
    .where(eq(favorites.userId, userId))
    .orderBy(desc(favorites.createdAt))
    .limit(favoritesWatchedMax)
    .as('watched');
}

function newestOf(db: Database, watched: ReturnType<typeof watchedBy>) {
  return db
    .select({ publishedAt: chapters.publishedAt })
    .from(chapters)
    .where(
      and(
        eq(chapters.novelId, watched.novelId),
        eq(chapters.status, 'published'),
        gt(chapters.publishedAt, watched.since),
      ),
    )
    .orderBy(desc(chapters.publishedAt))
    .limit(1)
    .as('newest');
}

import { and, count, desc, eq, gt, sql, type Placeholder, type SQL } from 'drizzle-orm';
import {
  authorNovelsWatchedMax,
  authorsWatchedMax,
  favoritesWatchedMax,
  newChaptersListMax,
  newChaptersOfNovelMax,
  novelsOfAuthorWatchedMax,
} from '#shared/constants.ts';
import type { NewChaptersBody } from '#shared/contracts/new-chapters.ts';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { announcements } from '#server/core/db/schema/announcements.ts';
import { chapters, novels, slugOf } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { favorites, followedAuthors, openedNovels } from '#server/core/db/schema/reading.ts';
import { isAnnouncedAs } from './listings.ts';
import { isPublic } from './novels.ts';

/**
 * How many novels that a user follows, or whose author they follow, have new chapters or a new
 * announcement, and whether one was published since the list was last viewed.
 */
export type NewChaptersSummary = { novels: number; isUnseen: boolean };

/** Loaded by every page for a signed-in user; one query, an index probe per novel. */
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

/** Novels with new chapters or announcements for a user, newest first, bounded. */
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
  const announced = db
    .select({
      announcementId: announcements.id,
      announcementTitle: announcements.title,
    })
    .from(announcements)
    .where(
      and(eq(announcements.novelId, listed.novelId), gt(announcements.createdAt, listed.since)),
    )
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(1)
    .as('announced');
  const rows = await db
    .select()
    .from(listed)
    .leftJoinLateral(first, sql`true`)
    .innerJoinLateral(counted, sql`true`)
    .leftJoinLateral(announced, sql`true`)
    .orderBy(desc(listed.latestAt), desc(listed.novelId));
  return rows.map(({ listed: novel, first: next, counted, announced: said }) => ({
    novelId: novel.novelId,
    slug: novel.slug,
    title: novel.title,
    count: counted.count,
    first: next && { _id: next.id, chapterNumber: next.chapterNumber, title: next.chapterTitle },
    announcement: said && { _id: said.announcementId, title: said.announcementTitle },
    latestAt: novel.latestAt.toISOString(),
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

/**
 * Records that the user opened a novel. @returns whether it is one of their favourites, or by
 * somebody whom they follow; nothing is recorded otherwise.
 */
export async function openNovel(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId, novelId }: { userId: string; novelId: string },
): Promise<boolean> {
  const openedAt = clock.now();
  const favorite = await db
    .update(favorites)
    .set({ openedAt })
    .where(and(eq(favorites.userId, userId), eq(favorites.novelId, novelId)))
    .returning({ novelId: favorites.novelId });
  const at = sql.param(openedAt, openedNovels.openedAt);
  const followed = await db
    .insert(openedNovels)
    .select(
      sql`select ${userId}::uuid, ${novels.id}, ${at}::timestamptz from ${novels}
        where ${novels.id} = ${novelId}::uuid and ${isPublic} and exists (
          select 1 from ${followedAuthors} where ${followedAuthors.userId} = ${userId}::uuid
          and ${followedAuthors.authorSlug} in (slug_of(${novels.authorName}), slug_of(${novels.translatorName})))`,
    )
    .onConflictDoUpdate({
      target: [openedNovels.userId, openedNovels.novelId],
      set: { openedAt },
    })
    .returning({ novelId: openedNovels.novelId });
  return favorite.length + followed.length > 0;
}

/**
 * The most recent favourites, the novels of the authors followed last, and since when a chapter of
 * each counts as new: since the novel or its author was followed, or the novel was opened.
 */
function watchedBy(db: Database, userId: string | Placeholder) {
  const isTheirs = (isByThem: SQL) => sql`(
    select ${novels.id} from ${novels}
    where ${isPublic} and ${isByThem} and ${isAnnouncedAs(sql`person.author_slug`)}
    order by ${novels.createdAt} desc, ${novels.id} desc limit ${inline(novelsOfAuthorWatchedMax)})`;
  const written = isTheirs(sql`${slugOf(novels.authorName)} = person.author_slug`);
  const translated = isTheirs(
    sql`${slugOf(novels.translatorName)} = person.author_slug and ${novels.translatorName} <> ''`,
  );
  const followed = sql`(
    (select ${favorites.novelId} as novel_id, ${favorites.createdAt} as followed_at,
        ${favorites.openedAt} as opened_at
      from ${favorites} where ${favorites.userId} = ${userId}
      order by ${favorites.createdAt} desc limit ${inline(favoritesWatchedMax)})
    union all
    (select theirs.id, person.created_at, ${openedNovels.openedAt}
      from (
        select author_slug, created_at from ${followedAuthors}
        where ${followedAuthors.userId} = ${userId}
        order by created_at desc limit ${inline(authorsWatchedMax)}) as person
      cross join lateral (${written} union all ${translated}) as theirs
      left join ${openedNovels}
        on ${openedNovels.userId} = ${userId} and ${openedNovels.novelId} = theirs.id
      order by person.created_at desc limit ${inline(authorNovelsWatchedMax)})) as followed`;
  return db
    .select({
      // Drizzle names no table for a field that is an expression: the name is this one's alone.
      novelId: sql<string>`followed.novel_id`.as('watched_id'),
      since: sql<Date>`greatest(min(followed.followed_at), max(followed.opened_at))`
        .mapWith(favorites.createdAt)
        .as('since'),
    })
    .from(followed)
    .groupBy(sql`followed.novel_id`)
    .as('watched');
}

/** A bound of ours: a plan knows it. */
const inline = (bound: number) => sql.raw(String(bound));

/** When the newest chapter or announcement of a watched novel came; no row without a new one. */
function newestOf(db: Database, watched: ReturnType<typeof watchedBy>) {
  const newestChapter = sql`(
    select ${chapters.publishedAt} as at from ${chapters}
    where ${chapters.novelId} = ${watched.novelId} and ${chapters.status} = 'published'
      and ${chapters.publishedAt} > ${watched.since}
    order by ${chapters.publishedAt} desc limit 1)`;
  const newestAnnouncement = sql`(
    select ${announcements.createdAt} as at from ${announcements}
    where ${announcements.novelId} = ${watched.novelId} and ${announcements.createdAt} > ${watched.since}
    order by ${announcements.createdAt} desc limit 1)`;
  const latest = sql<Date>`max(dated.at)`;
  return db
    .select({ publishedAt: latest.mapWith(chapters.publishedAt).as('latest_at') })
    .from(sql`(${newestChapter} union all ${newestAnnouncement}) as dated`)
    .having(sql`max(dated.at) is not null`)
    .as('newest');
}

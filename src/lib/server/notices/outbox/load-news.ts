import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { setPlainText } from '#shared/text/typography.ts';
import { isAnnouncedAs } from '#server/catalogue/listings.ts';
import { isPublic } from '#server/catalogue/novels.ts';
import type { Database } from '#server/core/db/database.ts';
import { announcements } from '#server/core/db/schema/announcements.ts';
import { chapters, novels, slugOf } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { users } from '#server/core/db/schema/identity.ts';
import {
  mailBounces,
  noticeSettings,
  releasedChapters,
  releases,
} from '#server/core/db/schema/outbox.ts';
import { favorites, followedAuthors } from '#server/core/db/schema/reading.ts';
import type { Message } from './claim-messages.ts';
import type { Pace, QuietHours } from './due-instant.ts';

/** Somebody to be told, as they are now: they may have changed their mind since it was written. */
type Reader = {
  id: string;
  email: string | null;
  /** The address that refused our mail, if it is still theirs. */
  hasBounced: boolean;
  paces: Record<Message['rows'][number]['channel'], Pace>;
  quiet: QuietHours | null;
};

/**
 * What came out in a novel: how many chapters, and the first of them, never a word of their text; and
 * its announcements, by their titles.
 */
export type NovelNews = {
  id: string;
  slug: string;
  title: string;
  count: number;
  chapters: readonly { id: string; number: number; title: string }[];
  announcements: readonly { id: string; title: string }[];
  /** For those who have unlocked a chapter too. */
  isOfLeaving: boolean;
};

/** What one message tells; no novel where all of it was withdrawn, unfollowed or muted since. */
export type News = { reader: Reader | null; novels: readonly NovelNews[] };

/** Chapters that a message names; the others are counted. */
const chaptersNamedMax = 10;

const payloadSchema = z.object({ releaseId: z.uuid() });

/** What these messages tell, in three queries for all of them. */
export async function loadNews(
  db: Database,
  messages: readonly Message[],
): Promise<Map<string, News>> {
  const released = messages.flatMap(({ id, userId, rows }) =>
    rows.map(({ payload }) => ({
      messageId: id,
      userId: userId ?? '',
      releaseId: payloadSchema.parse(payload).releaseId,
    })),
  );
  if (released.length === 0) return new Map();
  const [readers, ofRelease] = [
    await loadReaders(db, [...new Set(released.map(({ userId }) => userId))]),
    await loadReleases(db, [...new Set(released.map(({ releaseId }) => releaseId))]),
  ];
  const follows = await loadFollows(
    db,
    released.flatMap(({ userId, releaseId }) => {
      const novel = ofRelease.get(releaseId);
      return novel ? { userId, novelId: novel.id, isOfLeaving: novel.isOfLeaving } : [];
    }),
  );
  return new Map(
    messages.map(({ id, userId }) => {
      const loaded = released
        .filter(({ messageId }) => messageId === id)
        .flatMap(({ releaseId }) => ofRelease.get(releaseId) ?? [])
        .filter(({ id: novelId, isOfLeaving }) =>
          follows.has(`${userId} ${novelId} ${isOfLeaving}`),
        );
      return [id, { reader: readers.get(userId ?? '') ?? null, novels: merged(loaded) }];
    }),
  );
}

async function loadReaders(db: Database, ids: string[]): Promise<Map<string, Reader>> {
  const rows = await db
    .select({
      id: users.id,
      email: users.email,
      bounced: mailBounces.address,
      settings: noticeSettings,
    })
    .from(users)
    .leftJoin(noticeSettings, eq(noticeSettings.userId, users.id))
    .leftJoin(mailBounces, eq(mailBounces.userId, users.id))
    .where(inArray(users.id, ids));
  return new Map(
    rows.map(({ id, email, bounced, settings }) => {
      const { quietFromHour: fromHour = null, quietUntilHour: untilHour = null } = settings ?? {};
      const paces = { email: settings?.emailPace ?? 'off', push: settings?.pushPace ?? 'off' };
      const quiet = fromHour === null || untilHour === null ? null : { fromHour, untilHour };
      const hasBounced = bounced !== null && bounced === email;
      return [id, { id, email, hasBounced, paces, quiet }];
    }),
  );
}

/** What readers see of these releases today. */
async function loadReleases(db: Database, ids: string[]): Promise<Map<string, NovelNews>> {
  const isSeen = and(eq(releasedChapters.releaseId, releases.id), eq(chapters.status, 'published'));
  const named = db
    .select({
      chapters: sql<
        NovelNews['chapters']
      >`coalesce(json_agg(named order by named.number), '[]')`.as('chapters'),
    })
    .from(
      db
        .select({
          id: chapters.id,
          number: sql<number>`${chapters.chapterNumber}`.as('number'),
          title: chapters.title,
        })
        .from(releasedChapters)
        .innerJoin(chapters, eq(chapters.id, releasedChapters.chapterId))
        .where(isSeen)
        .orderBy(chapters.chapterNumber)
        .limit(chaptersNamedMax)
        .as('named'),
    )
    .as('listed');
  const rows = await db
    .select({
      releaseId: releases.id,
      id: novels.id,
      slug: novels.slug,
      title: novels.title,
      language: novels.language,
      chapters: named.chapters,
      isOfLeaving: releases.isOfLeaving,
      announcements: sql<NovelNews['announcements']>`coalesce((
        select json_agg(json_build_object('id', ${announcements.id}, 'title', ${announcements.title}))
        from ${announcements} where ${announcements.releaseId} = ${releases.id}), '[]')`,
      count: sql<number>`(select count(*)::int from ${releasedChapters}
        join ${chapters} on ${chapters.id} = ${releasedChapters.chapterId} where ${isSeen})`,
    })
    .from(releases)
    .innerJoin(novels, and(eq(novels.id, releases.novelId), isPublic))
    .innerJoinLateral(named, sql`true`)
    .where(inArray(releases.id, ids));
  return new Map(
    rows.flatMap(({ releaseId, language, ...novel }) => {
      if (novel.count === 0 && novel.announcements.length === 0) return [];
      const named = novel.chapters.map((one) => ({
        ...one,
        title: setPlainText(one.title, language),
      }));
      const announced = novel.announcements.map((one) => ({
        ...one,
        title: setPlainText(one.title, novel.isOfLeaving ? 'fr' : language),
      }));
      return [[releaseId, { ...novel, chapters: named, announcements: announced }]];
    }),
  );
}

/** Who still follows which of these novels, and wants to be told of it, as `user novel isOfLeaving`. */
async function loadFollows(
  db: Database,
  pairs: readonly { userId: string; novelId: string; isOfLeaving: boolean }[],
): Promise<Set<string>> {
  if (pairs.length === 0) return new Set();
  const result = await db.execute(sql`
    select asked.*
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
      as asked("userId" uuid, "novelId" uuid, "isOfLeaving" boolean)
    join ${novels} on ${novels.id} = asked."novelId"
    where coalesce(
      (select not ${favorites.isMuted} from ${favorites}
        where ${favorites.userId} = asked."userId" and ${favorites.novelId} = asked."novelId"),
      (select bool_or(not ${followedAuthors.isMuted}) from ${followedAuthors}
        where ${followedAuthors.userId} = asked."userId" and ${followedAuthors.authorSlug}
          in (${slugOf(novels.authorName)}, ${slugOf(novels.translatorName)})
          and ${isAnnouncedAs(followedAuthors.authorSlug)}),
      asked."isOfLeaving" and exists (select from ${unlocks} join ${chapters}
        on ${chapters.id} = ${unlocks.chapterId} where ${unlocks.userId} = asked."userId"
          and ${chapters.novelId} = asked."novelId"))`);
  const { rows } = followsSchema.parse(result);
  return new Set(
    rows.map(({ userId, novelId, isOfLeaving }) => `${userId} ${novelId} ${isOfLeaving}`),
  );
}

const followsSchema = z.object({
  rows: z.array(z.object({ userId: z.string(), novelId: z.string(), isOfLeaving: z.boolean() })),
});

/** Several releases of one novel are one. */
function merged(novels: readonly NovelNews[]): NovelNews[] {
  return [...Map.groupBy(novels, ({ id }) => id).values()].map((same) => {
    const [first] = same;
    if (!first) throw new Error('a group has members');
    const all = same.flatMap((one) => one.chapters).toSorted((a, b) => a.number - b.number);
    return {
      ...first,
      isOfLeaving: same.every((one) => one.isOfLeaving),
      count: same.reduce((sum, { count }) => sum + count, 0),
      chapters: all.slice(0, chaptersNamedMax),
      announcements: same.flatMap((one) => one.announcements),
    };
  });
}

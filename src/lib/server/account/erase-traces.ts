/** Deletes what a user left in the product and corrects the counters. */
import { and, asc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { chapters, novels } from '../db/schema/catalogue.ts';
import {
  commentReports,
  comments,
  hiddenPeople,
  withheldComments,
} from '../db/schema/community.ts';
import { announcements } from '../db/schema/announcements.ts';
import { blockedReaders } from '../db/schema/conversation.ts';
import { mailBounces, noticeSettings, outbox, pushSubscriptions } from '../db/schema/outbox.ts';
import { users } from '../db/schema/identity.ts';
import { items } from '../db/schema/items.ts';
import { bookUploads } from '../db/schema/uploads.ts';
import { chapterVersions } from '../db/schema/versions.ts';
import {
  bookmarks,
  chapterLikes,
  favorites,
  followedAuthors,
  libraryEntries,
  openedNovels,
  ratings,
  readerDays,
  readingPlaces,
} from '../db/schema/reading.ts';
import { payoutAccounts } from '../db/schema/payouts.ts';
import { novelInvitations, novelMembers } from '../db/schema/people.ts';
import { typoReports } from '../db/schema/typos.ts';
import { chapterTag, figuresTag, nextDueTag } from '../pagecache/tags.ts';

/**
 * Deletes marks and places, and the user's name from what stays. @returns tags of the pages that
 * change.
 */
export async function eraseTraces(tx: Database, userId: string): Promise<string[]> {
  const likedIds = await eraseLikes(tx, userId);
  const novelIds = [...(await eraseFavorites(tx, userId)), ...(await eraseRatings(tx, userId))];
  await tx.delete(bookmarks).where(eq(bookmarks.userId, userId));
  await tx.delete(readingPlaces).where(eq(readingPlaces.userId, userId));
  await tx.delete(readerDays).where(eq(readerDays.userId, userId));
  await tx.delete(libraryEntries).where(eq(libraryEntries.userId, userId));
  await tx.delete(followedAuthors).where(eq(followedAuthors.userId, userId));
  await tx.delete(noticeSettings).where(eq(noticeSettings.userId, userId));
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
  await keepLettersAboutMoney(tx, userId);
  await tx.delete(outbox).where(eq(outbox.userId, userId));
  await tx.delete(mailBounces).where(eq(mailBounces.userId, userId));
  await tx.delete(openedNovels).where(eq(openedNovels.userId, userId));
  await tx
    .delete(hiddenPeople)
    .where(or(eq(hiddenPeople.userId, userId), eq(hiddenPeople.hiddenUserId, userId)));
  await tx
    .delete(blockedReaders)
    .where(or(eq(blockedReaders.authorId, userId), eq(blockedReaders.userId, userId)));
  await tx.update(announcements).set({ writerId: null }).where(eq(announcements.writerId, userId));
  await tx
    .update(chapterVersions)
    .set({ writtenBy: null })
    .where(eq(chapterVersions.writtenBy, userId));
  await tx.update(chapters).set({ scheduledBy: null }).where(eq(chapters.scheduledBy, userId));
  const commentedIds = await detachComments(tx, userId);
  await detachReports(tx, userId);
  await tx.delete(typoReports).where(eq(typoReports.userId, userId));
  await tx.update(typoReports).set({ decidedBy: null }).where(eq(typoReports.decidedBy, userId));
  await tx.delete(novelMembers).where(eq(novelMembers.userId, userId));
  await tx.delete(novelInvitations).where(eq(novelInvitations.invitedBy, userId));
  await tx.delete(payoutAccounts).where(eq(payoutAccounts.userId, userId));
  await tx.delete(bookUploads).where(eq(bookUploads.ownerId, userId));
  await tx.update(items).set({ creatorId: null }).where(eq(items.creatorId, userId));
  const unscheduledIds = await withdrawSchedule(tx, userId);
  return [
    ...likedIds.map(chapterTag),
    ...commentedIds.map(chapterTag),
    ...novelIds.map(figuresTag),
    ...unscheduledIds.map(nextDueTag),
    ...(novelIds.length > 0 ? ['home'] : []),
  ];
}

/**
 * An invoice or the acknowledgement of a withdrawal that was not sent yet is owed to a deleted account
 * too: it goes out to the address that the account had, which is kept until then.
 */
async function keepLettersAboutMoney(tx: Database, userId: string): Promise<void> {
  const email = tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const isOwed = and(
    eq(outbox.userId, userId),
    inArray(outbox.kind, ['receipt', 'withdrawal']),
    isNull(outbox.sentAt),
    isNull(outbox.failedAt),
  );
  await tx
    .update(outbox)
    .set({
      userId: null,
      payload: sql`${outbox.payload} || jsonb_build_object('address', (${email}), 'ownerId', ${userId}::text)`,
    })
    .where(isOwed);
}

async function eraseLikes(tx: Database, userId: string): Promise<string[]> {
  const gone = await tx
    .delete(chapterLikes)
    .where(eq(chapterLikes.userId, userId))
    .returning({ id: chapterLikes.chapterId });
  await inOrder(gone, async (ids) => {
    await hold(tx, chapters, ids);
    await tx
      .update(chapters)
      .set({ likes: sql`${chapters.likes} - 1` })
      .where(inArray(chapters.id, ids));
  });
  return gone.map(({ id }) => id);
}

async function eraseFavorites(tx: Database, userId: string): Promise<string[]> {
  const gone = await tx
    .delete(favorites)
    .where(eq(favorites.userId, userId))
    .returning({ id: favorites.novelId });
  await inOrder(gone, async (ids) => {
    await hold(tx, novels, ids);
    await tx
      .update(novels)
      .set({ favorites: sql`${novels.favorites} - 1` })
      .where(inArray(novels.id, ids));
  });
  return gone.map(({ id }) => id);
}

async function eraseRatings(tx: Database, userId: string): Promise<string[]> {
  const gone = await tx
    .delete(ratings)
    .where(eq(ratings.userId, userId))
    .returning({ id: ratings.novelId, rating: ratings.rating });
  await inOrder(gone, (ids) => hold(tx, novels, ids));
  for (const [rating, rated] of Map.groupBy(gone, (row) => row.rating)) {
    await inOrder(rated, async (ids) => {
      await tx
        .update(novels)
        .set({
          ratingSum: sql`${novels.ratingSum} - ${rating}`,
          ratingCount: sql`${novels.ratingCount} - 1`,
        })
        .where(inArray(novels.id, ids));
    });
  }
  return gone.map(({ id }) => id);
}

/** Ids per statement: PostgreSQL allows 65,535 parameters. */
const idsAtOnce = 1_000;

/** Processes rows by id, lowest first: two concurrent calls cannot deadlock. */
async function inOrder(
  rows: readonly { id: string }[],
  run: (ids: string[]) => Promise<void>,
): Promise<void> {
  const ids = rows.map(({ id }) => id).toSorted();
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    await run(ids.slice(from, from + idsAtOnce));
  }
}

async function hold(
  tx: Database,
  table: typeof chapters | typeof novels,
  ids: string[],
): Promise<void> {
  const id: PgColumn = table.id;
  const isOne: SQL = inArray(id, ids);
  await tx.select({ id }).from(table).where(isOne).orderBy(asc(id)).for('no key update');
}

/** Comments stay without their author; words withheld by moderators are deleted. */
async function detachComments(tx: Database, userId: string): Promise<string[]> {
  const own = tx.select({ id: comments.id }).from(comments).where(eq(comments.userId, userId));
  await tx.delete(withheldComments).where(inArray(withheldComments.commentId, own));
  await tx
    .update(withheldComments)
    .set({ mentionId: null })
    .where(eq(withheldComments.mentionId, userId));
  const detached = await tx
    .update(comments)
    .set({ userId: null })
    .where(eq(comments.userId, userId))
    .returning({ chapterId: comments.chapterId });
  const mentions = await tx
    .update(comments)
    .set({ mentionId: null, mentionName: null })
    .where(eq(comments.mentionId, userId))
    .returning({ chapterId: comments.chapterId });
  return [...new Set([...detached, ...mentions].map(({ chapterId }) => chapterId))];
}

/** A pending report still counts, without its text; settled reports are deleted. */
async function detachReports(tx: Database, userId: string): Promise<void> {
  const isTheirs = eq(commentReports.userId, userId);
  await tx.delete(commentReports).where(and(isTheirs, isNotNull(commentReports.settledAt)));
  await tx
    .update(commentReports)
    .set({ reason: '' })
    .where(and(isTheirs, isNull(commentReports.settledAt)));
}

/**
 * Nothing more is published in the name of an author who has left; published chapters stay.
 * @returns the novels whose chapters were due.
 */
async function withdrawSchedule(tx: Database, userId: string): Promise<string[]> {
  const owned = tx.select({ id: novels.id }).from(novels).where(eq(novels.ownerId, userId));
  const withdrawn = await tx
    .update(chapters)
    .set({
      ...{ status: 'draft', publishedAt: null },
      freeFrom: sql`case when ${chapters.isFreeByRule} then null else ${chapters.freeFrom} end`,
      isFreeByRule: false,
    })
    .where(and(inArray(chapters.novelId, owned), eq(chapters.status, 'scheduled')))
    .returning({ novelId: chapters.novelId });
  return [...new Set(withdrawn.map(({ novelId }) => novelId))];
}

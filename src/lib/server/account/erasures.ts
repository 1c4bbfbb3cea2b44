/** What erasing an account does beyond deleting a row or emptying a column; counters are corrected. */
import { and, asc, eq, inArray, isNotNull, isNull, ne, not, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { messages } from '#shared/messages.ts';
import { isOfFilter } from '#server/community/held-words.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, images, novels } from '#server/core/db/schema/catalogue.ts';
import {
  commentReports,
  comments,
  reviewVotes,
  withheldComments,
} from '#server/core/db/schema/community.ts';
import { sessions, users } from '#server/core/db/schema/identity.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { outbox } from '#server/core/db/schema/outbox.ts';
import { challengePasses } from '#server/core/db/schema/protection.ts';
import { chapterLikes, favorites, ratings } from '#server/core/db/schema/reading.ts';
import { outlivingKinds } from '#server/core/queue/letter-kinds.ts';
import { noRest } from '#server/money/payments/rest-goods.ts';
import {
  chapterTag,
  commentedTag,
  figuresTag,
  imageTag,
  nextDueTag,
  reviewsTag,
} from '#server/core/pagecache/tags.ts';
import type { Erasure } from './personal-list.ts';

const erasure = (
  column: PgColumn,
  run: Erasure['run'],
  retained: string | null = null,
): Erasure => ({
  columns: [column],
  retained,
  run,
});

/** Sessions, and the challenges that were passed in them. */
export const endSessions = erasure(sessions.userId, async (tx, userId) => {
  const isTheirs = eq(sessions.userId, userId);
  const theirs = tx.select({ id: sessions.id }).from(sessions).where(isTheirs);
  await tx.delete(challengePasses).where(inArray(challengePasses.sessionId, theirs));
  await tx.delete(sessions).where(isTheirs);
  return [];
});

/**
 * An invoice or the acknowledgement of a withdrawal that was not sent yet is owed to a deleted account
 * too: it goes out to the address that the account had, which is kept until then.
 */
export const eraseMessages = erasure(outbox.userId, async (tx, userId) => {
  const email = tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const isOwed = and(
    eq(outbox.userId, userId),
    inArray(outbox.kind, outlivingKinds),
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
  await tx.delete(outbox).where(eq(outbox.userId, userId));
  return [];
});

/** The counts of chapters follow. */
export const eraseLikes = erasure(chapterLikes.userId, async (tx, userId) => {
  const gone = await tx
    .delete(chapterLikes)
    .where(eq(chapterLikes.userId, userId))
    .returning({ id: chapterLikes.chapterId });
  await inOrder(gone, async (ids) => {
    await lockRows(tx, chapters, ids);
    await tx
      .update(chapters)
      .set({ likes: sql`${chapters.likes} - 1` })
      .where(inArray(chapters.id, ids));
  });
  return gone.map(({ id }) => chapterTag(id));
});

/** The counts of novels follow. */
export const eraseFavorites = erasure(favorites.userId, async (tx, userId) => {
  const gone = await tx
    .delete(favorites)
    .where(eq(favorites.userId, userId))
    .returning({ id: favorites.novelId });
  await inOrder(gone, async (ids) => {
    await lockRows(tx, novels, ids);
    await tx
      .update(novels)
      .set({ favorites: sql`${novels.favorites} - 1` })
      .where(inArray(novels.id, ids));
  });
  return tagsOfFigures(gone);
});

/** The means of novels follow. */
export const eraseRatings = erasure(ratings.userId, async (tx, userId) => {
  const gone = await tx
    .delete(ratings)
    .where(eq(ratings.userId, userId))
    .returning({ id: ratings.novelId, rating: ratings.rating });
  await inOrder(gone, (ids) => lockRows(tx, novels, ids));
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
  return tagsOfFigures(gone);
});

const tagsOfFigures = (gone: readonly { id: string }[]): string[] =>
  gone.length === 0 ? [] : [...gone.map(({ id }) => figuresTag(id)), 'home'];

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

async function lockRows(
  tx: Database,
  table: typeof chapters | typeof novels,
  ids: string[],
): Promise<void> {
  const id: PgColumn = table.id;
  const isOne: SQL = inArray(id, ids);
  await tx.select({ id }).from(table).where(isOne).orderBy(asc(id)).for('no key update');
}

/** Words withheld by moderators are deleted. */
export const eraseWithheld = erasure(withheldComments.commentId, async (tx, userId) => {
  const own = tx.select({ id: comments.id }).from(comments).where(eq(comments.userId, userId));
  await tx.delete(withheldComments).where(inArray(withheldComments.commentId, own));
  return [];
});

/** Comments stay without their author. */
export const detachComments = erasure(comments.userId, async (tx, userId) => {
  const detached = await tx
    .update(comments)
    .set({ userId: null })
    .where(eq(comments.userId, userId))
    .returning({ chapterId: comments.chapterId, novelId: comments.novelId });
  return detached.map(commentedTag);
});

/** Comments that mention the user lose the mention's id and name. */
export const detachMentions = erasure(comments.mentionId, async (tx, userId) => {
  const detached = await tx
    .update(comments)
    .set({ mentionId: null, mentionName: null })
    .where(eq(comments.mentionId, userId))
    .returning({ chapterId: comments.chapterId, novelId: comments.novelId });
  return detached.map(commentedTag);
});

/** The counts of reviews follow. */
export const eraseReviewVotes = erasure(reviewVotes.userId, async (tx, userId) => {
  const gone = await tx
    .delete(reviewVotes)
    .where(eq(reviewVotes.userId, userId))
    .returning({ id: reviewVotes.commentId });
  const isOne = sql`${comments.id} = any(${sql.param(gone.map(({ id }) => id))}::uuid[])`;
  const voted = await tx.selectDistinct({ id: comments.novelId }).from(comments).where(isOne);
  return voted.flatMap(({ id }) => (id === null ? [] : reviewsTag(id)));
});

/** Settled reports are deleted. */
export const detachReports = erasure(
  commentReports.userId,
  async (tx, userId) => {
    const isTheirs = eq(commentReports.userId, userId);
    await tx.delete(commentReports).where(and(isTheirs, isNotNull(commentReports.settledAt)));
    await tx
      .update(commentReports)
      .set({ reason: '' })
      .where(and(isTheirs, isNull(commentReports.settledAt), not(isOfFilter)));
    return [];
  },
  'One that waits still counts, without its words.',
);

/** Where nothing was paid, no invoice needs the billing details, nor what was to be read. */
export const emptyFailedPurchases = erasure(
  creditTransactions.userId,
  async (tx, userId) => {
    await tx
      .update(creditTransactions)
      .set({ billing: {}, networkCountry: null, ...noRest })
      .where(and(eq(creditTransactions.userId, userId), eq(creditTransactions.status, 'failed')));
    return [];
  },
  'What invoices were issued for.',
);

/** Nothing more is published in the name of an author who has left; published chapters stay. */
export const withdrawSchedule = erasure(
  chapters.novelId,
  async (tx, userId) => {
    const owned = tx.select({ id: novels.id }).from(novels).where(eq(novels.ownerId, userId));
    const withdrawn = await tx
      .update(chapters)
      .set({
        status: 'draft',
        publishedAt: null,
        freeFrom: sql`case when ${chapters.isFreeByRule} then null else ${chapters.freeFrom} end`,
        isFreeByRule: false,
      })
      .where(and(inArray(chapters.novelId, owned), eq(chapters.status, 'scheduled')))
      .returning({ novelId: chapters.novelId });
    return withdrawn.map(({ novelId }) => nextDueTag(novelId));
  },
  'Of a novel, which stays.',
);

type Person = Pick<typeof users.$inferSelect, 'id' | 'profileImage'>;

/** Leaves a user's row as an empty shell. @returns tags of the pages that change. */
export async function emptyShell(tx: Database, person: Person, now: Date): Promise<string[]> {
  await tx
    .update(users)
    .set({
      name: messages.accountGone,
      displayName: messages.accountGone,
      email: null,
      firstName: '',
      lastName: '',
      bio: '',
      preferredGenres: [],
      hiddenSubjects: [],
      isLogOff: false,
      profileImage: null,
      role: 'reader',
      readerPreferences: null,
      readerPreferencesAt: null,
      commentsSuspendedUntil: null,
      newsSeenUntil: null,
      statementsSeenMonth: null,
      updatedAt: now,
      erasedAt: now,
    })
    .where(eq(users.id, person.id));
  return erasePicture(tx, person);
}

/** Deletes the picture, unless another user has the same one. */
async function erasePicture(tx: Database, { id, profileImage }: Person): Promise<string[]> {
  const [, hash] = /^\/images\/([0-9a-f]{32})-/.exec(profileImage ?? '') ?? [];
  if (profileImage === null || hash === undefined) return [];
  const isShared = and(eq(users.profileImage, profileImage), ne(users.id, id));
  if ((await tx.$count(users, isShared)) > 0) return [];
  await tx.delete(images).where(eq(images.hash, hash));
  return [imageTag(hash)];
}

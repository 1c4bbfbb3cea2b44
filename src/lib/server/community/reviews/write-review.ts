import { and, count, eq, isNull, max, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { reviewLimits } from '#shared/constants.ts';
import type { OwnReview } from '#shared/contracts/reviews.ts';
import { messages } from '#shared/messages.ts';
import { suspensionSentence } from '#shared/text/comment-text.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { commentReports, comments, reviewVotes } from '#server/core/db/schema/community.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import { readingPlaces } from '#server/core/db/schema/reading.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { reviewsTag } from '#server/core/pagecache/tags.ts';
import type { SignedIn, User } from '#server/people/identity/sessions.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { isPublic, isPublicNovel } from '#server/catalogue/novels.ts';
import { answersComments } from '#server/people/novel-powers/membership.ts';
import { isBlockedBy } from '../blocked-readers.ts';
import { refuseSuspended, suspendedUntil } from '../commented-chapter.ts';
import { selectComments } from '../comment-rows.ts';
import { filterReason, findHeldWord } from '../held-words.ts';
import { lockComment } from '../take-out-comment.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;
type Novel = typeof novels.$inferSelect;

/** A review's text is its title, an empty line, and what follows: moderation and export see all of it. */
export function splitReview(text: string): { title: string; text: string } {
  const [title = '', ...rest] = text.split('\n\n');
  return { title, text: rest.join('\n\n') };
}

/** How many chapters of a novel a person has opened, and when the last: bought ones may be unread. */
async function readOpened(db: Database, userId: string, novelId: string) {
  const [found] = await db
    .select({ opened: count(), readAt: max(readingPlaces.updatedAt) })
    .from(readingPlaces)
    .innerJoin(chapters, eq(chapters.id, readingPlaces.chapterId))
    .where(and(eq(readingPlaces.userId, userId), eq(chapters.novelId, novelId)));
  return found ?? { opened: 0, readAt: null };
}

/** When the writer last read, or the sentence of why they may not write a review of this novel. */
async function readMayWrite(db: Database, user: User, novel: Novel, now: Date) {
  const until = suspendedUntil(user, now);
  if (until !== null) return suspensionSentence(until);
  const isMember = and(eq(novelMembers.novelId, novel.id), eq(novelMembers.userId, user.id));
  if (novel.ownerId === user.id || (await db.$count(novelMembers, isMember)) > 0) {
    return messages.reviewOfTeam;
  }
  if (await isBlockedBy(db, novel.ownerId, user.id)) return messages.commentsBlocked;
  const { opened, readAt } = await readOpened(db, user.id, novel.id);
  const wanted = Math.min(reviewLimits.chapters, novel.chapterCount);
  if (readAt !== null && opened >= wanted) return readAt;
  return wanted === reviewLimits.chapters
    ? `Un avis s’écrit après cinq chapitres ouverts avec ce compte\u00A0: vous en avez ouvert ${opened}.`
    : 'Un avis s’écrit après avoir ouvert, avec ce compte, tous les chapitres parus.';
}

/** The public novel that the caller may review; `FORBIDDEN` with why they may not. */
export const onReviewedNovel: Permit<SignedIn, { id: string }, Novel> = async (input) => {
  const { app, caller, params } = input;
  const [novel] = await app.db.select().from(novels).where(isPublicNovel(params.id));
  if (!novel) return refuse('NOT_FOUND', messages.novelMissing);
  const may = await readMayWrite(app.db, caller.user, novel, app.clock.now());
  return typeof may === 'string' ? refuse('FORBIDDEN', may) : novel;
};

/** Writes or replaces a reader's review (`onReviewedNovel`). */
export async function saveReview(
  { db, clock, changed }: World,
  user: User,
  novelId: string,
  { title, text: body, hasSpoiler }: { title: string; text: string; hasSpoiler: boolean },
): Promise<{ _id: string } | Refusal> {
  const now = clock.now();
  const text = `${title}\n\n${body}`;
  const id = await db.transaction(async (tx) => {
    // Serializes the reviews of one novel.
    const [novel] = await tx
      .select()
      .from(novels)
      .where(isPublicNovel(novelId))
      .for('no key update');
    if (!novel) return refuse('NOT_FOUND', messages.novelMissing);
    const readAt = await readMayWrite(tx, user, novel, now);
    if (typeof readAt === 'string') return refuse('FORBIDDEN', readAt);
    const isOwn = and(isReviewOf(novelId), eq(comments.userId, user.id));
    const own = { novelId, userId: user.id, text, hasSpoiler, readAt };
    const saved = await putText(tx, isOwn, own, now);
    // An author may not hold back what is said of their novel: moderators decide about it.
    const word = await findHeldWord(tx, novelId, text);
    if (isRefusal(saved) || word === null || novel.ownerId === null) return saved;
    const open = { reason: filterReason(word), createdAt: now, settledAt: null };
    const target = [commentReports.commentId, commentReports.userId];
    await tx
      .insert(commentReports)
      .values({ commentId: saved, userId: novel.ownerId, ...open })
      .onConflictDoUpdate({ target, set: open });
    return saved;
  });
  if (isRefusal(id)) return id;
  await changed([reviewsTag(novelId)]);
  return { _id: id };
}

/** Whether a comment is a review of this novel. */
export const isReviewOf = (novelId: string): SQL | undefined =>
  and(eq(comments.novelId, novelId), isNull(comments.parentId));

type Words = Omit<typeof comments.$inferInsert, 'id' | 'threadId' | 'createdAt'>;

/**
 * Writes the only text of its place, over an earlier one. One that its writer removed begins afresh,
 * without what others did about it; one that others removed stays removed. @returns its id.
 */
async function putText(
  tx: Database,
  where: SQL | undefined,
  words: Words,
  now: Date,
): Promise<string | Refusal> {
  const [earlier] = await tx.select().from(comments).where(where).for('no key update');
  if (earlier?.removedAt === null) {
    await tx
      .update(comments)
      .set({ ...words, editedAt: now })
      .where(eq(comments.id, earlier.id));
    return earlier.id;
  }
  if (earlier && earlier.removedBy !== earlier.userId) {
    return refuse('FORBIDDEN', messages.reviewRemoved);
  }
  if (earlier) await tx.delete(comments).where(eq(comments.id, earlier.id));
  const id = uuidv7();
  await tx
    .insert(comments)
    .values({ ...words, id, threadId: words.parentId ?? id, createdAt: now });
  return id;
}

type Found = { review: typeof comments.$inferSelect; novel: Novel };

/** A review that is shown, and its public novel; else 404 `NOT_FOUND`. */
export const onReview: Permit<SignedIn, { id: string }, Found> = async ({ app, params }) => {
  const [found] = await app.db
    .select({ review: comments, novel: novels })
    .from(comments)
    .innerJoin(novels, and(eq(novels.id, comments.novelId), isPublic))
    .where(and(eq(comments.id, params.id), isNull(comments.parentId), isNull(comments.removedAt)));
  return found ?? refuse('NOT_FOUND', messages.reviewMissing);
};

/** The same for who answers for its novel; `FORBIDDEN` to others, and to who is suspended. */
export const onAnsweredReview: typeof onReview = async (input) => {
  const { app, caller } = input;
  const found = await onReview(input);
  if (isRefusal(found)) return found;
  return (await answersComments(app.db, caller.user, found.novel))
    ? (refuseSuspended(caller.user, app.clock.now()) ?? found)
    : refuse('FORBIDDEN', messages.forbidden);
};

/** Writes or replaces the team's answer to a review (`onAnsweredReview`). */
export async function saveAnswer(
  { db, clock, changed }: World,
  user: User,
  { review, novel }: Found,
  text: string,
): Promise<{ _id: string } | Refusal> {
  const now = clock.now();
  const answer = { novelId: novel.id, userId: user.id, text, level: 2, parentId: review.id };
  const id = await db.transaction(async (tx) => {
    await lockComment(tx, review.id);
    return putText(tx, eq(comments.parentId, review.id), answer, now);
  });
  if (isRefusal(id)) return id;
  await changed([reviewsTag(novel.id)]);
  return { _id: id };
}

/** A person's vote for another's review (`onReview`). Idempotent. Refuses `FORBIDDEN` for their own. */
export async function setUseful(
  { db, clock, changed }: World,
  userId: string,
  { review: { id, userId: writerId }, novel }: Found,
  isUseful: boolean,
): Promise<{ useful: number } | Refusal> {
  if (writerId === userId) return refuse('FORBIDDEN', messages.reviewOwnVote);
  const vote = { commentId: id, userId, createdAt: clock.now() };
  const isOf = eq(reviewVotes.commentId, id);
  if (isUseful) await db.insert(reviewVotes).values(vote).onConflictDoNothing();
  else await db.delete(reviewVotes).where(and(isOf, eq(reviewVotes.userId, userId)));
  await changed([reviewsTag(novel.id)]);
  return { useful: await db.$count(reviewVotes, isOf) };
}

/** What is a person's of a novel's reviews. */
export async function readOwn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  user: User,
  novel: Novel,
): Promise<OwnReview> {
  const [[own], votes, mayWrite, mayAnswer] = await Promise.all([
    selectComments(db, user.id).where(and(isReviewOf(novel.id), eq(comments.userId, user.id))),
    db
      .select({ id: reviewVotes.commentId })
      .from(reviewVotes)
      .innerJoin(comments, eq(comments.id, reviewVotes.commentId))
      .where(and(isReviewOf(novel.id), eq(reviewVotes.userId, user.id))),
    readMayWrite(db, user, novel, clock.now()),
    answersComments(db, user, novel),
  ]);
  const isWithdrawn = own?.comment.removedBy === user.id;
  return {
    review:
      own && !isWithdrawn
        ? {
            ...own.comment,
            _id: own.comment.id,
            ...splitReview(own.comment.text),
            reason: own.reason,
          }
        : null,
    closedSentence: typeof mayWrite === 'string' ? mayWrite : null,
    useful: votes.map(({ id }) => id),
    mayAnswer,
  };
}

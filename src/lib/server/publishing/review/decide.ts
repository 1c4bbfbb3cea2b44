import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/db/database.ts';
import { chapters, novels } from '#server/db/schema/catalogue.ts';
import { moderationActs } from '#server/db/schema/community.ts';
import { novelReviews } from '#server/db/schema/reviews.ts';
import { exists } from '#server/http/guards.ts';
import { refuse, isRefusal, type Refusal } from '#server/http/refusal.ts';
import { writeLetter } from '#server/outbox/write-letter.ts';
import { publishDueOf } from '../publish-due.ts';
import { transactionWithDeadlockRetry } from '../studio/deadlock-retry.ts';
import { pagesOf } from '../studio/seen.ts';
import { listCopied, readyOf } from './checks.ts';
import { openGates } from './open-gates.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;
type Review = typeof novelReviews.$inferSelect;

const isWaiting = (id: string) => and(eq(novelReviews.id, id), eq(novelReviews.state, 'waiting'));

/** A submission that waits; else 404 `NOT_FOUND`. */
export const onWaitingReview = exists(
  novelReviews,
  ({ id }: { id: string }) => isWaiting(id),
  messages.studio.reviewDecided,
);

/**
 * Accepts or refuses a submission, logs it and writes to the author, in one transaction. What was due
 * while the novel waited comes out with its acceptance. 404 for one that does not wait any more.
 */
export async function decideReview(
  { db, clock, changed }: World,
  adminId: string,
  reviewId: string,
  { isAccepted, reason }: { isAccepted: boolean; reason: string },
): Promise<{ published: number } | Refusal> {
  const now = clock.now();
  const done = await transactionWithDeadlockRetry(db, async (tx) => {
    const found = await holdWaiting(tx, reviewId);
    if (isRefusal(found)) return found;
    const { review, title } = found;
    const state = isAccepted ? ('accepted' as const) : ('refused' as const);
    await tx
      .update(novelReviews)
      .set({ state, reason, decidedAt: now, decidedBy: adminId })
      .where(eq(novelReviews.id, reviewId));
    await tx.insert(moderationActs).values({
      ...{ id: uuidv7(), actorId: adminId, act: `novel.${state}`, subjectId: review.novelId },
      ...{ reason, details: { title }, createdAt: now },
    });
    const letter = { kind: 'review', userId: review.authorId, reviewId } as const;
    await writeLetter(tx, letter, now);
    return isAccepted ? openAll(tx, review, now) : { count: 0, novelIds: [] };
  });
  if (isRefusal(done)) return done;
  if (done.count > 0) await changed(done.novelIds.flatMap((id) => pagesOf(id)));
  return { published: done.count };
}

/** The submission, with its novel locked before it, as everywhere. */
async function holdWaiting(
  tx: Database,
  reviewId: string,
): Promise<{ review: Review; title: string } | Refusal> {
  const gone = refuse('NOT_FOUND', messages.studio.reviewDecided);
  const [seen] = await tx
    .select({ novelId: novelReviews.novelId })
    .from(novelReviews)
    .where(eq(novelReviews.id, reviewId));
  if (!seen) return gone;
  const [novel] = await tx
    .select({ title: novels.title, isGated: novels.isGated, ownerId: novels.ownerId })
    .from(novels)
    .where(eq(novels.id, seen.novelId))
    .for('no key update');
  const [review] = await tx
    .select()
    .from(novelReviews)
    .where(isWaiting(reviewId))
    .for('no key update');
  return review && novel?.isGated && novel.ownerId === review.authorId
    ? { review, title: novel.title }
    : gone;
}

/**
 * The author is known from now on: all their drafts may be published. The first chapters that they
 * chose, and those that were due, come out now.
 */
async function openAll(
  tx: Database,
  { novelId, authorId, firstChapters }: Review,
  now: Date,
): Promise<{ count: number; novelIds: string[] }> {
  const theirs = await tx
    .select({ id: novels.id })
    .from(novels)
    .where(and(eq(novels.ownerId, authorId), novels.isGated))
    .orderBy(asc(novels.id))
    // The lock makes PostgreSQL check the owner again after a concurrent transfer.
    .for('no key update');
  const novelIds = [...new Set([novelId, ...theirs.map(({ id }) => id)])];
  const ready = readyOf(await listCopied(tx, novelId, firstChapters));
  const chosen = ready.filter(({ status }) => status !== 'published').map(({ id }) => id);
  await tx
    .update(chapters)
    .set({
      ...{ status: 'scheduled', publishedAt: now, updatedAt: now },
      scheduledBy: sql`coalesce(${chapters.scheduledBy}, ${authorId}::uuid)`,
    })
    .where(inArray(chapters.id, chosen));
  await openGates(tx, novelIds, now);
  return publishDueOf(tx, novelIds, now);
}

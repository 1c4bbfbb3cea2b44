import { and, eq, lt, not, notInArray, sql, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { withheldDays } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { hasStaffPower, rolesWith } from '#shared/site/staff-powers.ts';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import {
  commentReports,
  comments,
  contentNotices,
  moderationActs,
  withheldComments,
} from '#server/core/db/schema/community.ts';
import { heldComments } from '#server/core/db/schema/conversation.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { exists, type Permit } from '#server/core/http/guards.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { lockAddressee, writeLetter } from '#server/core/queue/write-letter.ts';
import type { SignedIn, User } from '#server/people/identity/sessions.ts';
import { commentedTag } from '#server/core/pagecache/tags.ts';
import { isOfFilter } from './held-words.ts';
import { countComments, lockComment, closeReports, takeOut } from './take-out-comment.ts';

/** A comment, removed or not; else 404 `NOT_FOUND`. */
export const onAnyComment = exists(
  comments,
  ({ id }: { id: string }) => eq(comments.id, id),
  messages.commentMissing,
);

/** The same, but for an own comment only admins: nobody else clears themselves. */
export const onOthersComment: Permit<SignedIn, { id: string }> = async (input) => {
  const { user } = input.caller;
  const isOwn = and(eq(comments.id, input.params.id), eq(comments.userId, user.id));
  return user.role !== 'admin' && (await input.app.db.$count(comments, isOwn)) > 0
    ? refuse('FORBIDDEN', messages.forbidden)
    : onAnyComment(input);
};

/** A moderation act on a comment, and its reason. `kept`: its reports are settled, it stays. */
export type CommentAct = {
  act: 'removed' | 'restored' | 'kept';
  id: string;
  reason: string;
  /** It is decided about a notice, which writes the letters itself. */
  isOfNotice?: true;
};

type Actor = Pick<User, 'id' | 'role'>;

/**
 * Applies the act, records it in `moderation_acts`, counts it, and where staff decided writes to the
 * comment's writer (`restriction`), in one transaction. Idempotent.
 * Refuses `NOT_FOUND`: no such comment, or its withheld words have been deleted; and what `check`
 * refuses, which is asked while the comment is locked.
 * @returns the chapter's number of comments.
 */
export async function moderateComment(
  { db, clock, changed }: Pick<App, 'db' | 'clock' | 'changed'>,
  actor: Actor,
  { act, id, reason, isOfNotice }: CommentAct,
  check: (tx: Database) => Promise<Refusal | null> = () => Promise.resolve(null),
): Promise<number | Refusal> {
  const at = clock.now();
  const isModerator = hasStaffPower(actor.role, 'moderate');
  const result = await db.transaction(async (tx) => {
    const isIt = eq(comments.id, id);
    const [written] = await tx.select({ userId: comments.userId }).from(comments).where(isIt);
    if (isModerator && written?.userId) await lockAddressee(tx, written.userId);
    const comment = await lockComment(tx, id);
    if (!comment) return refuse('NOT_FOUND', messages.commentMissing);
    const tag = commentedTag(comment);
    const refused = await check(tx);
    if (refused !== null) return refused;
    // Before it is removed, which ends the waiting.
    const isHeld = (await tx.$count(heldComments, eq(heldComments.commentId, id))) > 0;
    const count = await acts[act](tx, comment, { by: actor.id, isModerator, at });
    if (isRefusal(count)) return count;
    if (count === null) return { tag, comments: await countComments(tx, comment.chapterId, 0) };
    const kept = { id: uuidv7(), act: `comment.${act}` as const, reason };
    await tx
      .insert(moderationActs)
      .values({ ...kept, actorId: actor.id, subjectId: id, createdAt: at });
    const { userId } = comment;
    const isStated = isModerator && !isOfNotice && userId !== null && userId !== actor.id;
    if (isStated && kept.act !== 'comment.kept') {
      const isReported = await wasReported(tx, isIt);
      const isOfIt = eq(commentReports.commentId, id);
      const isFiltered = isHeld || (await tx.$count(commentReports, and(isOfIt, isOfFilter))) > 0;
      const facts = { facts: reason, isReported, isHeld: isFiltered };
      const told = kept.act === 'comment.removed' ? facts : {};
      const payload = { act: kept.act, aboutId: id, ...told };
      await writeLetter(tx, { kind: 'restriction', userId, about: kept.id, payload }, at);
    }
    return { tag, comments: count };
  });
  if (isRefusal(result)) return result;
  await changed([result.tag]);
  return result.comments;
}

/** Whether a report of one of these comments, or a notice of it, is stored. */
export async function wasReported(tx: Database, which: SQL): Promise<boolean> {
  const found = sql`(exists (select from ${commentReports}
      where ${commentReports.commentId} = ${comments.id} and ${not(isOfFilter)})
    or exists (select from ${contentNotices} where ${contentNotices.placeId} = ${comments.id}))`;
  return (await tx.$count(comments, and(which, found))) > 0;
}

type Comment = typeof comments.$inferSelect;
/** Returns the chapter's new count; null where nothing is left to do. */
type Act = (
  tx: Database,
  comment: Comment,
  by: { by: string; isModerator: boolean; at: Date },
) => Promise<number | null | Refusal>;

const acts: Record<CommentAct['act'], Act> = {
  removed: async (tx, comment, { isModerator, ...by }) => {
    if (comment.removedAt === null) return takeOut(tx, comment, { ...by, isWithheld: true });
    if (!isModerator || !(await isAuthorsRemoval(tx, comment))) return null;
    // It is the moderator's from now on: the author may not put it back.
    await tx.update(comments).set({ removedBy: by.by }).where(eq(comments.id, comment.id));
    // The days that its writer has to contest begin now.
    const isIts = eq(withheldComments.commentId, comment.id);
    await tx.update(withheldComments).set({ withheldAt: by.at }).where(isIts);
    return countComments(tx, comment.chapterId, 0);
  },
  kept: async (tx, comment, { at }) =>
    (await closeReports(tx, comment.id, at)) ? countComments(tx, comment.chapterId, 0) : null,
  restored: putBack,
};

/** Whether a removed comment was removed by an author, and could be put back. */
async function isAuthorsRemoval(tx: Database, { id, userId, removedBy }: Comment) {
  if (removedBy === null || removedBy === userId) return false;
  const rows = await tx
    .select({ id: withheldComments.commentId })
    .from(withheldComments)
    .innerJoin(
      users,
      and(eq(users.id, removedBy), notInArray(users.role, [...rolesWith('moderate')])),
    )
    .where(eq(withheldComments.commentId, id));
  return rows.length > 0;
}

/**
 * Puts back the words. What an author removes settles its reports, so where an author puts it back
 * they are open again: only admins decide about them.
 */
async function putBack(
  tx: Database,
  comment: Comment,
  { isModerator }: { isModerator: boolean },
): Promise<number | null | Refusal> {
  if (comment.removedAt === null) return null;
  const [words] = await tx
    .delete(withheldComments)
    .where(eq(withheldComments.commentId, comment.id))
    .returning();
  if (!words) return refuse('NOT_FOUND', messages.moderationWordsGone);
  const { text, mentionId } = words;
  await tx
    .update(comments)
    .set({ text, mentionId, removedAt: null, removedBy: null })
    .where(eq(comments.id, comment.id));
  if (!isModerator) {
    const closedThen = eq(commentReports.settledAt, comment.removedAt);
    await tx
      .update(commentReports)
      .set({ settledAt: null })
      .where(and(eq(commentReports.commentId, comment.id), closedThen));
  }
  return countComments(tx, comment.chapterId, 1);
}

const dayMs = 24 * 3_600_000;

/** Deletes withheld words once they can no longer be restored. */
export async function sweepWithheld({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - withheldDays * dayMs);
  await db.delete(withheldComments).where(lt(withheldComments.withheldAt, before));
}

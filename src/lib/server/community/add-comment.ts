import { and, eq, isNull, sql } from 'drizzle-orm';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { CommentBody } from '#shared/contracts/comments.ts';
import { messages } from '#shared/messages.ts';
import type { Place } from '#shared/reading/place.ts';
import type { App } from '../app.ts';
import { toColumns } from '#server/catalogue/reading/place-columns.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { blockedReaders, heldComments, inboxEntries } from '#server/core/db/schema/conversation.ts';
import { commentPlaces } from '#server/core/db/schema/margin.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { User } from '#server/people/identity/sessions.ts';
import { answersComments } from '#server/people/novel-powers/membership.ts';
import { closedSentence } from './closed-comments.ts';
import { findHeldWord } from './held-words.ts';
import { closeEntry } from './take-out-comment.ts';
import { isApproved } from './find-comment.ts';
import { selectComments, toCommentBody } from './comment-rows.ts';

/** A comment to add; the text is already trimmed and within its bounds. */
export type CommentDraft = {
  text: string;
  parentId: string | null;
  mentionId: string | null;
  /** Made by the browser, the same for each retry; null where it made none. */
  requestId: string | null;
  /** The paragraph that a comment of level 1 is about; a reply has its thread's. */
  place?: Place | null;
};

/** The stored comment, and the chapter's number of comments. */
export type Added = { comment: CommentBody; comments: number };

/**
 * Adds a comment to a published chapter and counts it, in one transaction. Idempotent per request
 * id. Call `openComments` and `refuseSuspended` before. Refuses `NOT_FOUND` for a chapter or an answered
 * comment that is gone, `FORBIDDEN` where comments are closed or the novel's author has blocked the
 * writer, `MALFORMED` for a mention of someone who is not in the thread.
 */
export async function addComment(
  { db, clock, changed }: Pick<App, 'db' | 'clock' | 'changed'>,
  writer: User,
  chapterId: string,
  draft: CommentDraft,
): Promise<Added | Refusal> {
  const now = clock.now();
  const id = commentId(writer, chapterId, draft.requestId);
  const result = await db.transaction(async (tx) => {
    // Serializes comments on one chapter, and a request and its retry.
    const [found] = await tx
      .select({
        comments: chapters.comments,
        commentsClosedAt: chapters.commentsClosedAt,
        novel: { id: novels.id, ownerId: novels.ownerId },
        isBlocked: sql<boolean>`exists (select from ${blockedReaders}
          where ${blockedReaders.authorId} = ${novels.ownerId} and ${blockedReaders.userId} = ${writer.id})`,
      })
      .from(chapters)
      .innerJoin(novels, eq(novels.id, chapters.novelId))
      .where(and(eq(chapters.id, chapterId), eq(chapters.status, 'published')))
      .for('no key update', { of: chapters });
    if (!found) return refuse('NOT_FOUND', messages.chapterMissing);
    const { novel, isBlocked, commentsClosedAt } = found;
    const chapter = { comments: found.comments };
    const earlier = draft.requestId === null ? null : await readComment(tx, writer.id, id);
    if (earlier) return { comment: earlier, ...chapter, isNew: false };
    const isTeam = await answersComments(tx, writer, novel);
    const isAdmin = writer.role === 'admin';
    const isExempt = isTeam || isAdmin;
    const closed = closedSentence({ commentsClosedAt }, { isExempt, isBlocked });
    if (closed !== null) return refuse('FORBIDDEN', closed);
    const thread = await findThread(tx, writer, chapterId, draft);
    if (isRefusal(thread)) return thread;
    const { after, ...where } = thread;
    const createdAt = new Date(Math.max(now.getTime(), after.getTime() + 1));
    await tx.insert(comments).values({
      ...where,
      id,
      chapterId,
      threadId: where.threadId ?? id,
      userId: writer.id,
      text: draft.text,
      createdAt,
    });
    if (draft.place && draft.parentId === null) {
      await tx
        .insert(commentPlaces)
        .values({ commentId: id, chapterId, ...toColumns(draft.place) });
    }
    const added = { id, parentId: draft.parentId, text: draft.text, createdAt };
    const isHeld = await enterInbox(tx, { isTeam, isAdmin }, novel.id, added);
    const [counted] = await tx
      .update(chapters)
      .set({ comments: sql`${chapters.comments} + ${isHeld ? 0 : 1}` })
      .where(eq(chapters.id, chapterId))
      .returning({ comments: chapters.comments });
    const comment = await readComment(tx, writer.id, id);
    if (!counted || !comment) throw new Error('what was just written has gone');
    return { comment, ...counted, isNew: true };
  });
  if (isRefusal(result)) return result;
  const { isNew, ...added } = result;
  if (isNew) await changed([`chapter:${chapterId}`]);
  return added;
}

/**
 * The comment's id for a request: derived from writer, chapter and request, so that the primary
 * key makes retries idempotent, and nobody can choose the id of another user's comment.
 */
function commentId(writer: User, chapterId: string, requestId: string | null): string {
  return requestId === null ? uuidv7() : uuidv5(`${chapterId}/${requestId}`, writer.id);
}

async function readComment(
  tx: Database,
  callerId: string,
  id: string,
): Promise<CommentBody | null> {
  const [row] = await selectComments(tx, callerId).where(eq(comments.id, id));
  return row ? toCommentBody(row) : null;
}

/** The comment's parent, whom it mentions, and the instant it must be younger than. */
type InThread = Pick<typeof comments.$inferSelect, 'parentId' | 'level' | 'mentionId'> & {
  /** Null for a comment that starts a thread. */
  threadId: string | null;
  after: Date;
};

const levelMax = 3;

async function findThread(
  tx: Database,
  writer: User,
  chapterId: string,
  { parentId, mentionId }: CommentDraft,
): Promise<InThread | Refusal> {
  if (parentId === null) {
    if (mentionId !== null) return strangeMention();
    return { parentId, level: 1, mentionId, threadId: null, after: new Date(0) };
  }
  const [answered] = await tx
    .select()
    .from(comments)
    .where(
      and(
        eq(comments.id, parentId),
        eq(comments.chapterId, chapterId),
        isNull(comments.removedAt),
        isApproved(tx),
      ),
    );
  if (!answered) return refuse('NOT_FOUND', messages.commentAnsweredMissing);
  const { threadId, createdAt } = answered;
  if (mentionId !== null && !(await hasSpoken(tx, threadId, mentionId))) return strangeMention();
  const isDeepest = answered.level === levelMax;
  const answeredId = answered.userId === writer.id ? null : answered.userId;
  return {
    parentId: isDeepest ? answered.parentId : answered.id,
    level: isDeepest ? levelMax : answered.level + 1,
    mentionId: mentionId ?? (isDeepest ? answeredId : null),
    threadId,
    after: createdAt,
  };
}

/** Whether a user has a comment in this thread. */
async function hasSpoken(tx: Database, threadId: string, userId: string): Promise<boolean> {
  const spoken = and(
    eq(comments.threadId, threadId),
    eq(comments.userId, userId),
    isNull(comments.removedAt),
  );
  const rows = await tx.select({ id: comments.id }).from(comments).where(spoken).limit(1);
  return rows.length > 0;
}

function strangeMention(): Refusal {
  const message = 'Cette personne n’a pas pris part à la discussion.';
  return refuse('MALFORMED', messages.malformed, { errors: [{ field: 'mentionId', message }] });
}

type AddedRow = { id: string; parentId: string | null; text: string; createdAt: Date };

/**
 * Enters a new comment in the inbox of the novel's team; a comment of who answers there settles the one
 * that it answers instead. A comment with a word of the novel's list is held, unless an admin wrote it.
 * @returns whether it is held.
 */
async function enterInbox(
  tx: Database,
  writer: { isTeam: boolean; isAdmin: boolean },
  novelId: string,
  { id, parentId, text, createdAt }: AddedRow,
): Promise<boolean> {
  if (writer.isTeam) {
    if (parentId !== null) await closeEntry(tx, parentId, createdAt, id);
    return false;
  }
  const word = writer.isAdmin ? null : await findHeldWord(tx, novelId, text);
  const entry = { commentId: id, novelId, createdAt };
  // What is held waits for approval; the answer is due once it is approved.
  await tx.insert(inboxEntries).values({ ...entry, settledAt: word === null ? null : createdAt });
  if (word === null) return false;
  await tx.insert(heldComments).values({ ...entry, word });
  return true;
}

import { and, eq, isNull } from 'drizzle-orm';
import {
  addComment as addCommentCall,
  listComments,
  removeComment as removeCommentCall,
  listReplies,
  reportComment as reportCommentCall,
  hidePerson,
  unhidePerson,
} from '#shared/contracts/comments.ts';
import { messages } from '#shared/messages.ts';
import { addComment } from '#server/community/add-comment.ts';
import {
  onCommentedChapter,
  openComments,
  suspendedUntil,
} from '#server/community/commented-chapter.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser, anyone } from '#server/people/identity/guards.ts';
import { closedSentenceFor } from '#server/community/closed-comments.ts';
import { listThreads, listThreadReplies } from '#server/community/list-comments.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { onRemovedComment, removeComment } from '#server/community/remove-comment.ts';
import { findThread, findComment } from '#server/community/find-comment.ts';
import type { App } from '#server/app.ts';
import { hiddenPeople, commentReports } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import type { Permit } from '#server/core/http/guards.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { lockComment } from './take-out-comment.ts';
import { encodeCursor, readCursor } from '#server/core/http/cursor.ts';

/**
 * The comment that the caller reports: 404 `NOT_FOUND`, 403 `PREMIUM_LOCKED` if they may not see it,
 * `FORBIDDEN` for their own.
 */
const onReportedComment: Permit<SignedIn, { id: string }> = async (input) => {
  const { app, caller, params } = input;
  const comment = await findComment(app.db, params.id);
  if (!comment) return refuse('NOT_FOUND', messages.commentMissing);
  // Who may not read a chapter does not see its comments; a novel's reviews are public.
  const chapter = comment.chapterId && (await openComments(app, comment.chapterId, caller));
  if (chapter !== null && isRefusal(chapter)) return chapter;
  const isOwn = comment.userId === caller.user.id;
  return isOwn ? refuse('FORBIDDEN', messages.commentOwnReport) : comment;
};

/**
 * Records a user's report of a comment (`onReportedComment`); each user's first reason stays. Refuses
 * `NOT_FOUND` if the comment was removed after the permit was given.
 */
function reportComment(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  report: { commentId: string; userId: string; reason: string },
): Promise<Refusal | null> {
  return db.transaction(async (tx) => {
    const comment = await lockComment(tx, report.commentId);
    if (comment?.removedAt !== null) return refuse('NOT_FOUND', messages.commentMissing);
    await tx
      .insert(commentReports)
      .values({ ...report, createdAt: clock.now() })
      .onConflictDoNothing();
    return null;
  });
}

export const calls = [
  endpoint(
    addCommentCall,
    [requireUser, onCommentedChapter],
    ({ app, caller, found: chapter, body }) =>
      addComment(app, caller.user, chapter.id, {
        text: body.text,
        parentId: body.parentId ?? null,
        mentionId: body.mentionId ?? null,
        requestId: body.requestId ?? null,
        place: body.place ?? null,
      }),
  ),

  endpoint(listComments, anyone, async ({ app, caller, params, query }) => {
    const after = readCursor(query.cursor);
    if (isRefusal(after)) return after;
    const chapter = await openComments(app, params.id, caller);
    if (isRefusal(chapter)) return chapter;
    const callerId = caller?.user.id ?? null;
    const { threads, next } = await listThreads(app.db, chapter.id, {
      callerId,
      after,
      about: query.about,
    });
    return {
      threads,
      nextCursor: next && encodeCursor(next),
      comments: chapter.comments,
      closedSentence: await closedSentenceFor(app.db, caller, chapter),
      suspendedUntil:
        (caller && suspendedUntil(caller.user, app.clock.now()))?.toISOString() ?? null,
    };
  }),

  endpoint(
    removeCommentCall,
    [requireUser, onRemovedComment],
    async ({ app, caller, found: { isOwn }, params: { id }, body: { reason } }) => {
      const comments = await removeComment(app, caller.user, { id, isOwn, reason });
      return isRefusal(comments) ? comments : { comments };
    },
  ),

  endpoint(listReplies, anyone, async ({ app, caller, params, query }) => {
    const after = readCursor(query.cursor);
    if (isRefusal(after)) return after;
    const thread = await findThread(app.db, params.id);
    if (!thread?.chapterId) return refuse('NOT_FOUND', messages.commentMissing);
    const chapter = await openComments(app, thread.chapterId, caller);
    if (isRefusal(chapter)) return chapter;
    const callerId = caller?.user.id ?? null;
    const { comments, next } = await listThreadReplies(app.db, thread.id, { callerId, after });
    return { replies: comments, nextCursor: next && encodeCursor(next) };
  }),

  endpoint(
    reportCommentCall,
    [requireUser, onReportedComment],
    async ({ app, caller, params, body }) => {
      const report = { commentId: params.id, userId: caller.user.id, reason: body.reason };
      return (await reportComment(app, report)) ?? { success: true as const };
    },
  ),

  endpoint(hidePerson, requireUser, async ({ app, caller, params }) => {
    const people = { userId: caller.user.id, hiddenUserId: params.id };
    return (await setHidden(app, people, true)) ?? { isHidden: true };
  }),

  endpoint(unhidePerson, requireUser, async ({ app, caller, params }) => {
    const people = { userId: caller.user.id, hiddenUserId: params.id };
    return (await setHidden(app, people, false)) ?? { isHidden: false };
  }),
];

/**
 * Hides another user's comments from the caller only, or shows them again. Idempotent. Refuses
 * `NOT_FOUND` for an unknown user, `FORBIDDEN` for oneself.
 */
async function setHidden(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId, hiddenUserId }: { userId: string; hiddenUserId: string },
  isHidden: boolean,
): Promise<Refusal | null> {
  if (userId === hiddenUserId) return refuse('FORBIDDEN', messages.personSelfHidden);
  if (!isHidden) {
    await db
      .delete(hiddenPeople)
      .where(and(eq(hiddenPeople.userId, userId), eq(hiddenPeople.hiddenUserId, hiddenUserId)));
    return null;
  }
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, hiddenUserId), isNull(users.erasedAt)));
  if (!person) return refuse('NOT_FOUND', messages.personMissing);
  await db
    .insert(hiddenPeople)
    .values({ userId, hiddenUserId, createdAt: clock.now() })
    .onConflictDoNothing();
  return null;
}

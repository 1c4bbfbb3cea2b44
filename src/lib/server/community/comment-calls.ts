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
import { addComment, suspendedUntil } from '#server/community/add-comment.ts';
import { onCommentedChapter, openComments } from '#server/community/commented-chapter.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser, anyone } from '#server/people/identity/guards.ts';
import { encodeCursor } from '#server/catalogue/novels.ts';
import { readCursor } from '#server/community/comment-cursor.ts';
import { closedSentenceFor } from '#server/community/closed-comments.ts';
import { listThreads, listThreadReplies } from '#server/community/list-comments.ts';
import { isRefusal, refuse } from '#server/core/http/refusal.ts';
import { onRemovedComment, removeComment } from '#server/community/remove-comment.ts';
import { findThread } from '#server/community/find-comment.ts';
import { onReportedComment, reportComment } from '#server/community/report-comment.ts';
import { setHidden } from '#server/community/hidden-people.ts';

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
      }),
  ),

  endpoint(listComments, anyone, async ({ app, caller, params, query }) => {
    const after = readCursor(query.cursor);
    if (isRefusal(after)) return after;
    const chapter = await openComments(app, params.id, caller);
    if (isRefusal(chapter)) return chapter;
    const callerId = caller?.user.id ?? null;
    const { threads, next } = await listThreads(app.db, chapter.id, { callerId, after });
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
    if (!thread) return refuse('NOT_FOUND', messages.commentMissing);
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

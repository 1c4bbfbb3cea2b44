import { answerComment } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { addComment, refuseSuspended } from '#server/community/add-comment.ts';
import { settleEntry } from '#server/community/take-out-comment.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal, refuse } from '#server/http/refusal.ts';
import { onComment, readEntry } from '#server/publishing/studio/own-comment.ts';

export const POST = endpoint(
  answerComment,
  [requireUser, onComment()],
  async ({ app, caller, found: comment, body, consume }) => {
    if (comment.isHeld) return refuse('FORBIDDEN', messages.commentHeldFirst);
    const limited = await consume('comment');
    if (limited !== null) return limited;
    const suspended = refuseSuspended(caller.user, app.clock.now());
    if (suspended !== null) return suspended;
    const { text, requestId } = body;
    const draft = { text, requestId, parentId: comment.id, mentionId: null };
    const added = await addComment(app, caller.user, comment.chapterId, draft);
    if (isRefusal(added)) return added;
    // The answer of an admin, who is not the owner, settles it too.
    await settleEntry(app.db, comment.id, app.clock.now(), added.comment._id);
    return readEntry(app.db, caller.user, comment.id);
  },
);

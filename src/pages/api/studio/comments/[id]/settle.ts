import { settleComment } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { setSettled } from '#server/community/inbox-acts.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { onComment, readEntry } from '#server/publishing/studio/own-comment.ts';

export const POST = endpoint(
  settleComment,
  [requireUser, onComment()],
  async ({ app, caller, found: comment, body }) => {
    if (comment.isHeld) return refuse('FORBIDDEN', messages.commentHeldFirst);
    await setSettled(app, comment.id, body.isSettled);
    return readEntry(app.db, caller.user, comment.id);
  },
);

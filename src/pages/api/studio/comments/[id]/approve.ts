import { approveComment as approveCall } from '#shared/contracts/studio-inbox.ts';
import { approveComment } from '#server/community/inbox-acts.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { findOwnComment, readEntry } from '#server/publishing/studio/own-comment.ts';

export const POST = endpoint(approveCall, requireUser, async ({ app, caller, params }) => {
  const comment = await findOwnComment(app.db, caller.user, params.id);
  if (isRefusal(comment)) return comment;
  const refusal = await approveComment(app, comment.id);
  return refusal ?? readEntry(app.db, caller.user, comment.id);
});

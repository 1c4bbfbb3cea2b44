import { addComment as addCommentCall } from '../../../../lib/shared/contracts/comments.ts';
import { addComment } from '../../../../lib/server/community/add-comment.ts';
import { openComments } from '../../../../lib/server/community/commented-chapter.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { isRefusal } from '../../../../lib/server/http/refusal.ts';

export const POST = endpoint(addCommentCall, requireUser, async ({ app, caller, params, body }) => {
  const chapter = await openComments(app, params.id, caller);
  if (isRefusal(chapter)) return chapter;
  return addComment(app, caller.user, chapter.id, {
    text: body.text,
    parentId: body.parentId ?? null,
    mentionId: body.mentionId ?? null,
    requestId: body.requestId ?? null,
  });
});

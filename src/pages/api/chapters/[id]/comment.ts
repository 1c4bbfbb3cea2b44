import { addComment as addCommentCall } from '#shared/contracts/comments.ts';
import { addComment } from '#server/community/add-comment.ts';
import { openComments } from '#server/community/commented-chapter.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

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

import { addComment as addCommentCall } from '#shared/contracts/comments.ts';
import { addComment } from '#server/community/add-comment.ts';
import { onCommentedChapter } from '#server/community/commented-chapter.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const POST = endpoint(
  addCommentCall,
  [requireUser, onCommentedChapter],
  ({ app, caller, found: chapter, body }) =>
    addComment(app, caller.user, chapter.id, {
      text: body.text,
      parentId: body.parentId ?? null,
      mentionId: body.mentionId ?? null,
      requestId: body.requestId ?? null,
    }),
);

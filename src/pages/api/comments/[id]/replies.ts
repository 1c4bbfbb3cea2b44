import { listReplies } from '#shared/contracts/comments.ts';
import { messages } from '#shared/messages.ts';
import { encodeCursor } from '#server/catalogue/novels.ts';
import { readCursor } from '#server/community/comment-cursor.ts';
import { openComments } from '#server/community/commented-chapter.ts';
import { findThread } from '#server/community/find-comment.ts';
import { listThreadReplies } from '#server/community/list-comments.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { isRefusal, refuse } from '#server/http/refusal.ts';

export const GET = endpoint(listReplies, anyone, async ({ app, caller, params, query }) => {
  const after = readCursor(query.cursor);
  if (isRefusal(after)) return after;
  const thread = await findThread(app.db, params.id);
  if (!thread) return refuse('NOT_FOUND', messages.commentMissing);
  const chapter = await openComments(app, thread.chapterId, caller);
  if (isRefusal(chapter)) return chapter;
  const callerId = caller?.user.id ?? null;
  const { comments, next } = await listThreadReplies(app.db, thread.id, { callerId, after });
  return { replies: comments, nextCursor: next && encodeCursor(next) };
});

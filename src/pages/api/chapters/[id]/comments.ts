import { listComments } from '#shared/contracts/comments.ts';
import { encodeCursor } from '#server/catalogue/novels.ts';
import { readCursor } from '#server/community/comment-cursor.ts';
import { suspendedUntil } from '#server/community/add-comment.ts';
import { closedSentenceFor } from '#server/community/closed-comments.ts';
import { openComments } from '#server/community/commented-chapter.ts';
import { listThreads } from '#server/community/list-comments.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const GET = endpoint(listComments, anyone, async ({ app, caller, params, query }) => {
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
    suspendedUntil: (caller && suspendedUntil(caller.user, app.clock.now()))?.toISOString() ?? null,
  };
});

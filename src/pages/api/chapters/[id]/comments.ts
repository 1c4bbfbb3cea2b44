import { listComments } from '../../../../lib/shared/contracts/comments.ts';
import { encodeCursor } from '../../../../lib/server/catalogue/novels.ts';
import { readCursor } from '../../../../lib/server/community/comment-cursor.ts';
import { suspendedUntil } from '../../../../lib/server/community/add-comment.ts';
import { openComments } from '../../../../lib/server/community/commented-chapter.ts';
import { listThreads } from '../../../../lib/server/community/list-comments.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { anyone } from '../../../../lib/server/http/guards.ts';
import { isRefusal } from '../../../../lib/server/http/refusal.ts';

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
    suspendedUntil: (caller && suspendedUntil(caller.user, app.clock.now()))?.toISOString() ?? null,
  };
});

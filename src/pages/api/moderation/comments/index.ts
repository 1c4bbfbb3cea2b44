import { listReportedComments } from '#shared/contracts/moderation.ts';
import { encodeCursor } from '#server/catalogue/novels.ts';
import { readCursor } from '#server/community/comment-cursor.ts';
import { listReported } from '#server/community/reported-comments.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const GET = endpoint(listReportedComments, requireRole('admin'), async ({ app, query }) => {
  const after = readCursor(query.cursor);
  if (isRefusal(after)) return after;
  const { comments, next } = await listReported(app.db, { state: query.state, after });
  return { comments, nextCursor: next && encodeCursor(next) };
});

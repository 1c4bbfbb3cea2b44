import { listReportedComments } from '../../../../lib/shared/contracts/moderation.ts';
import { encodeCursor } from '../../../../lib/server/catalogue/novels.ts';
import { readCursor } from '../../../../lib/server/community/comment-cursor.ts';
import { listReported } from '../../../../lib/server/community/reported-comments.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireRole } from '../../../../lib/server/http/guards.ts';
import { isRefusal } from '../../../../lib/server/http/refusal.ts';

export const GET = endpoint(listReportedComments, requireRole('admin'), async ({ app, query }) => {
  const after = readCursor(query.cursor);
  if (isRefusal(after)) return after;
  const { comments, next } = await listReported(app.db, { state: query.state, after });
  return { comments, nextCursor: next && encodeCursor(next) };
});

import { listModerationActs } from '../../../lib/shared/contracts/moderation.ts';
import { encodeCursor } from '../../../lib/server/catalogue/novels.ts';
import { readCursor } from '../../../lib/server/community/comment-cursor.ts';
import { listActs } from '../../../lib/server/community/moderation-log.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { requireRole } from '../../../lib/server/http/guards.ts';
import { isRefusal } from '../../../lib/server/http/refusal.ts';

export const GET = endpoint(listModerationActs, requireRole('admin'), async ({ app, query }) => {
  const after = readCursor(query.cursor);
  if (isRefusal(after)) return after;
  const { acts, next } = await listActs(app.db, after);
  return { acts, nextCursor: next && encodeCursor(next) };
});

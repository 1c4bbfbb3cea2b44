import { listModerationActs } from '#shared/contracts/moderation.ts';
import { encodeCursor } from '#server/catalogue/novels.ts';
import { readCursor } from '#server/community/comment-cursor.ts';
import { listActs } from '#server/community/moderation-log.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const GET = endpoint(listModerationActs, requireRole('admin'), async ({ app, query }) => {
  const after = readCursor(query.cursor);
  if (isRefusal(after)) return after;
  const { acts, next } = await listActs(app.db, after);
  return { acts, nextCursor: next && encodeCursor(next) };
});

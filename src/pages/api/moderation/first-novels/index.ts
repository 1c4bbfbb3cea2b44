import { listWaitingNovels } from '#shared/contracts/first-publication.ts';
import { encodeCursor } from '#server/catalogue/novels.ts';
import { readCursor } from '#server/community/comment-cursor.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import * as queue from '#server/publishing/review/queue.ts';

export const GET = endpoint(listWaitingNovels, requireRole('admin'), async ({ app, query }) => {
  const after = readCursor(query.cursor);
  if (isRefusal(after)) return after;
  const { novels, next } = await queue.listWaitingNovels(app.db, after);
  return { novels, nextCursor: next && encodeCursor(next) };
});

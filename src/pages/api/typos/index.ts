import { listOwnTypos as listCall } from '#shared/contracts/typos.ts';
import { encodeCursor } from '#server/catalogue/novels.ts';
import { readCursor } from '#server/community/comment-cursor.ts';
import { listOwnTypos } from '#server/community/typos/own-typos.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const GET = endpoint(listCall, requireUser, async ({ app, caller: { user }, query }) => {
  const after = readCursor(query.cursor);
  if (isRefusal(after)) return after;
  const { reports, next } = await listOwnTypos(app.db, user.id, after);
  return { reports, nextCursor: next && encodeCursor(next) };
});

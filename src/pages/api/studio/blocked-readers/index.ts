import { listBlockedReaders as listCall } from '#shared/contracts/studio-inbox.ts';
import { encodeCursor } from '#server/catalogue/novels.ts';
import { listBlockedReaders } from '#server/community/blocked-readers.ts';
import { readCursor } from '#server/community/comment-cursor.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireAuthor } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const GET = endpoint(listCall, requireAuthor, async ({ app, caller, query }) => {
  const after = readCursor(query.cursor);
  if (isRefusal(after)) return after;
  const { readers, next } = await listBlockedReaders(app.db, caller.user.id, after);
  return { readers, nextCursor: next && encodeCursor(next) };
});

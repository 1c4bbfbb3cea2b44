import { listInbox } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { encodeCursor } from '#server/catalogue/novels.ts';
import { readCursor } from '#server/community/comment-cursor.ts';
import { countInbox, listInboxNovels, listInboxPage } from '#server/community/inbox.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal, refuse } from '#server/http/refusal.ts';
import { findOwnNovel } from '#server/publishing/studio/own-work.ts';
import { hasInbox } from '#server/publishing/team/membership.ts';

export const GET = endpoint(listInbox, requireUser, async ({ app: { db }, caller, query }) => {
  const { user } = caller;
  if (!(await hasInbox(db, user))) return refuse('FORBIDDEN', messages.forbidden);
  const after = readCursor(query.cursor);
  if (isRefusal(after)) return after;
  const novel =
    query.novel === undefined ? null : await findOwnNovel(db, user, query.novel, 'seeDrafts');
  if (novel !== null && isRefusal(novel)) return novel;
  const scope = { author: user, novelId: novel?.id ?? null };
  const [{ entries, next }, counts, novels] = await Promise.all([
    listInboxPage(db, { scope, filter: query.filter, after }),
    countInbox(db, scope),
    after === null ? listInboxNovels(db, user) : [],
  ]);
  return { entries, nextCursor: next && encodeCursor(next), counts, novels };
});

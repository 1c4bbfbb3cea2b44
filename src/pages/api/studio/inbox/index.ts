import { listInbox } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { may } from '#shared/novel-powers.ts';
import { encodeCursor } from '#server/catalogue/novels.ts';
import { readCursor } from '#server/community/comment-cursor.ts';
import { countInbox, listInboxNovels, listInboxPage } from '#server/community/inbox.ts';
import type { Database } from '#server/db/database.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal, refuse } from '#server/http/refusal.ts';
import {
  findOwnNovel,
  roleOn,
  type Author,
  type NovelRow,
} from '#server/publishing/studio/own-work.ts';
import { answersAnyComments, hasInbox } from '#server/publishing/team/membership.ts';

export const GET = endpoint(listInbox, requireUser, async ({ app: { db }, caller, query }) => {
  const { user } = caller;
  if (!(await hasInbox(db, user))) return refuse('FORBIDDEN', messages.forbidden);
  const after = readCursor(query.cursor);
  if (isRefusal(after)) return after;
  const novel =
    query.novel === undefined ? null : await findOwnNovel(db, user, query.novel, 'seeDrafts');
  if (novel !== null && isRefusal(novel)) return novel;
  const scope = { author: user, novelId: novel?.id ?? null };
  const [{ entries, next }, counts, novels, about] = await Promise.all([
    listInboxPage(db, { scope, filter: query.filter, after }),
    countInbox(db, scope),
    after === null ? listInboxNovels(db, user) : [],
    aboutRole(db, user, novel),
  ]);
  return { entries, nextCursor: next && encodeCursor(next), counts, novels, ...about };
});

/** A novel with the user's role on it, which `findOwnNovel` has found; and what the role may do. */
async function aboutRole(db: Database, user: Author, novel: NovelRow | null) {
  if (novel === null) return { novel, answersComments: await answersAnyComments(db, user) };
  const role = (await roleOn(db, user, novel)) ?? 'proofreader';
  return {
    novel: { _id: novel.id, title: novel.title, role },
    answersComments: may(role, 'comments'),
  };
}

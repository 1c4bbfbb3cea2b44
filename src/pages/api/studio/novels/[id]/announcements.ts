import * as calls from '#shared/contracts/announcements.ts';
import { encodeCursor } from '#server/catalogue/novels.ts';
import { readCursor } from '#server/community/comment-cursor.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { addAnnouncement, listAnnouncements } from '#server/publishing/studio/announcements.ts';
import { findOwnNovel, onNovel } from '#server/publishing/studio/own-work.ts';

export const GET = endpoint(
  calls.listAnnouncements,
  requireUser,
  async ({ app, caller, params, query }) => {
    const after = readCursor(query.cursor);
    if (isRefusal(after)) return after;
    const novel = await findOwnNovel(app.db, caller.user, params.id, 'seeDrafts');
    if (isRefusal(novel)) return novel;
    const { next, ...page } = await listAnnouncements(app, novel.id, after);
    return { ...page, nextCursor: next && encodeCursor(next) };
  },
);

export const POST = endpoint(
  calls.addAnnouncement,
  [requireUser, onNovel('publish')],
  ({ app, caller, params, body }) => addAnnouncement(app, caller.user, params.id, body),
);

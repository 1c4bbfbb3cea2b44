import { getCommentsClosed, setCommentsClosed as setCall } from '#shared/contracts/studio-inbox.ts';
import { setCommentsClosed } from '#server/community/closed-comments.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { findOwnChapter, onChapter } from '#server/publishing/studio/own-work.ts';

export const GET = endpoint(getCommentsClosed, requireUser, async ({ app, caller, params }) => {
  const found = await findOwnChapter(app.db, caller.user, params.id, 'seeDrafts');
  return isRefusal(found) ? found : { isClosed: found.chapter.commentsClosedAt !== null };
});

export const PUT = endpoint(
  setCall,
  [requireUser, onChapter('comments')],
  async ({ app, found, body }) => {
    const isClosed = await setCommentsClosed(app, found.chapter.id, body.isClosed);
    return isRefusal(isClosed) ? isClosed : { isClosed };
  },
);

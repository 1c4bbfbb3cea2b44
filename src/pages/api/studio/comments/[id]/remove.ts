import { removeOwnComment } from '#shared/contracts/studio-inbox.ts';
import { checkAuthorAct } from '#server/community/author-act.ts';
import { moderateComment } from '#server/community/moderate-comment.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { onComment, readEntry } from '#server/publishing/studio/own-comment.ts';

export const POST = endpoint(
  removeOwnComment,
  [requireUser, onComment()],
  async ({ app, caller, found: comment, body }) => {
    const act = { act: 'removed', id: comment.id, reason: body.reason } as const;
    const done = await moderateComment(app, caller.user, act, (tx) =>
      checkAuthorAct(tx, caller.user, comment, act.act),
    );
    return isRefusal(done) ? done : readEntry(app.db, caller.user, comment.id);
  },
);

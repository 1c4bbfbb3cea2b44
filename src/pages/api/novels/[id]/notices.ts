import { getNovelNotices, setNovelNotices } from '#shared/contracts/notices.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { readFollowNotices, setFollowNotices } from '#server/notices/follow-notices.ts';

export const GET = endpoint(getNovelNotices, requireUser, ({ app, caller, params }) =>
  readFollowNotices(app, { userId: caller.user.id, novelId: params.id }),
);

export const PUT = endpoint(setNovelNotices, requireUser, async ({ app, caller, params, body }) => {
  const followed = { userId: caller.user.id, novelId: params.id };
  const isFollowed = await setFollowNotices(app, followed, body.isTold);
  return isFollowed ? readFollowNotices(app, followed) : refuse('NOT_FOUND', messages.notFollowed);
});

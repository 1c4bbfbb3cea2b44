import { getAuthorNotices, setAuthorNotices } from '#shared/contracts/notices.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import {
  onFollowedAuthor,
  readFollowNotices,
  setFollowNotices,
} from '#server/notices/follow-notices.ts';

export const GET = endpoint(getAuthorNotices, requireUser, ({ app, caller, params }) =>
  readFollowNotices(app, { userId: caller.user.id, authorSlug: params.slug }),
);

export const PUT = endpoint(
  setAuthorNotices,
  [requireUser, onFollowedAuthor],
  async ({ app, caller, params, body }) => {
    const followed = { userId: caller.user.id, authorSlug: params.slug };
    await setFollowNotices(app, followed, body.isTold);
    return readFollowNotices(app, followed);
  },
);

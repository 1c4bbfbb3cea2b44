import { getNovelNotices, setNovelNotices } from '#shared/contracts/notices.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import {
  onFollowedNovel,
  readFollowNotices,
  setFollowNotices,
} from '#server/notices/follow-notices.ts';

export const GET = endpoint(getNovelNotices, requireUser, ({ app, caller, params }) =>
  readFollowNotices(app, { userId: caller.user.id, novelId: params.id }),
);

export const PUT = endpoint(
  setNovelNotices,
  [requireUser, onFollowedNovel],
  async ({ app, caller, params, body }) => {
    const followed = { userId: caller.user.id, novelId: params.id };
    await setFollowNotices(app, followed, body.isTold);
    return readFollowNotices(app, followed);
  },
);

import { getFollowedAuthor, setFollowedAuthor } from '#shared/contracts/authors.ts';
import { messages } from '#shared/messages.ts';
import { readFollow, setFollow } from '#server/community/followed-authors.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';

export const GET = endpoint(getFollowedAuthor, requireUser, async ({ app, caller, params }) => {
  const state = await readFollow(app.db, { userId: caller.user.id, slug: params.slug });
  return state ?? refuse('NOT_FOUND', messages.authorMissing);
});

export const PUT = endpoint(
  setFollowedAuthor,
  requireUser,
  async ({ app, caller, params, body }) => {
    const follow = { userId: caller.user.id, slug: params.slug };
    const state = await setFollow(app, follow, body.isFollowed);
    return state ?? refuse('NOT_FOUND', messages.authorMissing);
  },
);

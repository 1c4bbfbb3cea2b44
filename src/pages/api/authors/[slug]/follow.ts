import { getFollowedAuthor, setFollowedAuthor } from '#shared/contracts/authors.ts';
import { messages } from '#shared/messages.ts';
import { onAuthor, readFollow, setFollow } from '#server/community/followed-authors.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';

export const GET = endpoint(getFollowedAuthor, requireUser, async ({ app, caller, params }) => {
  const follow = { userId: caller.user.id, slug: params.slug };
  const { isFollowed, isKnown } = await readFollow(app.db, follow);
  return isKnown ? { isFollowed } : refuse('NOT_FOUND', messages.authorMissing);
});

export const PUT = endpoint(
  setFollowedAuthor,
  [requireUser, onAuthor],
  ({ app, caller, found: { isKnown }, params, body: { isFollowed } }) => {
    // Who has no public novel any more can only be left.
    if (isFollowed && !isKnown) return refuse('NOT_FOUND', messages.authorMissing);
    return setFollow(app, { userId: caller.user.id, slug: params.slug }, isFollowed);
  },
);

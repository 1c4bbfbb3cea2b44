import {
  getFollowedAuthor,
  setFollowedAuthor,
  listFollowedAuthors,
} from '#shared/contracts/authors.ts';
import { messages } from '#shared/messages.ts';
import { likeChapter, unlikeChapter } from '#shared/contracts/chapters.ts';
import {
  setFavorite,
  rateNovel,
  getUserFavorite,
  getUserRating,
} from '#shared/contracts/novels.ts';
import {
  onAuthor,
  readFollow,
  setFollow,
  listFollows,
} from '#server/community/followed-authors.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import { refuse } from '#server/core/http/refusal.ts';
import { setLike } from '#server/community/likes.ts';
import { onPublicNovel, ratingAverage } from '#server/catalogue/novels.ts';
import * as favorites from '#server/community/favorites.ts';
import { readFavorite } from '#server/community/favorites.ts';
import * as ratings from '#server/community/ratings.ts';
import { readRating } from '#server/community/ratings.ts';

export const calls = [
  endpoint(getFollowedAuthor, requireUser, async ({ app, caller, params }) => {
    const follow = { userId: caller.user.id, slug: params.slug };
    const { isFollowed, isKnown } = await readFollow(app.db, follow);
    return isKnown ? { isFollowed } : refuse('NOT_FOUND', messages.authorMissing);
  }),

  endpoint(
    setFollowedAuthor,
    [requireUser, onAuthor],
    ({ app, caller, found: { isKnown }, params, body: { isFollowed } }) => {
      // Who has no public novel any more can only be left.
      if (isFollowed && !isKnown) return refuse('NOT_FOUND', messages.authorMissing);
      return setFollow(app, { userId: caller.user.id, slug: params.slug }, isFollowed);
    },
  ),

  endpoint(likeChapter, requireUser, async ({ app, caller, params }) => {
    const mark = { userId: caller.user.id, chapterId: params.id };
    const likes = await setLike(app, mark, true);
    if (likes === null) return refuse('NOT_FOUND', messages.chapterMissing);
    return { likes, likedBy: [caller.user.id] };
  }),

  endpoint(unlikeChapter, requireUser, async ({ app, caller, params }) => {
    const mark = { userId: caller.user.id, chapterId: params.id };
    const likes = await setLike(app, mark, false);
    if (likes === null) return refuse('NOT_FOUND', messages.chapterMissing);
    return { likes, likedBy: [] };
  }),

  endpoint(listFollowedAuthors, requireUser, ({ app, caller }) =>
    listFollows(app.db, caller.user.id),
  ),

  endpoint(setFavorite, [requireUser, onPublicNovel], async ({ app, caller, params, body }) => {
    const mark = { userId: caller.user.id, novelId: params.id };
    const state = await favorites.setFavorite(app, mark, body.isFavorited);
    return state ?? refuse('NOT_FOUND', messages.novelMissing);
  }),

  endpoint(rateNovel, [requireUser, onPublicNovel], async ({ app, caller, params, body }) => {
    const given = { userId: caller.user.id, novelId: params.id, rating: body.rating };
    const sum = await ratings.rateNovel(app, given);
    if (!sum) return refuse('NOT_FOUND', messages.novelMissing);
    return { ratingAvg: ratingAverage(sum) ?? body.rating, ratingCount: sum.ratingCount };
  }),

  endpoint(getUserFavorite, requireUser, async ({ app, caller, params }) => {
    const favorite = await readFavorite(app.db, caller.user.id, params.id);
    return favorite ?? refuse('NOT_FOUND', messages.novelMissing);
  }),

  endpoint(getUserRating, requireUser, async ({ app, caller, params }) => {
    const rating = await readRating(app.db, caller.user.id, params.id);
    return rating === undefined ? refuse('NOT_FOUND', messages.novelMissing) : { rating };
  }),
];

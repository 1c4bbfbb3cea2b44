import { useEffect, useId, useState, useCallback } from 'react';
import type { z } from 'zod';
import { addressOf } from '#browser/address-of.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Failure } from '#browser/outcome.ts';
import { ratingStars, ratingWords, starFill } from '#shared/site/rating.ts';
import { formatCount } from '#shared/site/formats.ts';
import { call } from '#browser/call.ts';
import { getUserFavorite, getUserRating, rateNovel } from '#shared/contracts/novels.ts';
import { signedInPerson } from '#browser/session/auth-token.ts';
import { orWaiting } from '#browser/offline/queue/queue-here.ts';
import { Follow } from '../follow/Follow.tsx';
import { novelMeaning } from '../follow/meanings.ts';
import { novelNotices } from '../follow/notice-calls.ts';
import { useNotices } from '../follow/Tell.tsx';
import { ChangeFailure } from '../ui/ChangeFailure.tsx';
import pressedStyles from '../ui/toggle-pressed.css?inline';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { countWithPending, useOptimisticValue } from '../ui/use-optimistic-value.ts';
import { LibraryChoice } from './LibraryChoice.tsx';
import { starWords } from './words.ts';
import { favoriteSubject, sendFavorite } from './send-favorite.ts';

adoptStyles(pressedStyles);

/** `favorites` is the count rendered into the page. */
type Props = { novelId: string; favorites: number; meaning?: string };

/** Favourite, rating and library of a signed-in user, updated optimistically. */
export function MemberActions({ novelId, favorites, meaning = novelMeaning }: Props) {
  const favorite = useFavorite(novelId, favorites);
  const notices = useNotices(novelId, novelNotices);
  const rating = useRating(novelId);
  const [libraryFailure, setLibraryFailure] = useState<Failure | null>(null);
  const labelId = useId();
  useEffect(() => {
    showFavorites(favorite.count);
    // A change dropped because the user changed is ignored.
    return () => showFavorites(favorites);
  }, [favorite.count, favorites]);
  useEffect(() => {
    if (rating.answer) showRating(rating.answer);
  }, [rating.answer]);
  return (
    <>
      <Follow
        control="favorite"
        meaning={meaning}
        isFollowed={favorite.shown}
        onChange={favorite.set}
        notices={notices}
      />
      <div className="rate" role="radiogroup" aria-labelledby={labelId}>
        <span className="rate-label" id={labelId}>
          Votre note
        </span>
        <span className="rate-stars">
          {ratingStars.map((star) => (
            <label key={star} className="rate-star">
              <input
                type="radio"
                className="visually-hidden"
                data-control={`star-${star}`}
                name={labelId}
                aria-label={starWords(star)}
                checked={rating.shown === star}
                onChange={() => rating.set(star)}
              />
            </label>
          ))}
        </span>
      </div>
      <LibraryChoice novelId={novelId} onFailure={setLibraryFailure} />
      <ChangeFailure
        failure={favorite.failure ?? rating.failure ?? libraryFailure}
        isWaiting={favorite.isWaiting || rating.isWaiting}
      />
    </>
  );
}

/** Updates the page's figures, which are in the static HTML outside the island. */
function showFavorites(favorites: number): void {
  const place = document.querySelector('[data-figure="favorites"]');
  if (place) place.textContent = formatCount(favorites);
}

/** The mean rating and the number of ratings, in stars and in words. */
function showRating(rating: { ratingAvg: number; ratingCount: number }): void {
  const { ratingAvg, ratingCount } = rating;
  const words = document.querySelector('[data-figure="rating"]');
  if (words) words.textContent = ratingWords(ratingAvg, ratingCount);
  const stars = document.querySelectorAll('[data-figure="stars"] > *');
  ratingStars.forEach((star, index) => {
    const drawn = stars[index];
    if (drawn) drawn.className = starFill(ratingAvg, star);
  });
}

/**
 * Whether the novel is among the user's favourites, and how many users have it there.
 * @param favorites the count rendered into the page.
 */
function useFavorite(id: string, favorites: number) {
  const favorite = useOptimisticValue(
    'favourite',
    { initial: false, send: sendFavorite(id) },
    favoriteSubject(id),
  );
  const { hydrate, answer } = favorite;
  const load = useCallback(() => call(getUserFavorite, { params: { id } }), [id]);
  const own = dataOr(useLoaded(load, { logAs: 'own favourite' })[0], null, null);
  useEffect(() => {
    if (own) hydrate(own.isFavorited, own);
  }, [own, hydrate]);
  return { ...favorite, count: countWithPending(answer?.favorites ?? favorites, favorite) };
}

type RatingAnswer = z.output<(typeof rateNovel)['response']>;

/** The user's rating, null for none, and the mean of all ratings after it. */
function useRating(id: string) {
  const subject = `rating:${id}`;
  const rating = useOptimisticValue<number | null, RatingAnswer>(
    'rating',
    {
      initial: null,
      send: async (wished) => {
        const body = { rating: wished ?? 0 };
        return orWaiting(signedInPerson(), await call(rateNovel, { params: { id }, body }), {
          subject,
          method: 'POST',
          path: addressOf(rateNovel, { params: { id } }),
          body,
          value: wished,
          label: `Note\u00A0: ${starWords(body.rating)}`,
        });
      },
    },
    subject,
  );
  const { hydrate } = rating;
  const load = useCallback(() => call(getUserRating, { params: { id } }), [id]);
  const own = dataOr(useLoaded(load, { logAs: 'own rating' })[0], null, null);
  useEffect(() => {
    if (own) hydrate(own.rating);
  }, [own, hydrate]);
  return rating;
}

import { adoptStyles } from '#browser/adopt-styles.ts';
import { useEffect, useId, useState } from 'react';
import type { Failure } from '#browser/outcome.ts';
import { ratingStars } from '#shared/site/rating.ts';
import { Follow } from '../follow/Follow.tsx';
import { novelMeaning } from '../follow/meanings.ts';
import { novelNotices } from '../follow/notice-calls.ts';
import { useNotices } from '../follow/Tell.tsx';
import { ChangeFailure } from '../ui/ChangeFailure.tsx';
import { showFavorites, showRating } from './figures.ts';
import { useFavorite } from './use-favorite.ts';
import { useRating } from './use-rating.ts';
import { LibraryChoice } from './LibraryChoice.tsx';
import { starWords } from './words.ts';
import pressedStyles from '../ui/toggle-pressed.css?inline';

adoptStyles(pressedStyles);

/** `favorites` is the count rendered into the page. */
type Props = { novelId: string; favorites: number };

/** Favourite, rating and library of a signed-in user, updated optimistically. */
export function MemberActions({ novelId, favorites }: Props) {
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
        meaning={novelMeaning}
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

import { formatCount } from '#shared/site/formats.ts';
import { ratingStars, ratingWords, starFill } from '#shared/site/rating.ts';

/** Updates the page's figures, which are in the static HTML outside the island. */
export function showFavorites(favorites: number): void {
  const place = document.querySelector('[data-figure="favorites"]');
  if (place) place.textContent = formatCount(favorites);
}

/** The mean rating and the number of ratings, in stars and in words. */
export function showRating(rating: { ratingAvg: number; ratingCount: number }): void {
  const { ratingAvg, ratingCount } = rating;
  const words = document.querySelector('[data-figure="rating"]');
  if (words) words.textContent = ratingWords(ratingAvg, ratingCount);
  const stars = document.querySelectorAll('[data-figure="stars"] > *');
  ratingStars.forEach((star, index) => {
    const drawn = stars[index];
    if (drawn) drawn.className = starFill(ratingAvg, star);
  });
}

import { formatCount } from '#shared/formats.ts';
import { ratingStars, ratingWords, starFill } from '#shared/rating.ts';

/** The page's figures stand outside the island, in the HTML that everybody gets: they follow it. */
export function showFavorites(favorites: number): void {
  const place = document.querySelector('[data-figure="favorites"]');
  if (place) place.textContent = formatCount(favorites);
}

/** The mean of all ratings and their number, in stars and in words. */
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

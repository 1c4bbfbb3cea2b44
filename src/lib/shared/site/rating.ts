import { formatRating, plural } from './formats.ts';

/** The stars of a rating, from the first to the last. */
export const ratingStars = [1, 2, 3, 4, 5] as const;

/** How much of a star an average fills, in halves. */
export function starFill(average: number | null, star: number): 'full' | 'half' | 'empty' {
  const part = (average ?? 0) - (star - 1);
  if (part >= 0.75) return 'full';
  return part >= 0.25 ? 'half' : 'empty';
}

/** “4,3 sur 5 (12 notes)”, or that there are none. */
export function ratingWords(average: number | null, count: number): string {
  if (average === null) return 'Pas encore de note';
  return `${formatRating(average)} sur 5 (${plural(count, 'note')})`;
}

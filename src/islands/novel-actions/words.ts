import { plural } from '#shared/site/formats.ts';

/** Label of a star of the user's rating. */
export function starWords(star: number): string {
  return `${plural(star, 'étoile')} sur 5`;
}

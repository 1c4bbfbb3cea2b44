import { plural } from '#shared/formats.ts';

/** What the favourite toggle says. */
export function favoriteWords(isFavorited: boolean): string {
  return isFavorited ? 'Favori' : 'Ajouter aux favoris';
}

/** What a star of one's own rating says. */
export function starWords(star: number): string {
  return `${plural(star, 'étoile')} sur 5`;
}

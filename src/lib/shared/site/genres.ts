/** The 28 genres as stored (specification, section 3), with their French labels. */
const labels = {
  Action: 'Action',
  Adventure: 'Aventure',
  Comedy: 'Comédie',
  Drama: 'Drame',
  'Fan-Fiction': 'Fan-fiction',
  Fantasy: 'Fantasy',
  Game: 'Jeu',
  Historical: 'Historique',
  Horror: 'Horreur',
  'Martial Arts': 'Arts martiaux',
  Mecha: 'Mecha',
  Military: 'Militaire',
  Mystery: 'Mystère',
  Psychological: 'Psychologique',
  Romance: 'Romance',
  'School Life': 'Vie scolaire',
  'Sci-fi': 'Science-fiction',
  Seinen: 'Seinen',
  Shoujo: 'Shōjo',
  Shounen: 'Shōnen',
  'Slice of Life': 'Tranche de vie',
  Sports: 'Sport',
  Supernatural: 'Surnaturel',
  Tragedy: 'Tragédie',
  'Urban Life': 'Vie urbaine',
  Wuxia: 'Wuxia',
  Xianxia: 'Xianxia',
  Xuanhuan: 'Xuanhuan',
} as const;

export type Genre = keyof typeof labels;

export const genres = Object.keys(labels) as [Genre, ...Genre[]];

export function isGenre(genre: string): genre is Genre {
  return Object.hasOwn(labels, genre);
}

/** French label of a stored genre; an unknown one is shown as it is. */
export function genreLabel(genre: string): string {
  return isGenre(genre) ? labels[genre] : genre;
}

/** A genre's slug in addresses: “Tranche de vie” is `tranche-de-vie`. */
export function genreSlug(genre: Genre): string {
  const label = labels[genre].normalize('NFD').replaceAll(/\p{Mark}/gu, '');
  return label.toLowerCase().replaceAll(' ', '-');
}

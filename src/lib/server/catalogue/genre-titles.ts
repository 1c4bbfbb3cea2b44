import type { Genre } from '#shared/site/genres.ts';

/** What the novels of a genre are called. */
const titles: Record<Genre, string> = {
  Action: 'Romans d’action',
  Adventure: 'Romans d’aventure',
  Comedy: 'Romans comiques',
  Drama: 'Romans dramatiques',
  'Fan-Fiction': 'Fan-fictions',
  Fantasy: 'Romans de fantasy',
  Game: 'Romans de jeu',
  Historical: 'Romans historiques',
  Horror: 'Romans d’horreur',
  'Martial Arts': 'Romans d’arts martiaux',
  Mecha: 'Romans de mecha',
  Military: 'Romans militaires',
  Mystery: 'Romans à mystère',
  Psychological: 'Romans psychologiques',
  Romance: 'Romances',
  'School Life': 'Romans de vie scolaire',
  'Sci-fi': 'Romans de science-fiction',
  Seinen: 'Romans seinen',
  Shoujo: 'Romans shōjo',
  Shounen: 'Romans shōnen',
  'Slice of Life': 'Tranches de vie',
  Sports: 'Romans de sport',
  Supernatural: 'Romans surnaturels',
  Tragedy: 'Tragédies',
  'Urban Life': 'Romans de vie urbaine',
  Wuxia: 'Romans wuxia',
  Xianxia: 'Romans xianxia',
  Xuanhuan: 'Romans xuanhuan',
};

/** The title of a genre's page: “Romans de science-fiction”. */
export function genreTitle(genre: Genre): string {
  return titles[genre];
}

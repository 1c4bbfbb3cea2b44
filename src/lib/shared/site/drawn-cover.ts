/** The covers of novels without a picture (look, section 4): one of six, coloured by genre. */

export const drawnKinds = ['stripes', 'medallion', 'initials', 'map', 'frame', 'type'] as const;
export type DrawnKind = (typeof drawnKinds)[number];

/** Their colours, light text on each of which has the contrast of WCAG 2.2, 1.4.3. */
export const drawnTints = [
  '#5d2a35',
  '#23404a',
  '#37452f',
  '#4a3a5c',
  '#5a4327',
  '#2b2f45',
] as const;

/** The genres of each colour, in the order of the colours. */
const moods: readonly (readonly string[])[] = [
  ['Romance', 'Drama', 'Shoujo', 'Tragedy'],
  ['Sci-fi', 'Mecha', 'Game', 'Urban Life'],
  ['Adventure', 'Slice of Life', 'Sports', 'School Life', 'Comedy'],
  ['Fantasy', 'Xianxia', 'Xuanhuan', 'Wuxia', 'Supernatural'],
  ['Historical', 'Military', 'Martial Arts', 'Action'],
  ['Mystery', 'Horror', 'Psychological', 'Seinen'],
];

type Drawn = { id: string; title: string; genres: readonly string[] };

/**
 * Which one a novel gets, by its id; its colour, by its genres, as an index of `drawnTints`; and its
 * initials.
 */
export function drawnCoverOf({ id, title, genres }: Drawn): {
  kind: DrawnKind;
  hue: number;
  initials: string;
} {
  const sum = Array.from(id).reduce((so, letter) => (so * 31 + letter.charCodeAt(0)) % 9973, 7);
  const mood = moods.findIndex((all) => genres.some((genre) => all.includes(genre)));
  return {
    kind: drawnKinds[sum % drawnKinds.length] ?? 'type',
    hue: mood === -1 ? sum % moods.length : mood,
    initials: initialsOf(title),
  };
}

/** The first letters of the first two words that are longer than an article. */
function initialsOf(title: string): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => word.length > 3);
  return (telling.length > 0 ? telling : words)
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toLocaleUpperCase('fr') ?? '')
    .join('');
}

/** The covers of novels without a picture (look, section 4): one of six, coloured by genre. */

export const drawnKinds = ['stripes', 'medallion', 'initials', 'map', 'frame', 'type'] as const;
export type DrawnKind = (typeof drawnKinds)[number];

/** The colours of `src/styles/book.css`, each for the genres of one mood. */
const moods: readonly (readonly string[])[] = [
  ['Romance', 'Drama', 'Shoujo', 'Tragedy'],
  ['Sci-fi', 'Mecha', 'Game', 'Urban Life'],
  ['Adventure', 'Slice of Life', 'Sports', 'School Life', 'Comedy'],
  ['Fantasy', 'Xianxia', 'Xuanhuan', 'Wuxia', 'Supernatural'],
  ['Historical', 'Military', 'Martial Arts', 'Action'],
  ['Mystery', 'Horror', 'Psychological', 'Seinen'],
];

/** Which one a novel gets, and in which colour: the same as long as it has its title and genres. */
export function drawnCoverOf(
  title: string,
  genres: readonly string[],
): { kind: DrawnKind; hue: number; initials: string } {
  const sum = Array.from(title).reduce((so, letter) => (so * 31 + letter.charCodeAt(0)) % 9973, 7);
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

import type { ResolvedPos } from 'prosemirror-model';

/** The language of a place in a text: of its words, of what they stand in, or of the text. */
export function languageAt(place: ResolvedPos, ofText: string): string {
  const around = Array.from({ length: place.depth + 1 }, (_, index) =>
    place.node(place.depth - index),
  );
  const languages = [
    ...place.marks().map(({ attrs }) => attrs.lang as unknown),
    ...around.map(({ attrs }) => attrs.lang as unknown),
  ];
  return languages.find((language) => typeof language === 'string') ?? ofText;
}

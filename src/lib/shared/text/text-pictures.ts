/**
 * Pictures of a chapter's text, as `src/lib/server/publishing/sanitize.ts` stores them: a block
 * `<figure><img data-picture="…" alt="…" width="…" height="…"></figure>` without an address. Who may
 * read the text gets it with addresses (`src/lib/server/catalogue/text-pictures.ts`).
 */
export const pictureLimits = {
  perChapter: 60,
  perNovel: 1_000,
  altCharacters: 500,
  uploadBytes: 10 * 1024 * 1024,
  /** Of what is served, in pixels; a smaller picture has its own width. */
  widths: [480, 960, 1_600],
  heightMax: 4_000,
} as const;

/** The alternative text of an imported picture that has none: it is required. The import's report counts them. */
export const unnamedPicture = 'Illustration';

/** What tools write where an author has said nothing. */
const noWords =
  /^(?:[^\s.]{0,200}\.(?:jpe?g|png|gif|webp|svg)|(?:images?|img|pictures?|graphi(?:c|que)s?)\s?\d*)$/i;

/** The words of a copied or imported picture; '' where they only name a file. */
export const wordsOfPicture = (alt: string): string => {
  const words = alt.replace(/\s+/g, ' ').trim();
  return noWords.test(words) ? '' : words;
};

/** The files that are taken, by their media types. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

/** What a picture is in a text. */
export type TextPicture = { hash: string; alt: string; width: number; height: number };

export const pictureHash = /^[0-9a-f]{32}$/;

/** A stored picture; groups: hash, alternative text (escaped), width, height. */
export const storedPicture =
  /<img data-picture="([0-9a-f]{32})" alt="([^"<>]+)" width="([1-9]\d{0,3})" height="([1-9]\d{0,3})">/g;

const wholePicture = new RegExp(`^${storedPicture.source}$`);

/** Whether a tag is a picture in its stored form. */
export const isStoredPicture = (tag: string): boolean => wholePicture.test(tag);

/** The names of the pictures of a stored text. */
export const namesOfPictures = (html: string): string[] =>
  [...html.matchAll(storedPicture)].map(([, hash = '']) => hash);

export const hasPictures = (html: string): boolean => html.includes('<figure>');

/** The widths that a picture is kept in, the smallest first. */
export function storedWidths(width: number): number[] {
  const smaller = pictureLimits.widths.filter((one) => one < width);
  return [...smaller, Math.min(width, pictureLimits.widths.at(-1) ?? width)].filter(
    (one, index, all) => all.indexOf(one) === index,
  );
}

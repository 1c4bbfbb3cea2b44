/** What a reader wants no list to show: an author, genre, tag or warning, as `genre/horreur`. */
import { warningLabel } from './content-warnings.ts';
import { genreLabel, genres, genreSlug } from './genres.ts';

export const hiddenForm = /^(?:auteur|genre|tag|avertissement)\/[a-z0-9-]{1,120}$/;
export const hiddenMax = 50;
/** A page of which it is asked whether lists hide it: a novel's or a chapter's. */
export const listedForm =
  /^\/(?:novel\/[a-z0-9-]{1,120}|chapter\/[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12})$/;

/** The slugs of one kind. */
export const hiddenOf = (subjects: readonly string[], kind: string): string[] =>
  subjects.filter((each) => each.startsWith(`${kind}/`)).map((each) => each.slice(kind.length + 1));

/**
 * A subject in words: “Genre : Horreur”.
 * @param name of an author or tag as a page has it; else it is read from the address
 */
export function hiddenLabel(subject: string, name = ''): string {
  const [kind = '', slug = ''] = subject.split('/');
  const words = slug.replaceAll('-', ' ');
  if (kind === 'genre') {
    const genre = genres.find((each) => genreSlug(each) === slug);
    return `Genre\u00A0: ${genre ? genreLabel(genre) : words}`;
  }
  if (kind === 'tag') return `Mot-clé\u00A0: ${name || words}`;
  if (kind === 'avertissement') return `Contenu\u00A0: ${warningLabel(slug).toLowerCase()}`;
  const author = words.replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase());
  return `Auteur\u00A0: ${name || author}`;
}

import { createHash } from 'node:crypto';
import { plainLetters } from './book/numerals.ts';

/** A longer key is no longer readable and may not fit an index. */
const maxCharacters = 300;

/**
 * A book's key for imports of the same book: its identifier, else its title and author. A file's
 * name never counts: two books may share it.
 * @returns null where title or author is unknown, so that no book is taken for another.
 */
export function bookKey(book: {
  identifier: string | null;
  title: string | null;
  authorName: string | null;
}): string | null {
  if (book.identifier !== null) return bounded(book.identifier);
  if (!book.title || !book.authorName) return null;
  return bounded(`${plain(book.title)}/${plain(book.authorName)}`);
}

/** Letters and digits, so that a corrected accent, capital or dash is still the same book. */
function plain(text: string): string {
  const letters = plainLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return letters || text.trim();
}

function bounded(key: string): string {
  if (key.length <= maxCharacters) return key;
  return `sha256:${createHash('sha256').update(key).digest('hex')}`;
}

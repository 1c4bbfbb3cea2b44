import { createHash } from 'node:crypto';
import type { Book, BookChapter } from './book/book.ts';
import { plainLetters } from './book/numerals.ts';
import type { NovelDraft } from './save-novel.ts';

/**
 * A book as the novel it becomes, with what is known better than the file says. Drafts of our own archive,
 * which are still empty, are left out.
 * @param known `sourceKey`: where the novel is given, for a book that cannot be identified.
 * @returns null if the book cannot be identified.
 */
export function draftOfBook(
  book: Book,
  known: {
    title?: string | undefined;
    authorName?: string | undefined;
    sourceKey?: string | undefined;
  } = {},
): NovelDraft | null {
  const key = bookKey({
    identifier: book.identifier,
    title: known.title ?? (book.isTitleGuessed ? null : book.title),
    authorName: known.authorName ?? book.authorName,
  });
  const sourceKey = key ?? known.sourceKey;
  if (sourceKey === undefined) return null;
  return {
    sourceKey,
    title: known.title ?? book.title,
    authorName: known.authorName ?? (book.authorName || 'Auteur inconnu'),
    description: book.description,
    language: book.language || 'fr',
    cover: book.cover?.bytes ?? null,
    pictures: book.pictures,
    chapters: book.chapters.filter(hasWords),
  };
}

/** What is imported is published: an empty chapter is not. */
export const hasWords = ({ wordCount }: BookChapter): boolean => wordCount > 0;

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

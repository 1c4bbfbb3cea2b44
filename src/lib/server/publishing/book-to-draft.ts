import { bookKey } from './book-key.ts';
import type { Book, BookChapter } from './book/book.ts';
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

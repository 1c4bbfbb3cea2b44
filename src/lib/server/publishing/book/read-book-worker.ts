/** Reads one book in a worker thread, while the server answers others. */
import { parentPort } from 'node:worker_threads';
import { setStoredTypography } from '#shared/text/typography.ts';
import { sanitizeChapterHtml } from '../sanitize.ts';
import type { BookToRead } from './book-reader.ts';
import { editBook } from './edit-book.ts';
import { readBook } from './read-book.ts';

parentPort?.on('message', (book: BookToRead) => void answer(book));

async function answer({ bytes, fileName, edits, language }: BookToRead): Promise<void> {
  const result = await readBook(bytes, fileName);
  if (!result.ok) {
    parentPort?.postMessage(result);
    return;
  }
  const { book } = result;
  // The sanitizer; for a whole book it would block the server's own thread for too long.
  for (const proposal of book.proposals) proposal.html = sanitizeChapterHtml(proposal.html);
  const { chapters, unknown } = editBook(book.proposals, edits);
  if (language !== undefined) {
    for (const chapter of chapters) chapter.html = setStoredTypography(chapter.html, language);
  }
  parentPort?.postMessage({ ok: true, book: { ...book, chapters }, unknown });
}

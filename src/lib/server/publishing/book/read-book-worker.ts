/** Reads one book on a thread of its own: the server goes on answering meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import { sanitizeChapterHtml } from '../sanitize.ts';
import { editBook } from './edit-book.ts';
import { readBook } from './read-book.ts';

const { bytes, fileName, edits } = workerData as {
  bytes: Uint8Array;
  fileName: string;
  edits: ImportEdit[];
};
const result = await readBook(bytes, fileName);
if (result.ok) {
  const { book } = result;
  // The gate to the database; for a whole book it takes too long for the server's own thread.
  for (const proposal of book.proposals) proposal.html = sanitizeChapterHtml(proposal.html);
  const { chapters, unknown } = editBook(book.proposals, edits);
  parentPort?.postMessage({ ok: true, book: { ...book, chapters }, unknown });
} else parentPort?.postMessage(result);

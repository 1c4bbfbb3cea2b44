/** Reads one book on a thread of its own: the server goes on answering meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import { sanitizeChapterHtml } from '../sanitize.ts';
import { readBook } from './read-book.ts';

const { bytes, fileName } = workerData as { bytes: Uint8Array; fileName: string };
const result = await readBook(bytes, fileName);
if (result.ok) {
  // The gate to the database; for a whole book it takes too long for the server's own thread.
  for (const chapter of result.book.chapters) chapter.html = sanitizeChapterHtml(chapter.html);
}
parentPort?.postMessage(result);

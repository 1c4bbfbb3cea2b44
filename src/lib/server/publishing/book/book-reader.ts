import { createWorkerThread } from '#server/core/worker-thread.ts';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import type { ReadBookResult } from './read-book.ts';

/** A book whose chapters are edited, with the pieces that edits name and the book does not have. */
type EditedBookResult =
  | (Extract<ReadBookResult, { ok: true }> & { unknown: string[] })
  | Extract<ReadBookResult, { ok: false }>;

/** What the worker thread is given. */
export type BookToRead = {
  bytes: Uint8Array;
  fileName: string;
  edits: readonly ImportEdit[];
  /** Of the novel that the chapters go to; undefined leaves their typography. */
  language: string | undefined;
};

/** Parses books in a worker thread. */
export type BookReader = {
  /**
   * As `readBook`, with sanitized texts (`sanitizeChapterHtml`), whose typography is set by the rules
   * of `language` if it is given. Null if the file takes too long or too much memory; undefined if
   * the queue is full, or this user's share of it.
   */
  read: (
    bytes: Uint8Array,
    fileName: string,
    edits: readonly ImportEdit[],
    how: { language?: string | undefined; userId: string },
  ) => Promise<EditedBookResult | null | undefined>;
  /** Terminates the running parse. */
  close: () => Promise<void>;
};

/** Parses each book in a worker thread of its own; one at a time. */
export function createBookReader(): BookReader {
  const thread = createWorkerThread<BookToRead, EditedBookResult>({
    module: 'src/lib/server/publishing/book/read-book-worker.ts',
    waitingMax: 8,
    waitMs: 45_000,
    timeoutMs: 60_000,
    memoryMaxMb: 768,
    idleMs: 0,
  });
  return {
    read: (bytes, fileName, edits, { language, userId }) =>
      thread.run({ bytes, fileName, edits, language }, userId),
    close: thread.close,
  };
}

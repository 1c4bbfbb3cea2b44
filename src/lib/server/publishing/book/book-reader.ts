import { Worker } from 'node:worker_threads';
import { projectRoot } from '#server/project-root.ts';
import { createTaskQueue } from '#server/task-queue.ts';
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

/** Runs from the sources: a thread has its own module graph in any case. */
const worker = new URL('src/lib/server/publishing/book/read-book-worker.ts', projectRoot);
const waitingMax = 8;
/** Together shorter than a reverse proxy's timeout. */
const waitMs = 45_000;
const timeoutMs = 60_000;
const memoryMaxMb = 768;

/** Parses books in worker threads that run from the sources; at most one at a time. */
export function createBookReader(): BookReader {
  const running = new Set<Worker>();
  const queue = createTaskQueue({ waitingMax, waitMs });

  async function readOnThread(workerData: BookToRead) {
    const thread = new Worker(worker, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
      // The thread needs none of the server's options.
      execArgv: [],
    });
    running.add(thread);
    try {
      return await resultOf(thread);
    } finally {
      running.delete(thread);
      await thread.terminate();
    }
  }

  return {
    read: (bytes, fileName, edits, { language, userId }) =>
      queue.run(() => readOnThread({ bytes, fileName, edits, language }), userId),
    close: async () => {
      queue.close();
      await Promise.all([...running].map((thread) => thread.terminate()));
    },
  };
}

function resultOf(thread: Worker): Promise<EditedBookResult | null> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => resolve(null), timeoutMs);
    const end = (result: EditedBookResult | null) => {
      clearTimeout(giveUp);
      resolve(result);
    };
    thread.once('message', end);
    thread.once('error', () => end(null));
    thread.once('exit', () => end(null));
  });
}

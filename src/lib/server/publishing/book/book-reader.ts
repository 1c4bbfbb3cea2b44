import { Worker } from 'node:worker_threads';
import { projectRoot } from '#server/project-root.ts';
import { createTaskQueue } from '#server/task-queue.ts';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import type { ReadBookResult } from './read-book.ts';

/** A book whose chapters are edited, with the pieces that edits name and the book does not have. */
type EditedBookResult =
  | (Extract<ReadBookResult, { ok: true }> & { unknown: string[] })
  | Extract<ReadBookResult, { ok: false }>;

/** Reads books beside the server's own thread. */
export type BookReader = {
  /**
   * As `readBook`, with texts that went through `sanitizeChapterHtml`. Null where the file takes too
   * long or too much memory; undefined where this one would not be read soon.
   */
  read: (
    bytes: Uint8Array,
    fileName: string,
    edits: readonly ImportEdit[],
  ) => Promise<EditedBookResult | null | undefined>;
  /** Ends what is being read. */
  close: () => Promise<void>;
};

/** Runs from the sources: a thread has a module graph of its own in any case. */
const worker = new URL('src/lib/server/publishing/book/read-book-worker.ts', projectRoot);
const waitingMax = 8;
/** Together shorter than what stands in front of the server waits for an answer. */
const waitMs = 45_000;
const timeoutMs = 60_000;
const memoryMaxMb = 768;

/** Reads books on threads that run from the sources; at most one at a time. */
export function createBookReader(): BookReader {
  const running = new Set<Worker>();
  const queue = createTaskQueue({ waitingMax, waitMs });

  async function readOnThread(bytes: Uint8Array, fileName: string, edits: readonly ImportEdit[]) {
    const thread = new Worker(worker, {
      workerData: { bytes, fileName, edits },
      resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
      // Nothing that the server was started with concerns the thread.
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
    read: (bytes, fileName, edits) => queue.run(() => readOnThread(bytes, fileName, edits)),
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

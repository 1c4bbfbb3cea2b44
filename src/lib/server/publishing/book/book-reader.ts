import { Worker } from 'node:worker_threads';
import { createTurns } from '../../turns.ts';
import type { ReadBookResult } from './read-book.ts';

/** Reads books beside the server's own thread. */
export type BookReader = {
  /**
   * As `readBook`, with texts that went through `sanitizeChapterHtml`. Null where the file takes too
   * long or too much memory; undefined where this one would not be read soon.
   */
  read: (bytes: Uint8Array, fileName: string) => Promise<ReadBookResult | null | undefined>;
  /** Ends what is being read. */
  close: () => Promise<void>;
};

const worker = new URL('./read-book-worker.ts', import.meta.url);
const waitingMax = 8;
/** Together shorter than what stands in front of the server waits for an answer. */
const waitMs = 45_000;
const timeoutMs = 60_000;
const memoryMaxMb = 768;

/** Made by the entry, from the sources: in the built pages there is no file for the thread. */
export function createBookReader(): BookReader {
  const running = new Set<Worker>();
  const turns = createTurns({ waitingMax, waitMs });

  async function readOnThread(bytes: Uint8Array, fileName: string) {
    const thread = new Worker(worker, {
      workerData: { bytes, fileName },
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
    read: (bytes, fileName) => turns.take(() => readOnThread(bytes, fileName)),
    close: async () => {
      turns.close();
      await Promise.all([...running].map((thread) => thread.terminate()));
    },
  };
}

function resultOf(thread: Worker): Promise<ReadBookResult | null> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => resolve(null), timeoutMs);
    const end = (result: ReadBookResult | null) => {
      clearTimeout(giveUp);
      resolve(result);
    };
    thread.once('message', end);
    thread.once('error', () => end(null));
    thread.once('exit', () => end(null));
  });
}

import { Worker } from 'node:worker_threads';
import type { ReadBookResult } from './read-book.ts';

/** Reads books beside the server's own thread. */
export type BookReader = {
  /**
   * As `readBook`, with texts that went through `sanitizeChapterHtml`. Null where the file takes too long or too much memory; undefined where so many
   * wait already that this one would not be read soon.
   */
  read: (bytes: Uint8Array, fileName: string) => Promise<ReadBookResult | null | undefined>;
  /** Ends what is being read. */
  close: () => Promise<void>;
};

const worker = new URL('./read-book-worker.ts', import.meta.url);
/** The site has one or two cores, and readers need them. */
const atOnce = 1;
const waitingMax = 8;
const timeoutMs = 60_000;
const memoryMaxMb = 768;

/** Made by the entry, from the sources: in the built pages there is no file for the thread. */
export function createBookReader(): BookReader {
  const running = new Set<Worker>();
  const waiting: ((mayRead: boolean) => void)[] = [];
  let free = atOnce;
  let isClosed = false;

  /** Whether it is one's turn now, or will be; not so once the reader is closed. */
  function takeTurn(): boolean | Promise<boolean> {
    if (isClosed || waiting.length >= waitingMax) return false;
    if (free === 0) return new Promise((resolve) => waiting.push(resolve));
    free -= 1;
    return true;
  }

  function endTurn(): void {
    const next = waiting.shift();
    if (next) next(true);
    else free += 1;
  }

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

  async function read(bytes: Uint8Array, fileName: string) {
    if (!(await takeTurn())) return undefined;
    try {
      return await readOnThread(bytes, fileName);
    } finally {
      endTurn();
    }
  }

  return {
    read,
    close: async () => {
      isClosed = true;
      for (const resolve of waiting.splice(0)) resolve(false);
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

import { Worker } from 'node:worker_threads';
import { projectRoot } from '#server/project-root.ts';
import { createTaskQueue } from '#server/task-queue.ts';
import { cleanText, type CleanText } from './clean-text.ts';

/** Cleans texts that people write. */
export type TextCleaner = {
  /** As `cleanText`; undefined where too many wait, or the text takes too long. */
  clean: (html: string, userId: string) => Promise<CleanText | undefined>;
  close: () => Promise<void>;
};

/** Runs from the sources, like the reader of books. */
const worker = new URL('src/lib/server/publishing/studio/clean-text-worker.ts', projectRoot);
/** Shorter texts take some hundredths of a second, and are cleaned here. */
const shortCharacters = 40_000;
const timeoutMs = 15_000;
const idleMs = 60_000;
const memoryMaxMb = 256;

/** Cleans long texts in one worker thread, which ends after a minute without any. */
export function createTextCleaner(): TextCleaner {
  const queue = createTaskQueue({ waitingMax: 16, waitMs: 20_000 });
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    const ended = thread;
    thread = null;
    await ended?.terminate();
  }

  function cleanOnThread(html: string): Promise<CleanText | undefined> {
    clearTimeout(idle);
    const running = (thread ??= new Worker(worker, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
      // The thread needs none of the server's options.
      execArgv: [],
    }));
    const { promise, resolve } = Promise.withResolvers<CleanText | undefined>();
    const fail = () => resolve(undefined);
    const giveUp = setTimeout(fail, timeoutMs);
    running.once('message', resolve).once('error', fail).once('exit', fail);
    running.postMessage(html);
    return promise.finally(() => {
      clearTimeout(giveUp);
      running.off('message', resolve).off('error', fail).off('exit', fail);
    });
  }

  return {
    clean: async (html, userId) => {
      if (html.length < shortCharacters) return cleanText(html);
      return queue.run(async () => {
        const cleaned = await cleanOnThread(html);
        if (cleaned) idle = setTimeout(() => void end(), idleMs).unref();
        else await end();
        return cleaned;
      }, userId);
    },
    close: async () => {
      queue.close();
      clearTimeout(idle);
      await end();
    },
  };
}

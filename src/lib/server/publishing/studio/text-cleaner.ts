import { createWorkerThread } from '#server/core/worker-thread.ts';
import { cleanText, type CleanText } from './clean-text.ts';

/** Cleans texts that people write. */
export type TextCleaner = {
  /** As `cleanText`; undefined where too many wait, or the text takes too long. */
  clean: (html: string, userId: string) => Promise<CleanText | undefined>;
  close: () => Promise<void>;
};

/** Shorter texts take some hundredths of a second, and are cleaned here. */
const shortCharacters = 40_000;

/** Cleans long texts in a worker thread. */
export function createTextCleaner(): TextCleaner {
  const thread = createWorkerThread<string, CleanText>({
    module: 'src/lib/server/publishing/studio/clean-text-worker.ts',
    waitingMax: 16,
    waitMs: 20_000,
    timeoutMs: 15_000,
    memoryMaxMb: 256,
    idleMs: 60_000,
  });
  return {
    clean: async (html, userId) => {
      if (html.length < shortCharacters) return cleanText(html);
      return (await thread.run(html, userId)) ?? undefined;
    },
    close: thread.close,
  };
}

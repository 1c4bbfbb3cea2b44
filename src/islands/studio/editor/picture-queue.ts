/** Sends the pictures that a paste brought, one after the other, while the author goes on writing. */
import { atom } from 'nanostores';
import { call } from '#browser/call.ts';
import type { Failure } from '#browser/outcome.ts';
import { upload } from '#browser/upload.ts';
import type {
  addTextPicture,
  copyTextPicture,
  PictureBody,
} from '#shared/contracts/text-pictures.ts';

/** The file of a picture, or its address at Google, where the server fetches it. */
export type PictureSource = Blob | string;

/** What became of a picture: the server has it, or refused it with a message for the author. */
export type PictureAnswer = { kept: PictureBody } | { refused: string };

export type PictureQueue = ReturnType<typeof createPictureQueue>;

const retryMs = [3_000, 6_000, 15_000, 30_000] as const;

/** The pictures of a chapter that are on their way to the server, by the names that the text has for them. */
export function createPictureQueue(chapterId: string) {
  const waiting = new Map<string, PictureSource>();
  const answers = new Map<string, PictureAnswer>();
  /** True while it waits for a connection, or for the server to have time. */
  const $isHeld = atom(false);
  const listeners = new Set<() => void>();
  let goOn: (() => void) | null = null;
  let isRunning = false;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    let failures = 0;
    for (let [next] = waiting; next && listeners.size > 0; [next] = waiting) {
      const [name, source] = next;
      const outcome = await send({ id: chapterId }, source);
      if (!outcome.ok && isPassing(outcome)) {
        $isHeld.set(true);
        await pause(retryMs[Math.min(failures, retryMs.length - 1)] ?? 30_000);
        failures += 1;
        continue;
      }
      failures = 0;
      $isHeld.set(false);
      waiting.delete(name);
      answers.set(name, outcome.ok ? { kept: outcome.data } : { refused: outcome.message });
      for (const tell of listeners) tell();
    }
    isRunning = false;
  };

  return {
    $isHeld,
    /** @returns the name that the text has for it until the server has answered. */
    add: (source: PictureSource): string => {
      const name = `unsent-${crypto.randomUUID()}`;
      waiting.set(name, source);
      void run();
      return name;
    },
    isWaiting: (name: string): boolean => waiting.has(name),
    /** Also after the answer: an undone paste may come back. */
    answerFor: (name: string): PictureAnswer | undefined => answers.get(name),
    /** Begins to send. @returns stops; what is still waiting is sent after the next start. */
    start: (onAnswer: () => void): (() => void) => {
      listeners.add(onAnswer);
      const onOnline = () => goOn?.();
      addEventListener('online', onOnline);
      void run();
      return () => {
        listeners.delete(onAnswer);
        removeEventListener('online', onOnline);
        goOn?.();
      };
    },
  };
}

const send = (params: { id: string }, source: PictureSource) =>
  typeof source === 'string'
    ? call<typeof copyTextPicture>('POST', '/api/studio/chapters/{id}/picture-copies', {
        params,
        body: { address: source },
      })
    : upload<typeof addTextPicture>('POST', '/api/studio/chapters/{id}/pictures', {
        params,
        file: source,
      });

/** Whether the same picture may be taken later: no connection, too many files at once, an ended session. */
const isPassing = ({ isOffline, isRateLimited, status, body }: Failure): boolean =>
  isOffline || isRateLimited || status === 401 || status >= 500 || body.reason === 'BUSY';

/** Sends the pictures that a paste brought, one after the other, while the author goes on writing. */
import { atom } from 'nanostores';
import { call } from '#browser/call.ts';
import type { Failure } from '#browser/outcome.ts';
import { upload } from '#browser/files/upload.ts';
import {
  addTextPicture,
  copyTextPicture,
  type PictureBody,
} from '#shared/contracts/text-pictures.ts';
import { unsentName } from './block-nodes.ts';
import { retryAfterMs } from './retry-after.ts';

/** The file of a picture, or its address at Google, where the server fetches it. */
export type PictureSource = Blob | string;

/** What became of a picture: the server has it, or refused it with a message for the author. */
export type PictureAnswer = { stored: PictureBody } | { refused: string };

type Listener = {
  /** Whether the text has a picture: others are not sent. */
  isWanted: (name: string) => boolean;
  onAnswer: () => void;
};

export type PictureQueue = ReturnType<typeof createPictureQueue>;

/** The pictures of a chapter that are on their way to the server, by the names that the text has for them. */
export function createPictureQueue(chapterId: string) {
  const waiting = new Map<string, PictureSource>();
  const answers = new Map<string, PictureAnswer>();
  /** True while it waits for a connection, or for the server to have time. */
  const $isHeld = atom(false);
  const listeners = new Set<Listener>();
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
  const findNext = () =>
    [...waiting].find(([name]) => [...listeners].some(({ isWanted }) => isWanted(name)));
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    let failures = 0;
    for (let next = findNext(); next; next = findNext()) {
      const [name, source] = next;
      const outcome = await send({ id: chapterId }, source);
      waiting.delete(name);
      if (!outcome.ok && !isFinal(outcome)) {
        // The others are not kept from going by one that fails.
        waiting.set(name, source);
        $isHeld.set(true);
        await pause(retryAfterMs(failures));
        failures += 1;
        continue;
      }
      failures = 0;
      $isHeld.set(false);
      answers.set(name, outcome.ok ? { stored: outcome.data } : { refused: outcome.message });
      for (const { onAnswer } of listeners) onAnswer();
    }
    $isHeld.set(false);
    isRunning = false;
  };

  return {
    $isHeld,
    /** @returns the name that the text has for it until the server has answered. */
    add: (source: PictureSource): string => {
      const name = unsentName();
      waiting.set(name, source);
      return name;
    },
    /** Null for one that still waits; undefined for one of another page, whose file is gone. */
    answerFor: (name: string): PictureAnswer | null | undefined =>
      waiting.has(name) ? null : answers.get(name),
    /** Sends what the text has and the server does not. */
    wake: (): void => void run(),
    /** Begins to send. @returns stops; what is still waiting is sent after the next start. */
    start: (listener: Listener): (() => void) => {
      listeners.add(listener);
      const onOnline = () => goOn?.();
      addEventListener('online', onOnline);
      void run();
      return () => {
        listeners.delete(listener);
        removeEventListener('online', onOnline);
        goOn?.();
      };
    },
  };
}

const send = (params: { id: string }, source: PictureSource) =>
  typeof source === 'string'
    ? call(copyTextPicture, {
        params,
        body: { address: source },
      })
    : upload(addTextPicture, {
        params,
        file: source,
      });

const finalErrors = new Set<Failure['error']>([
  ...(['PICTURE_REFUSED', 'BODY_TOO_LARGE', 'MALFORMED', 'FORBIDDEN', 'NOT_FOUND'] as const),
]);

/** Anything else passes: no connection, too many files at once, an ended session. */
const isFinal = ({ error, body }: Failure): boolean =>
  finalErrors.has(error) && body.reason !== 'BUSY';

/** Processes of the bench: each runs one file of this folder and communicates by messages. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Cleanups } from './cleanups.ts';

export type Child<Question, Answer> = {
  ask: (question: Question) => Promise<Answer>;
  stop: () => Promise<void>;
};

/** Starts `file`; it answers each message with one message, in order. */
export function startChild<Question extends object, Answer>(
  file: string,
  cleanups: Cleanups,
): Child<Question, Answer> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    serialization: 'advanced',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.connected) child.disconnect();
    await exited;
  };
  cleanups.add(stop);
  return {
    stop,
    ask: async (question) => {
      child.send(question);
      const ended = exited.then(() => {
        throw new Error(`${file} s’est arrêté.`);
      });
      ended.catch(() => undefined);
      const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
      return answer;
    },
  };
}

/** The other half: a child's handler for each message. It ends when its parent disconnects. */
export function answerParent(answer: (question: never) => Promise<object>): void {
  process.on('message', (question) => {
    answer(question as never).then(
      (reply) => process.send?.(reply),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.on('disconnect', () => process.exit(0));
  // A signal to the whole group is the parent's to handle: it stops its children.
  process.on('SIGINT', () => undefined);
}

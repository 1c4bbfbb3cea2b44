import { Worker } from 'node:worker_threads';
import { projectRoot } from './project-root.ts';
import { createTaskQueue } from './task-queue.ts';

/** Runs heavy tasks away from the thread that answers requests. */
export type WorkerThread<Task, Result> = {
  /**
   * What the module posts for a task. Null if it takes too long or too much memory; undefined, without
   * running it, as a task queue.
   */
  run: (task: Task, userId: string) => Promise<Result | null | undefined>;
  /** Terminates the running task, and accepts no more. */
  close: () => Promise<void>;
};

type Options = {
  /** Path of the module in the project; it posts one message for each that it gets. */
  module: string;
  waitingMax: number;
  /** Together with `timeoutMs` shorter than a reverse proxy's timeout. */
  waitMs: number;
  timeoutMs: number;
  memoryMaxMb: number;
  /** How long the thread stays without a task; 0: each task has a thread of its own. */
  idleMs: number;
};

/**
 * Runs one task at a time in a worker thread. It runs from the sources: a thread has its own module
 * graph in any case.
 */
export function createWorkerThread<Task, Result>({
  module,
  waitingMax,
  waitMs,
  timeoutMs,
  memoryMaxMb,
  idleMs,
}: Options): WorkerThread<Task, Result> {
  const queue = createTaskQueue({ waitingMax, waitMs });
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    const ended = thread;
    thread = null;
    await ended?.terminate();
  }

  function resultOf(task: Task): Promise<Result | null> {
    const running = (thread ??= new Worker(new URL(module, projectRoot), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
      // The thread needs none of the server's options.
      execArgv: [],
    }));
    const { promise, resolve } = Promise.withResolvers<Result | null>();
    const fail = () => resolve(null);
    const giveUp = setTimeout(fail, timeoutMs);
    running.once('message', resolve).once('error', fail).once('exit', fail);
    running.postMessage(task);
    return promise.finally(() => {
      clearTimeout(giveUp);
      running.off('message', resolve).off('error', fail).off('exit', fail);
    });
  }

  return {
    run: (task, userId) =>
      queue.run(async () => {
        clearTimeout(idle);
        const result = await resultOf(task);
        if (result === null || idleMs === 0) await end();
        else idle = setTimeout(() => void end(), idleMs).unref();
        return result;
      }, userId),
    close: async () => {
      queue.close();
      clearTimeout(idle);
      await end();
    },
  };
}

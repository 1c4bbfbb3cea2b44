/** A bounded queue for heavy work: the server has one or two cores, and readers need them. */
export type TaskQueue = {
  /**
   * Runs the task after the queued ones. Undefined, without running it, if the queue is full or the
   * wait too long: the caller should retry later.
   */
  run: <T>(task: () => Promise<T>) => Promise<T | undefined>;
  /** Drops all waiting tasks, and accepts no more. */
  close: () => void;
};

/** One task at a time, at most `waitingMax` waiting, none of them longer than `waitMs`. */
export function createTaskQueue({
  waitingMax,
  waitMs,
}: {
  waitingMax: number;
  waitMs: number;
}): TaskQueue {
  const waiting: ((mayStart: boolean) => void)[] = [];
  let isBusy = false;
  let isClosed = false;

  async function mayStart(): Promise<boolean> {
    if (isClosed || waiting.length >= waitingMax) return false;
    if (isBusy) return wait();
    isBusy = true;
    return true;
  }

  function wait(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isNext: boolean) => {
        clearTimeout(giveUp);
        resolve(isNext);
      };
      const giveUp = setTimeout(() => {
        waiting.splice(waiting.indexOf(settle), 1);
        resolve(false);
      }, waitMs);
      waiting.push(settle);
    });
  }

  function startNext(): void {
    const next = waiting.shift();
    if (next) next(true);
    else isBusy = false;
  }

  return {
    run: async (task) => {
      if (!(await mayStart())) return undefined;
      try {
        return await task();
      } finally {
        startNext();
      }
    },
    close: () => {
      isClosed = true;
      for (const settle of waiting.splice(0)) settle(false);
    },
  };
}

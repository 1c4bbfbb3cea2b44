/** A queue for heavy work: the site has one or two cores, and readers need them. */
export type TaskQueue = {
  /**
   * Runs the task after those that came before it. Undefined, and nothing done, where so many wait
   * already, or for so long, that whoever asked had better come back.
   */
  run: <T>(task: () => Promise<T>) => Promise<T | undefined>;
  /** Gives up every task that waits, and takes no other. */
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

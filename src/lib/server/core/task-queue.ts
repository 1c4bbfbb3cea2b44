/** A bounded queue for heavy work: the server has one or two cores, and readers need them. */
export type TaskQueue = {
  /**
   * Runs the task after the queued ones. Undefined, without running it, if the queue is full, the wait
   * too long, or its share used up by this person (`who`): the caller should retry later.
   */
  run: <T>(task: () => Promise<T>, who: string) => Promise<T | undefined>;
  /** Drops all waiting tasks, and accepts no more. */
  close: () => void;
};

/**
 * One task at a time, at most `waitingMax` waiting, a quarter of them of one person, none of them longer
 * than `waitMs`. Of those that wait, the first of a person who was not served last is next.
 */
export function createTaskQueue({
  waitingMax,
  waitMs,
}: {
  waitingMax: number;
  waitMs: number;
}): TaskQueue {
  type Waiting = { who: string; answer: (mayStart: boolean) => void };
  const shareMax = Math.ceil(waitingMax / 4);
  const waiting: Waiting[] = [];
  let running: string | null = null;
  let isClosed = false;

  async function mayStart(who: string): Promise<boolean> {
    if (isClosed || waiting.length >= waitingMax) return false;
    if (waiting.filter((one) => one.who === who).length >= shareMax) return false;
    if (running !== null) return wait(who);
    running = who;
    return true;
  }

  function wait(who: string): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (isNext: boolean) => {
        clearTimeout(giveUp);
        resolve(isNext);
      };
      const one = { who, answer };
      const giveUp = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1);
        answer(false);
      }, waitMs);
      waiting.push(one);
    });
  }

  function startNext(): void {
    const other = waiting.findIndex(({ who }) => who !== running);
    const [next] = waiting.splice(Math.max(0, other), 1);
    running = next?.who ?? null;
    next?.answer(true);
  }

  return {
    run: async (task, who) => {
      if (!(await mayStart(who))) return undefined;
      try {
        return await task();
      } finally {
        startNext();
      }
    },
    close: () => {
      isClosed = true;
      for (const { answer } of waiting.splice(0)) answer(false);
    },
  };
}

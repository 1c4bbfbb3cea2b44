/** A queue for heavy work: the site has one or two cores, and readers need them. */
export type Turns = {
  /**
   * Does the work when it is its turn. Undefined, and nothing done, where so many wait already, or
   * for so long, that whoever asked had better come back.
   */
  take: <T>(work: () => Promise<T>) => Promise<T | undefined>;
  /** Sends everybody away who waits. Nobody gets a turn any more. */
  close: () => void;
};

/** One piece of work at a time, at most `waitingMax` waiting, none of them longer than `waitMs`. */
export function createTurns({ waitingMax, waitMs }: { waitingMax: number; waitMs: number }): Turns {
  const waiting: ((isTurn: boolean) => void)[] = [];
  let isBusy = false;
  let isClosed = false;

  async function ownTurn(): Promise<boolean> {
    if (isClosed || waiting.length >= waitingMax) return false;
    if (isBusy) return wait();
    isBusy = true;
    return true;
  }

  function wait(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isTurn: boolean) => {
        clearTimeout(giveUp);
        resolve(isTurn);
      };
      const giveUp = setTimeout(() => {
        waiting.splice(waiting.indexOf(settle), 1);
        resolve(false);
      }, waitMs);
      waiting.push(settle);
    });
  }

  function endTurn(): void {
    const next = waiting.shift();
    if (next) next(true);
    else isBusy = false;
  }

  return {
    take: async (work) => {
      if (!(await ownTurn())) return undefined;
      try {
        return await work();
      } finally {
        endTurn();
      }
    },
    close: () => {
      isClosed = true;
      for (const settle of waiting.splice(0)) settle(false);
    },
  };
}

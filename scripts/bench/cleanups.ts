/** Cleanups at the end of a run, newest first. */
export type Cleanups = {
  add: (undo: () => Promise<void>) => void;
  /** Runs all cleanups, once; a failure is shown and does not stop the others. */
  run: () => Promise<void>;
  /** Whether a signal has interrupted the run: later failures are caused by it. */
  isInterrupted: () => boolean;
};

/** Cleans up on `run`, and when a signal ends the process before. */
export function createCleanups(): Cleanups {
  const undos: (() => Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  let interrupted = false;

  async function undoAll(): Promise<void> {
    for (let undo = undos.pop(); undo; undo = undos.pop()) {
      try {
        await undo();
      } catch (error) {
        console.error('Le nettoyage est incomplet :', error);
        process.exitCode = 1;
      }
    }
  }
  const run = () => (running ??= undoAll());

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      interrupted = true;
      void run().then(() => process.exit(130));
    });
  }
  return { add: (undo) => undos.push(undo), run, isInterrupted: () => interrupted };
}

import type { Worker } from 'node:cluster';
import type { Figures } from '../metrics/metrics.ts';
import type { PrimaryMessage, WorkerFigures, WorkerMessage } from './messages.ts';

/** Longer than the database is waited for (`metrics/app-gauges.ts`). */
const answerWithinMs = 3_000;

/**
 * Makes the primary's way to read the metrics of all workers. One that does not answer within three
 * seconds is left out; readings at the same time are one.
 */
export function createReadWorkers(
  workers: ReadonlyMap<number, Worker>,
): () => Promise<WorkerFigures[]> {
  let reading: Promise<WorkerFigures[]> | null = null;
  let lastId = 0;
  return () => (reading ??= readAll().finally(() => (reading = null)));

  async function readAll(): Promise<WorkerFigures[]> {
    const asked = [...workers].map(async ([number, worker]) => {
      const figures = await read(worker, ++lastId);
      return figures && { worker: number, figures };
    });
    return (await Promise.all(asked)).filter((one) => one !== null);
  }
}

function read(worker: Worker, id: number): Promise<Figures | null> {
  return new Promise((resolve) => {
    const end = (figures: Figures | null) => {
      clearTimeout(timer);
      worker.off('message', take).off('exit', leaveOut);
      resolve(figures);
    };
    const take = (message: WorkerMessage) => {
      if (message.kind === 'figures' && message.id === id) end(message.figures);
    };
    const leaveOut = () => end(null);
    const timer = setTimeout(leaveOut, answerWithinMs);
    worker.on('message', take).on('exit', leaveOut);
    tell(worker, { kind: 'readOwn', id });
  });
}

/** Sends a message to a worker, which may just have ended. */
export function tell(worker: Worker, message: PrimaryMessage): void {
  worker.send(message, () => undefined);
}

import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { createMetrics, type Figures, type Metrics } from '../metrics/metrics.ts';
import type { PrimaryMessage, WorkerFigures, WorkerMessage } from './messages.ts';

/**
 * The metrics of one of several workers: it counts for itself, and `read` gives what all of them
 * count, each under its label `worker`, so that a replaced worker resets its own counters only.
 */
export function createWorkerMetrics(): Metrics {
  const own = createMetrics();
  const waiting = new Map<number, (all: WorkerFigures[]) => void>();
  let lastId = 0;

  process.on('message', (message: PrimaryMessage) => {
    const { id } = message;
    if (message.kind === 'readOwn') {
      void own.figures().then((figures) => tellPrimary({ kind: 'figures', id, figures }));
      return;
    }
    waiting.get(id)?.(message.all);
    waiting.delete(id);
  });

  return {
    ...own,
    read: async () => {
      const id = ++lastId;
      const all = await new Promise<WorkerFigures[]>((resolve) => {
        waiting.set(id, resolve);
        tellPrimary({ kind: 'readAll', id });
      });
      return { type: own.registry.contentType, text: await textOf(all) };
    },
  };
}

/** Tells the primary process something; without one, nobody. */
export function tellPrimary(message: WorkerMessage): void {
  // Node ends this process when the primary is gone.
  cluster.worker?.send(message, () => undefined);
}

function textOf(all: readonly WorkerFigures[]): Promise<string> {
  // The labels differ, so nothing is added up.
  const registry = AggregatorRegistry.aggregate(all.map(withLabel));
  return registry.metrics();
}

function withLabel({ worker, figures }: WorkerFigures): Figures {
  return figures.map((metric) => ({
    ...metric,
    values: metric.values.map((value) => ({
      ...value,
      labels: { ...value.labels, worker: String(worker) },
    })),
  }));
}

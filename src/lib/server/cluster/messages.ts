import type { Config } from '../config/config.ts';
import type { Figures } from '../metrics/metrics.ts';

/** What one worker counts; workers are numbered from 1, and a replacement has the same number. */
export type WorkerFigures = { worker: number; figures: Figures };

/** What a worker tells the primary. */
export type WorkerMessage =
  /** It listens; how many workers there shall be, and how much is logged. */
  | ({ kind: 'serving' } & Pick<Config, 'workers' | 'logLevel'>)
  /** The answer to `readOwn`. */
  | { kind: 'figures'; id: number; figures: Figures }
  | { kind: 'readAll'; id: number };

/** What the primary tells a worker. */
export type PrimaryMessage =
  | { kind: 'readOwn'; id: number }
  /** The answer to `readAll`. */
  | { kind: 'allFigures'; id: number; all: WorkerFigures[] };

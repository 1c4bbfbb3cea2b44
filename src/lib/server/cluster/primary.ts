import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { createLog } from '../log.ts';
import type { WorkerMessage } from './messages.ts';
import { createReadWorkers, tell } from './read-workers.ts';

const firstPauseMs = 500;
const pauseMaxMs = 30_000;
/** A worker that ends sooner after its start has failed to start. */
const startMs = 10_000;

/**
 * Runs this program as workers that share the port, until a stop signal; this process serves
 * nothing itself. The first worker starts alone, checks the settings and migrates the database; if
 * it fails, its message and its exit code are those of the program. From then on a worker that ends
 * is replaced (decision 60).
 */
export function superviseWorkers(): void {
  // Set here, so that no environment variable decides it.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const running = new Map<number, Worker>();
  const serving = new Map<number, Worker>();
  const readWorkers = createReadWorkers(serving);
  const pauses = new Set<NodeJS.Timeout>();
  /** Null until the first worker serves. */
  let log: Logger | null = null;
  let isStopping = false;
  let exitCode = 0;

  function start(number: number, failedStarts: number): void {
    const startedAtMs = performance.now();
    const worker = cluster.fork();
    running.set(number, worker);
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'serving') serves(number, worker, message);
      if (message.kind !== 'readAll') return;
      const { id } = message;
      void readWorkers().then((all) => tell(worker, { kind: 'allFigures', id, all }));
    });
    const ended = (code: number | null, signal: string | null) => {
      running.delete(number);
      serving.delete(number);
      const hasFailed = code !== 0 && signal !== 'SIGTERM' && signal !== 'SIGINT';
      if (isStopping) {
        if (hasFailed) exitCode = 1;
        leaveWhenAlone();
        return;
      }
      // It has said why.
      if (!log) process.exit(code ?? 1);
      log.error({ worker: number, code, signal }, 'a worker ended');
      const failed = performance.now() - startedAtMs < startMs ? failedStarts + 1 : 0;
      startAfter(restartPauseMs(failed), number, failed);
    };
    worker.on('exit', ended);
    worker.on('error', (error) => {
      if (log) log.error({ err: error, worker: number }, 'a worker could not be started');
      else process.stderr.write(`${error.message}\n`);
      // Without a process there is no exit.
      if (worker.process.pid === undefined) ended(1, null);
    });
  }

  function startAfter(pauseMs: number, number: number, failedStarts: number): void {
    const pause = setTimeout(() => {
      pauses.delete(pause);
      start(number, failedStarts);
    }, pauseMs);
    pauses.add(pause);
  }

  function serves(
    number: number,
    worker: Worker,
    { workers, logLevel }: Extract<WorkerMessage, { kind: 'serving' }>,
  ): void {
    serving.set(number, worker);
    const isFirst = log === null;
    log ??= createLog(logLevel);
    log.info({ worker: number, pid: worker.process.pid }, 'a worker serves');
    if (!isFirst || isStopping) return;
    for (let next = 2; next <= workers; next++) start(next, 0);
  }

  function leaveWhenAlone(): void {
    if (running.size === 0) process.exit(exitCode);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // A terminal signals the workers too: each heeds only its first signal.
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      for (const pause of pauses) clearTimeout(pause);
      for (const worker of running.values()) worker.process.kill('SIGTERM');
      leaveWhenAlone();
    });
  }
  start(1, 0);
}

/** The pause before a worker is started again, after so many starts in a row that failed. */
export function restartPauseMs(failedStarts: number): number {
  return failedStarts === 0 ? 0 : Math.min(pauseMaxMs, firstPauseMs * 2 ** (failedStarts - 1));
}

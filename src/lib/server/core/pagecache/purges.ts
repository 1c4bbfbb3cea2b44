import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { answerWithin } from '../answer-within.ts';
import type { Purger } from './purger.ts';

/** Tells a CDN what changed. */
export type Purges = {
  /** Purges pages with these tags; waits for it a moment, unless the CDN fails. Never throws. */
  changed: (tags: readonly string[]) => Promise<void>;
  /** Purges what waits, once. */
  close: () => Promise<void>;
};

/** How long a write waits for the CDN. */
const waitMs = 1_000;
/**
 * A page that another instance sent before it heard of the change, or that was under way, reaches the
 * CDN after the purge: another one follows.
 */
const repeatAfterMs = 2_000;
const lastRetryMs = 60_000;
/** Pages are asked for again after a minute anyway. */
const giveUpAfterMs = 60 * 60_000;
const waitingMax = 10_000;

export function createPurges(
  purger: Purger,
  {
    log,
    registry,
    firstRetryMs = 1_000,
  }: { log: Logger; registry: Registry; firstRetryMs?: number },
): Purges {
  /** Tags, and since when they wait. */
  const waiting = new Map<string, number>();
  const repeats = new Map<NodeJS.Timeout, readonly string[]>();
  let sending: Promise<void> | null = null;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;

  const counted = new Counter({
    name: 'feuilleton_cdn_purges_total',
    help: 'Purges sent to the CDN, by what it answered.',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of ['done', 'failed']) counted.inc({ result }, 0);
  new Gauge({
    name: 'feuilleton_cdn_purges_waiting',
    help: 'Tags that wait to be purged at the CDN.',
    registers: [registry],
    collect() {
      this.set(waiting.size);
    },
  });

  function add(tags: readonly string[], sinceMs = performance.now()): void {
    for (const tag of tags) waiting.set(tag, Math.min(sinceMs, waiting.get(tag) ?? sinceMs));
    for (const tag of waiting.keys()) {
      if (waiting.size <= waitingMax) break;
      waiting.delete(tag);
    }
  }

  /** One purge at a time; what is added while one is under way goes with the next. */
  function send(): Promise<void> {
    clearTimeout(retry);
    if (waiting.size > 0) sending ??= sendAll();
    return sending ?? Promise.resolve();
  }

  async function sendAll(): Promise<void> {
    try {
      await sendBatches();
    } finally {
      sending = null;
    }
  }

  async function sendBatches(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, purger.tagsMax);
      for (const [tag] of batch) waiting.delete(tag);
      try {
        await purger.purge(batch.map(([tag]) => tag));
        failures = 0;
        counted.inc({ result: 'done' });
      } catch (error) {
        failures++;
        counted.inc({ result: 'failed' });
        putBack(batch, error);
        const delayMs = Math.min(firstRetryMs * 2 ** (failures - 1), lastRetryMs);
        retry = setTimeout(() => void send(), delayMs).unref();
        return;
      }
    }
  }

  function putBack(batch: readonly [string, number][], error: unknown): void {
    const oldestMs = performance.now() - giveUpAfterMs;
    const kept = batch.filter(([, sinceMs]) => sinceMs > oldestMs);
    for (const [tag, sinceMs] of kept) add([tag], sinceMs);
    const left = batch.length - kept.length;
    log[left > 0 ? 'error' : 'warn']({ err: error, waiting: waiting.size, left }, 'purge failed');
  }

  return {
    changed: async (tags) => {
      add(tags);
      const repeat = setTimeout(() => {
        repeats.delete(repeat);
        add(tags);
        if (failures === 0) void send();
      }, repeatAfterMs).unref();
      repeats.set(repeat, tags);
      // A CDN that fails delays no write.
      if (failures === 0) await answerWithin(waitMs, send()).catch(() => undefined);
    },
    close: async () => {
      for (const [repeat, tags] of repeats) {
        clearTimeout(repeat);
        add(tags);
      }
      await sending;
      await send();
      clearTimeout(retry);
      if (waiting.size > 0) log.error({ waiting: waiting.size }, 'purges were not acknowledged');
    },
  };
}

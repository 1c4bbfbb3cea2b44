import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from './clock.ts';

/** The clocks that ours is compared with. */
type ClockSource = 'stripe' | 'database';

/** Our clock compared with others, as of their last responses. */
export type ClockWatch = {
  /** Records the time given by a response that took this long. */
  heard: (source: ClockSource, time: Date, tookMs: number) => void;
  /** Clocks that differ from ours by more than a minute; above 0, ours is ahead. */
  wrong: () => { source: ClockSource; aheadSeconds: number }[];
};

const toleratedMs = 60_000;

/**
 * Compares clocks and logs when one begins to differ and when it agrees again: with a wrong clock
 * every Stripe event is refused, and checkout pages have the wrong lifetime.
 */
export function createClockWatch(
  { clock, log }: { clock: Clock; log: Logger },
  registry: Registry,
): ClockWatch {
  const aheadMs = new Map<ClockSource, number>();
  const isWrong = (ms = 0) => Math.abs(ms) > toleratedMs;
  new Gauge({
    name: 'feuilleton_clock_ahead_seconds',
    help: 'By how much the clock of this process is ahead of others, as far as is known.',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      for (const [source, ms] of aheadMs) this.set({ source }, ms / 1000);
    },
  });
  return {
    heard: (source, time, tookMs) => {
      const latestMs = clock.now().getTime() - time.getTime();
      // The time was read somewhere between request and response.
      const ms = latestMs > 0 ? Math.max(0, latestMs - tookMs) : latestMs;
      const wasWrong = isWrong(aheadMs.get(source));
      aheadMs.set(source, ms);
      if (wasWrong === isWrong(ms)) return;
      const about = { source, aheadSeconds: Math.round(ms / 1000) };
      if (wasWrong) log.info(about, 'the clock is right again');
      else log.error(about, 'the clock is wrong by more than a minute, or theirs is');
    },
    wrong: () =>
      [...aheadMs]
        .filter(([, ms]) => isWrong(ms))
        .map(([source, ms]) => ({ source, aheadSeconds: Math.round(ms / 1000) })),
  };
}

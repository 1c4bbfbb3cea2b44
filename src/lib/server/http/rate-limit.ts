import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts requests per key and minute. */
export type RateLimit = {
  /** Takes one point. Returns null when that is fine, else the seconds to wait. */
  consume: (key: string) => Promise<number | null>;
};

const windowSeconds = 60;

/** @param pointsPerMinute how many requests one key may make in a minute. */
export function createRateLimit(pointsPerMinute: number): RateLimit {
  const limiter = new RateLimiterMemory({ points: pointsPerMinute, duration: windowSeconds });
  return {
    consume: async (key) => {
      try {
        await limiter.consume(key);
        return null;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000);
        throw refusal;
      }
    },
  };
}

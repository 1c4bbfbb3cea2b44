import type { CallerNetwork } from './address.ts';

/** Counts requests in this process, by the networks of who asks. */
export type NetworkBudget = {
  /** Takes one point from each network; null when all have one left, else the seconds to wait. */
  take: (networks: readonly CallerNetwork[]) => number | null;
};

const windowMs = 60_000;
/** Bounds the memory: with more networks than these in a minute, all are counted from nothing. */
export const networksMax = 50_000;

/**
 * A budget that costs next to nothing: numbers in memory, all forgotten every minute. What is
 * refused takes nothing, so that one house cannot use up what a wider network has.
 * @param perMinute requests that one address may make; wider networks have more (`budgets`).
 */
export function createNetworkBudget(
  perMinute: number,
  nowMs: () => number = Date.now,
): NetworkBudget {
  const counts = new Map<string, number>();
  let windowEndsMs = 0;

  function forgetEnded(now: number): void {
    if (now < windowEndsMs && counts.size < networksMax) return;
    counts.clear();
    windowEndsMs = now + windowMs;
  }

  return {
    take: (networks) => {
      const now = nowMs();
      forgetEnded(now);
      // Plain loops: this is paid by each reader of a kept chapter.
      for (const { network, budgets } of networks) {
        if ((counts.get(network) ?? 0) < perMinute * budgets) continue;
        return Math.max(1, Math.ceil((windowEndsMs - now) / 1000));
      }
      for (const { network } of networks) counts.set(network, (counts.get(network) ?? 0) + 1);
      return null;
    },
  };
}

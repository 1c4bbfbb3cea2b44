import type { CallerNetwork } from './address.ts';

/** Counts requests in this process, by the caller's networks. */
export type NetworkBudget = {
  /** Consumes one point of each network; null when all had one left, else the seconds to wait. */
  take: (networks: readonly CallerNetwork[]) => number | null;
};

/** Bounds the memory: with more networks than these in a window, all counters are reset. */
export const networksMax = 50_000;

/**
 * A cheap rate limit: numbers in memory, reset every window, a minute as a rule. A refused request consumes
 * nothing, so that one household cannot use up the budget of a wider network.
 * @param perWindow requests that one address may make; wider networks have more (`budgets`).
 */
export function createNetworkBudget(
  perWindow: number,
  nowMs: () => number = Date.now,
  windowMs = 60_000,
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
      // Plain loops: every request for a cached chapter runs this.
      for (const { network, budgets } of networks) {
        if ((counts.get(network) ?? 0) < perWindow * budgets) continue;
        return Math.max(1, Math.ceil((windowEndsMs - now) / 1000));
      }
      for (const { network } of networks) counts.set(network, (counts.get(network) ?? 0) + 1);
      return null;
    },
  };
}

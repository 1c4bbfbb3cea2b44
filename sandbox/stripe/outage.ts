/**
 * How the API fails: `down` (503), `dropped` (the connection breaks before anything is done),
 * `slow` (responds after `delayMs`), `lost` (does the work, then the connection breaks).
 */
export const outageKinds = ['none', 'down', 'dropped', 'slow', 'lost'] as const;
export type OutageKind = (typeof outageKinds)[number];

/** `requests` is how many fail before it recovers; without it, all until changed. */
export type Outage = {
  kind: OutageKind;
  delayMs?: number | undefined;
  requests?: number | undefined;
};

const noOutage: Outage = { kind: 'none' };

export type FaultInjector = {
  set: (outage: Outage) => void;
  next: () => Outage;
  current: () => Outage;
};

/** The fault for the next requests. */
export function createFaultInjector(): FaultInjector {
  let outage = noOutage;
  return {
    set: (wish) => {
      outage = wish;
    },
    current: () => outage,
    next: () => {
      const met = outage;
      if (outage.requests !== undefined) {
        const requests = outage.requests - 1;
        outage = requests > 0 ? { ...outage, requests } : noOutage;
      }
      return met;
    },
  };
}

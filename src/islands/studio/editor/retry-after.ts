const delaysMs = [3_000, 6_000, 15_000, 30_000] as const;

/** How long to wait after this many failures in a row before the next try. */
export const retryAfterMs = (failures: number): number =>
  delaysMs[Math.min(failures, delaysMs.length - 1)] ?? 30_000;

const minuteMs = 60_000;
/** The pauses grow fourfold from a minute, to six hours. */
const pausesMs = [1, 4, 16, 64, 256].map((minutes) => minutes * minuteMs);
const longestPauseMs = 6 * 60 * minuteMs;
/** As long as mail servers usually try. */
const givenUpAfterMs = 4 * 24 * 60 * minuteMs;

/** How long to wait after so many failed attempts; null where it is time to give up. */
export function retryPauseMs(
  attempts: number,
  { dueAt, now }: { dueAt: Date; now: Date },
): number | null {
  if (now.getTime() - dueAt.getTime() > givenUpAfterMs) return null;
  return pausesMs[attempts - 1] ?? longestPauseMs;
}

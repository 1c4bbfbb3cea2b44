import { z } from 'zod';

/** How many tests a runner ran. */
export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  /** Passed only when tried again: where the machine is to try again, and to be looked into. */
  flaky: number;
};

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  numPendingTests: z.number(),
});

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

/** Reads vitest's JSON report; a file that could not be loaded counts as a failure. */
export function countVitest(report: unknown): Counts {
  const found = vitestReport.parse(report);
  const failed = found.numFailedTests || found.numFailedTestSuites;
  return { passed: found.numPassedTests, failed, skipped: found.numPendingTests, flaky: 0 };
}

/** Reads Playwright's JSON report. Tests are tried again only where `FEUILLETON_E2E_RETRIES` says. */
export function countPlaywright(report: unknown): Counts {
  const { stats } = playwrightReport.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky: stats.flaky,
  };
}

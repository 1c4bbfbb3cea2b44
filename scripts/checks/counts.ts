import { z } from 'zod';

/** How many tests a runner ran. */
export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  /** Passed only on a retry: if retries are enabled, these need a look. */
  flaky: number;
  /** The failed tests and their errors, a line each: a long log may be cut at its beginning. */
  failures: string[];
};

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      /** The file. */
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
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
  const failures = found.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.slice(name.lastIndexOf('/tests/') + 1);
    const ofTests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
    return status === 'failed' && ofTests.length === 0
      ? [`${file}: ${firstLine(message)}`]
      : ofTests;
  });
  const { numPassedTests: passed, numPendingTests: skipped } = found;
  return { passed, failed, skipped, flaky: 0, failures };
}

function firstLine(text = ''): string {
  return text.trim().split('\n', 1)[0]?.slice(0, 300) ?? '';
}

/** Reads Playwright's JSON report. Tests are retried only with `FEUILLETON_E2E_RETRIES`. */
export function countPlaywright(report: unknown): Counts {
  const { stats } = playwrightReport.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky: stats.flaky,
    // Playwright's own list is the last output before the summary.
    failures: [],
  };
}

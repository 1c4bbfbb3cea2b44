import { stripVTControlCharacters } from 'node:util';
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

const playwrightTry = z.object({ error: z.object({ message: z.string().nullish() }).nullish() });

/** A file, or a `describe` in one, with what it holds. */
const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.number(),
      tests: z.array(
        z.object({
          /** `unexpected`: failed at every try; `flaky`: passed at a later one. */
          status: z.string(),
          results: z.array(playwrightTry),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).nullish();
  },
});

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  suites: z.array(playwrightSuite),
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
  const { stats, suites } = playwrightReport.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky: stats.flaky,
    failures: suites.flatMap(listFailures),
  };
}

/** The stories of a suite that failed at least once, with the error of the first try. */
function listFailures(suite: z.infer<typeof playwrightSuite>): string[] {
  const own = suite.specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => `${file}:${line} › ${title}: ${firstError(results)}`),
  );
  return [...own, ...(suite.suites ?? []).flatMap(listFailures)];
}

function firstError(results: z.infer<typeof playwrightTry>[]): string {
  const message = results.find((result) => result.error)?.error?.message ?? '';
  // What colours a terminal is no part of the sentence.
  return firstLine(stripVTControlCharacters(message));
}

import { expect, test } from 'vitest';
import { countPlaywright } from '#scripts/checks/counts.ts';

/** A test of Playwright's JSON report, as version 1.65 writes it. */
function reported(title: string, status: string, messages: (string | undefined)[]) {
  const results = messages.map((message) =>
    message ? { status: 'failed', error: { message } } : { status: 'passed' },
  );
  return { title, file: 'a.story.ts', line: 7, tests: [{ status, results }] };
}

test('stories that failed at any try are named with the error of the first', () => {
  const inner = {
    specs: [reported('is kept', 'flaky', ['Error: \u001b[31mtoo late\u001b[39m\nat x'])],
  };
  const counts = countPlaywright({
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        specs: [
          reported('is read', 'expected', [undefined]),
          reported('is opened', 'unexpected', ['Error: closed\nat y', 'Error: another']),
        ],
        suites: [inner],
      },
    ],
  });
  expect(counts).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
    flaky: 1,
    failures: [
      'a.story.ts:7 › is opened: Error: closed',
      'a.story.ts:7 › is kept: Error: too late',
    ],
  });
});

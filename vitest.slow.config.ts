import { defineConfig } from 'vitest/config';

/** What is slow by nature: several servers (a build, a PostgreSQL, nginx), outages, conformance. */
export const slowTests = [
  'tests/instances/**/*.test.ts',
  'tests/built/**/*.test.ts',
  'tests/**/*.slow.test.ts',
];

export default defineConfig({
  test: {
    include: slowTests,
    environment: 'node',
    globalSetup: 'tests/world/make-templates.ts',
    // Processes start and stop several times in a test.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    allowOnly: false,
    fileParallelism: false,
  },
});

import { defineConfig } from 'vitest/config';

/** Several servers at once: needs a build, a PostgreSQL and nginx. */
export default defineConfig({
  test: {
    include: ['tests/instances/**/*.test.ts', 'tests/built/**/*.test.ts'],
    environment: 'node',
    // Processes start and stop several times in a test.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    allowOnly: false,
    fileParallelism: false,
  },
});

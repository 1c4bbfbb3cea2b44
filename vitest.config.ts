import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'tests/instances/**', 'tests/built/**'],
    environment: 'node',
    globalSetup: 'tests/world/make-templates.ts',
    // A database in memory takes a moment to open on a small, busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    allowOnly: false,
    maxWorkers: 2,
  },
});

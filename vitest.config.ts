import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { slowTests } from './vitest.slow.config.ts';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: slowTests,
    environment: 'node',
    globalSetup: 'tests/world/make-templates.ts',
    // A database in memory takes a moment to open on a small, busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    allowOnly: false,
    maxWorkers: availableParallelism(),
    // Nothing of ours lives in a module variable: files may share what they import.
    isolate: false,
  },
});

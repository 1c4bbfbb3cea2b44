import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { slowTests } from './vitest.slow.config.ts';

// Named beside others, it would be passed over without a word.
if (process.argv.some((argument) => argument.endsWith('.test.tsx'))) {
  throw new Error('Components (*.test.tsx) are tested by `npm run test:components`.');
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: slowTests,
    environment: 'node',
    globalSetup: 'tests/world/test-server.ts',
    setupFiles: 'tests/world/setup.ts',
    // Hundreds of calls in one test take a moment on a small, busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    allowOnly: false,
    tags: [
      { name: 'slow', description: 'Seconds each by nature: in CI, and by `npm run test:slow`.' },
    ],
    maxWorkers: availableParallelism(),
    // Nothing of ours lives in a module variable: files may share what they import.
    isolate: false,
  },
});

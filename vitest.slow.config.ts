import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Several servers at once: a build and nginx; outages of Stripe on the built site. */
const servers = ['tests/instances/**/*.test.ts', 'tests/built/**/*.test.ts'];
/** Commands and database holders as processes of their own; real books of many megabytes. */
const processes = ['tests/**/*.slow.test.ts'];
/** The stand-ins' own: when `sandbox/` changes, and in CI. */
const standIns = ['tests/sandbox/**/*.test.ts'];

/** Races for money and locks, and two servers, once more through PgBouncer in transaction mode. */
const races = ['unlock', 'purchase', 'same-checkout', 'webhook-race', 'refund-races', 'transfers'];
const pooled = existsSync('/usr/sbin/pgbouncer')
  ? ['tests/instances/instances.test.ts', ...races.map((name) => `tests/api/${name}.test.ts`)]
  : [];

/** What `npm test` leaves out: `npm run test:slow`. */
export const slowTests = [...servers, ...processes, ...standIns];

const shared = {
  environment: 'node',
  globalSetup: 'tests/world/test-server.ts',
  setupFiles: 'tests/world/setup.ts',
  // Processes start and stop several times in a test.
  testTimeout: 240_000,
  hookTimeout: 120_000,
  allowOnly: false,
} as const;

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'stand-ins', include: standIns, isolate: false } },
      {
        test: {
          ...shared,
          name: 'processes',
          include: processes,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'pooler',
          include: pooled,
          setupFiles: [shared.setupFiles, 'tests/world/setup-pooler.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...shared,
          name: 'servers',
          include: servers,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { App } from '#server/app.ts';
import { startBackgroundJobs, type BackgroundJob } from '#server/background-jobs.ts';
import { openTestApp } from '#tests/world/app.ts';

const lookEveryMs = 20;

/** A job that takes longer than it has time for; notes who runs it, and how many do at once. */
function slowJob() {
  const runBy: App[] = [];
  let running = 0;
  let most = 0;
  const job: BackgroundJob = {
    name: 'publish',
    everyMs: lookEveryMs,
    run: async (app) => {
      runBy.push(app);
      most = Math.max(most, ++running);
      await sleep(5 * lookEveryMs);
      running--;
    },
  };
  return { job, runBy, mostAtOnce: () => most };
}

describe('a background job', () => {
  let app: App;
  beforeEach(async () => {
    app = await openTestApp();
  });
  afterEach(() => app.close());

  test('runs at once and again, and never overlaps itself', async () => {
    const { job, runBy, mostAtOnce } = slowJob();
    const jobs = startBackgroundJobs(app, { jobs: [job], lookEveryMs });
    await vi.waitFor(() => expect(runBy.length).toBeGreaterThan(2), { timeout: 10_000 });
    await jobs.stop();
    expect(mostAtOnce()).toBe(1);
    const before = runBy.length;
    await sleep(5 * lookEveryMs);
    expect(runBy).toHaveLength(before);
  });

  test('that fails is tried again', async () => {
    let runs = 0;
    const run = () => Promise.reject(new Error(`failure ${++runs}`));
    const jobs = startBackgroundJobs(app, {
      jobs: [{ name: 'publish', everyMs: lookEveryMs, run }],
      lookEveryMs,
    });
    await vi.waitFor(() => expect(runs).toBeGreaterThan(1), { timeout: 10_000 });
    await jobs.stop();
  });
});

describe('background jobs of two instances', () => {
  let one: App;
  let other: App;
  beforeEach(async () => {
    one = await openTestApp();
    other = await openTestApp({ DATABASE_URL: one.config.databaseUrl });
  });
  afterEach(async () => {
    await one.close();
    await other.close();
  });

  const agesOf = (app: App) => app.metrics.registry.getSingleMetricAsString(ageMetric);
  const ageMetric = 'feuilleton_background_job_age_seconds';

  test('run on one at a time, and on the other once the first has stopped', async () => {
    const { job, runBy, mostAtOnce } = slowJob();
    const first = startBackgroundJobs(one, { jobs: [job], lookEveryMs });
    await vi.waitFor(() => expect(runBy).toContain(one), { timeout: 10_000 });
    const second = startBackgroundJobs(other, { jobs: [job], lookEveryMs });
    const before = runBy.length;
    await vi.waitFor(() => expect(runBy.length).toBeGreaterThan(before + 2), { timeout: 10_000 });
    expect(new Set(runBy)).toEqual(new Set([one]));
    expect(await agesOf(one)).toContain(`${ageMetric}{name="publish"}`);
    expect(await agesOf(other)).not.toContain(`${ageMetric}{`);

    await first.stop();

    await vi.waitFor(() => expect(runBy).toContain(other), { timeout: 10_000 });
    await second.stop();
    expect(mostAtOnce()).toBe(1);
  });

  test('go on where the connection that holds the lock breaks', async () => {
    const { job, runBy } = slowJob();
    const first = startBackgroundJobs(one, { jobs: [job], lookEveryMs });
    await vi.waitFor(() => expect(runBy).toContain(one), { timeout: 10_000 });
    await other.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'feuilleton-jobs'`);
    const before = runBy.length;
    await vi.waitFor(() => expect(runBy.length).toBeGreaterThan(before + 1), { timeout: 10_000 });
    await first.stop();
  });
});

import { pino } from 'pino';
import { createApp, type App, type AppParts } from '#server/app.ts';
import { parseConfig } from '#server/core/config/config.ts';
import { createDatabase, databaseSettings } from './databases.ts';

/** A fixed clock that tests advance. */
export type TestClock = { now: () => Date; advance: (ms: number) => void };

export function createClock(start = '2026-11-21T12:00:00Z'): TestClock {
  let nowMs = Date.parse(start);
  return { now: () => new Date(nowMs), advance: (ms) => (nowMs += ms) };
}

/** Whether a page is in the cache; renders nothing. */
export function isKept(app: App, key: string): boolean {
  return app.pages.getCached(key, () => Promise.reject(new Error('nothing is rendered'))) !== null;
}

/** A whole app, on a database of its own unless `environment` names one. */
export async function openTestApp(
  environment: Record<string, string> = {},
  parts: AppParts = {},
  { start }: { start?: string } = {},
): Promise<App & { clock: TestClock }> {
  const result = parseConfig({
    FEUILLETON_MODE: 'test',
    SITE_URL: 'https://feuilleton.test',
    ...environment,
    ...databaseSettings(environment.DATABASE_URL ?? (await createDatabase())),
  });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  const clock = createClock(start);
  const app = await createApp(result.config, {
    clock,
    log: pino({ level: 'silent' }),
    ...parts,
  });
  return { ...app, clock };
}

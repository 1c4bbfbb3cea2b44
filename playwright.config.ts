import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { chromiumSwitches, findChromium } from './scripts/chromium.ts';
import { siteUrl } from './tests/e2e/addresses.ts';

/**
 * A story runs at one width, a phone’s unless its tag says otherwise: `@desktop` for what people do
 * at a desk, `@both-widths` where layout is its matter (design section 16).
 * `@slow` is slow by nature, `@variant` a variant of a journey (another theme, tab or device, a fault of
 * one control): `npm run test:slow`. A change's variants run with it.
 */
const onWide = /@desktop|@both-widths/;
const onlyWide = /@desktop/;

export default defineConfig({
  testDir: 'tests/e2e',
  // Films compare nothing: they are for people to look at (`npm run screenshots:studio`).
  testMatch: process.env.FEUILLETON_FILMS === '1' ? '**/*.film.ts' : '**/*.story.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A shared machine of CI may stall; what passes at the second try is told apart in the summary.
  retries: Number(process.env.FEUILLETON_E2E_RETRIES ?? 0),
  workers: availableParallelism(),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: siteUrl('demo'),
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // What it is about has stories of its own, which allow it: Playwright cannot route what a worker fetches.
    serviceWorkers: 'block',
    launchOptions: { executablePath: await findChromium(), args: chromiumSwitches },
  },
  projects: [
    {
      name: 'phone',
      grepInvert: onlyWide,
      use: {
        viewport: { width: 360, height: 740 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      },
    },
    { name: 'desktop', grep: onWide, use: { viewport: { width: 1280, height: 800 } } },
  ],
  webServer: {
    command: `"${process.execPath}" tests/e2e/site.ts`,
    url: `${siteUrl('demo')}/readyz`,
    timeout: 300_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});

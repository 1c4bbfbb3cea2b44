/** Taps on a chapter's controls in a phone's window, as a signed-in reader, on each site in turn. */
import { chromium, type Browser, type Page } from 'playwright';
import { paths } from '#shared/site/paths.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { chromiumSwitches, findChromium } from '../chromium.ts';
import { printTable } from '../print-table.ts';
import { createProgress } from '../progress.ts';
import type { Cleanups } from './cleanups.ts';
import { median } from './costs.ts';
import type { Site } from './site.ts';

/** Milliseconds of each tap, for each visit of each site: `[site][visit][tap]`. */
export type Taps = readonly number[][][];

/** What a tap is on, and what is painted then; without it, whatever the next frame shows. */
const taps: readonly { name: string; on: string; shown?: string }[] = [
  {
    name: 'Réglages',
    on: '.control-bar [data-panel="settings"]',
    shown: '.reader-settings[open] [data-step]',
  },
  { name: 'thème', on: '.reader-settings label:has([name="theme"]:not(:checked))' },
  { name: 'taille du texte', on: '.reader-settings [data-step="fontSize"][value="1"]' },
  { name: 'Sommaire', on: '.control-bar [data-panel="chapters"]', shown: '.chapter-panel[open]' },
  {
    name: 'Commentaires',
    on: '.control-bar button[aria-haspopup="dialog"]',
    shown: '.sheet[open]',
  },
  { name: 'Écouter', on: '.facts [data-panel="speech"]', shown: '.read-aloud' },
];
/** What is open before a tap is closed by Escape, but for taps within the settings. */
const staysOpen = (index: number) => taps[index + 1]?.shown === undefined && index < 2;

const cpuSlowdown = 6;
const goalMs = 200;
/** Between two taps: what the first one began has come to rest. */
const restMs = 1_000;
/** A choice about cookies, as stored. */
const consent = JSON.stringify({
  necessary: true,
  analytics: false,
  preferences: false,
  marketing: false,
  accepted: '2025-03-20T08:00:00.000Z',
});

/** Visits each site in turn; the first visit warms up. Every other one begins at the other end. */
export async function measureTaps(
  sites: readonly Site[],
  rounds: number,
  cleanups: Cleanups,
): Promise<Taps> {
  const executablePath = await findChromium();
  const browser = await chromium.launch({ executablePath, args: chromiumSwitches });
  cleanups.add(() => browser.close());
  const progress = createProgress();
  const all = sites.map((): number[][] => []);
  const order = [...sites.keys()];
  for (let round = -1; round < rounds; round += 1) {
    progress.show((round + 1) / (rounds + 1), 'Touchers');
    for (const index of order.reverse()) {
      const site = sites[index];
      if (!site) continue;
      const times = await visit(browser, site);
      if (round >= 0) all[index]?.push(times);
    }
  }
  await browser.close();
  progress.done('Touchers mesurés.');
  return all;
}

export function printTaps(measured: Taps, sites: readonly Site[]): void {
  console.log(
    `\nTouchers d’un chapitre, processeur ÷ ${cpuSlowdown} : millisecondes du toucher à l’image qui ` +
      'le montre ;\nmédianes des visites, et de la plus courte à la plus longue.\n',
  );
  const whole = (value: number) => value.toFixed(0);
  printTable(
    ['', ...sites.flatMap(({ name }) => [name, 'entre']), 'but'],
    taps.map(({ name }, tap) => [
      name,
      ...measured.flatMap((visits) => {
        const times = visits.map((visit) => visit[tap] ?? NaN);
        return [whole(median(times)), `${whole(Math.min(...times))}–${whole(Math.max(...times))}`];
      }),
      String(goalMs),
    ]),
  );
}

/** The taps of one visit, whose files are in the browser's cache. */
async function visit(browser: Browser, { url, readers, catalogue }: Site): Promise<number[]> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'fr-FR',
  });
  try {
    const [headers, chapterId] = [readers[0]?.headers, catalogue.chapterIds[0]];
    if (!headers || chapterId === undefined) throw new Error('no reader or no chapter');
    const [name = '', value = ''] = headers.cookie?.split(';')[0]?.split('=') ?? [];
    await context.addCookies([{ name, value, url }]);
    await context.addInitScript((entries) => Object.assign(localStorage, entries), {
      [storageKeys.cookieConsent]: consent,
      [storageKeys.authToken]: headers['x-auth-token'],
    });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    const times: number[] = [];
    for (const isWarm of [false, true]) {
      await page.goto(url + paths.chapter(chapterId), { waitUntil: 'networkidle' });
      for (const [index, tap] of taps.entries()) {
        // A person pauses: what the last tap left to do is not measured with the next one.
        await page.waitForTimeout(restMs);
        const tookMs = await tapAndWait(page, tap);
        if (isWarm) times.push(tookMs);
        if (staysOpen(index)) continue;
        await page.keyboard.press('Escape');
        await page.waitForSelector('dialog[open]', { state: 'detached' });
      }
    }
    return times;
  } finally {
    await context.close();
  }
}

/** Milliseconds from the tap's event to the end of the first frame with what is to be shown. */
async function tapAndWait(
  page: Page,
  { on, shown = ':root' }: { on: string; shown?: string },
): Promise<number> {
  await page.locator(on).first().scrollIntoViewIfNeeded();
  const measured = page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        let tappedAt = 0;
        const look = () => {
          if (tappedAt > 0 && document.querySelector(selector)) {
            // The frame that this is called for draws it. A timer would wait for what the page does next.
            void scheduler.postTask(() => resolve(performance.now() - tappedAt), {
              priority: 'user-blocking',
            });
          } else requestAnimationFrame(look);
        };
        const note = ({ timeStamp }: Event) => (tappedAt = timeStamp);
        addEventListener('click', note, { capture: true, once: true });
        look();
      }),
    shown,
  );
  await page.tap(on);
  return measured;
}

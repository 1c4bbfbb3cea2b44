/** Taps on a chapter's controls, as a signed-in reader. */
import type { Page } from 'playwright';
import type { VisitedSite } from './site.ts';
import { readObserved, type Visit } from './visit.ts';

const selectors = {
  settings: '.control-bar [data-panel="settings"]',
  settingsUsable: '.reader-settings[open] [data-step]',
  theme: '.reader-settings label:has([name="theme"]:not(:checked))',
  textSize: '.reader-settings [data-step="fontSize"][value="1"]',
  comments: '.control-bar button[aria-haspopup="dialog"]',
  commentsFrame: '.sheet[open]',
  commentsUsable: '.sheet[open] .comments-list > li',
  purchase: '.top-bar .credits',
  purchaseFrame: '.purchase-modal[open]',
  purchaseUsable: '.purchase-modal[open] .packs button',
} as const;

/** Between two taps: what the first one began has come to rest. */
const restMs = 1_000;
/** Event Timing rounds durations to eight milliseconds, and reports none below sixteen. */
const leastReportedMs = 16;
const reportWithinMs = 3_000;

/**
 * Milliseconds of the first taps on a page whose files are in the browser's cache: from the tap to the
 * painted panel for settings, comments and purchase, to the next paint (Event Timing) for theme and text
 * size.
 */
export async function measureWarmTaps(opened: Visit, site: VisitedSite): Promise<number[]> {
  const { page, settle } = opened;
  await page.goto(site.url + site.chapterPath);
  await settle();
  // The account may have a place in the text, where the bar is hidden.
  await jump(page, 0);
  for (const [opener, usable] of [
    [selectors.settings, selectors.settingsUsable],
    [selectors.comments, selectors.commentsUsable],
    [selectors.purchase, selectors.purchaseUsable],
  ] as const) {
    await page.tap(opener);
    await page.waitForSelector(usable);
    await closePanel(page);
  }
  await page.goto(site.url + site.chapterPath);
  await settle();
  // In the middle of the text, where changing its size has a place to keep.
  await jump(page, 2_000);
  await jump(page, 1_900);
  await settle();
  const settings = await shownMs(page, selectors.settings, selectors.settingsUsable);
  await rest(page);
  const theme = await interactionMs(page, selectors.theme);
  const textSize = await interactionMs(page, selectors.textSize);
  await closePanel(page);
  const comments = await shownMs(page, selectors.comments, selectors.commentsFrame);
  await page.waitForSelector(selectors.commentsUsable);
  await closePanel(page);
  await jump(page, 0);
  const purchase = await shownMs(page, selectors.purchase, selectors.purchaseFrame);
  await page.waitForSelector(selectors.purchaseUsable);
  await closePanel(page);
  return [settings, theme, textSize, comments, purchase];
}

/** Milliseconds from a reader's first tap on each to the moment where it can be used. */
export async function measureSlowTaps(opened: Visit, site: VisitedSite): Promise<number[]> {
  const { page, settle } = opened;
  await page.goto(site.url + site.chapterPath);
  await settle();
  // As a reader in the middle of a chapter: panels are prefetched after the first scroll.
  await jump(page, 400);
  await jump(page, 0);
  await settle();
  const times: number[] = [];
  for (const [opener, usable] of [
    [selectors.settings, selectors.settingsUsable],
    [selectors.comments, selectors.commentsUsable],
    [selectors.purchase, selectors.purchaseUsable],
  ] as const) {
    times.push(await shownMs(page, opener, usable));
    await closePanel(page);
    await settle();
  }
  return times;
}

async function closePanel(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  await rest(page);
}

async function jump(page: Page, top: number): Promise<void> {
  await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
  await rest(page);
}

function rest(page: Page): Promise<void> {
  return page.waitForTimeout(restMs);
}

/** Taps once, and waits for what the browser says about it. */
async function interactionMs(page: Page, selector: string): Promise<number> {
  await page.evaluate(() => {
    (window as unknown as { benchSeen: { interactions: object } }).benchSeen.interactions = {};
  });
  await page.tap(selector);
  const giveUpAt = performance.now() + reportWithinMs;
  for (;;) {
    await rest(page);
    const durations = Object.values((await readObserved(page)).interactions);
    if (durations.length > 0) return Math.max(...durations);
    if (performance.now() > giveUpAt) return leastReportedMs;
  }
}

/** From the tap's event to the end of the first frame with what is `wanted`. */
async function shownMs(page: Page, opener: string, wanted: string): Promise<number> {
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
        addEventListener('click', ({ timeStamp }) => (tappedAt = timeStamp), {
          capture: true,
          once: true,
        });
        look();
      }),
    wanted,
  );
  await page.tap(opener);
  return measured;
}

/** What holds for every kind of page, on one load where that does. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { open, pageNames, type PageName } from './pages.ts';

/** One page of each make; the others follow in CI. */
const daily: readonly PageName[] = [
  'home',
  'novel',
  'chapter',
  'locked chapter',
  'terms',
  'sign-in',
];
const widths = [320, 360, 768, 1280, 1600];
/** Sizes of a browser's letters, in pixels; 16 is usual. */
const letterSizes = [24, 32];

for (const name of pageNames) {
  const tag = daily.includes(name) ? '' : ' @variant';
  test(`${name} passes axe and fits its window; it shifts nothing and runs only our scripts @both-widths${tag}`, async ({
    page,
    catalogue,
    expectFailure,
    axe,
  }, { project }) => {
    const others = requestsElsewhere(page);
    // As a reader likes it; by day and by night follows the browser.
    await page.addInitScript(() => localStorage.setItem('reader_fontSize', '130'));
    await open(name, { page, catalogue, expectFailure });
    await test.step('nothing moves while it is drawn and scrolled', async () => {
      await page.waitForLoadState('load');
      await scrollThrough(page);
      expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await test.step(`axe, ${colorScheme}`, async () => {
        await page.emulateMedia({ colorScheme });
        await axe();
      });
    }
    await page.emulateMedia({ colorScheme: null });
    if (project.name === 'desktop') {
      await tryWidths(page, name);
      await tryFocus(page, name);
    } else {
      await tryLargeLetters(page, name);
      await trySkipLink(page);
      await tryPolicy(page);
    }
    expect(others, 'requests to third parties').toEqual([]);
  });
}

function requestsElsewhere(page: Page): string[] {
  const others: string[] = [];
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (hostname !== '127.0.0.1' && protocol !== 'data:') others.push(request.url());
  });
  return others;
}

async function tryPolicy(page: Page): Promise<void> {
  await test.step('its policy allows no inline script, no eval and no other site', async () => {
    const answer = await page.request.get(page.url());
    const inMeta = await page
      .locator('meta[http-equiv="content-security-policy"]')
      .evaluateAll((all) => all.map((element) => element.getAttribute('content') ?? ''));
    const policy = [answer.headers()['content-security-policy'] ?? '', ...inMeta].join('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    expect(scripts).toContain("'self'");
    expect(scripts).not.toMatch(/unsafe|\*|https?:/);
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  });
}

async function trySkipLink(page: Page): Promise<void> {
  await test.step('its first stop skips to the content', async () => {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Aller au contenu' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const isPastBar = () => document.activeElement?.closest('header.top-bar') === null;
    expect(await page.evaluate(isPastBar)).toBe(true);
  });
}

async function tryFocus(page: Page, name: PageName): Promise<void> {
  await test.step('whatever has the focus shows it, at least 24 px large', async () => {
    // From a focus that the keyboard has set, each next one shows as well.
    await page.keyboard.press('Tab');
    const stops = await page.evaluate(readStops);
    expect(stops.length, name).toBeGreaterThan(3);
    expect(stops.filter(({ isOutlined }) => !isOutlined)).toEqual([]);
    expect(stops.filter(({ isTarget }) => !isTarget)).toEqual([]);
  });
}

/** Runs in the page: gives the focus to each stop of the keyboard in turn. */
function readStops(): { text: string; isOutlined: boolean; isTarget: boolean }[] {
  const stops = 'a[href],button,input,select,textarea,summary,[tabindex="0"]';
  // A link that covers what is beside it is outlined around all of it.
  const isOutlined = (node: Element) =>
    [null, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(node, part);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    });
  return [...document.querySelectorAll<HTMLElement>(stops)].flatMap((element) => {
    element.focus();
    if (document.activeElement !== element || element.tabIndex < 0) return [];
    const card = element.closest('article.card');
    // A box's label is as much its target.
    const target = card ?? element.closest('label') ?? element;
    const { width, height } = target.getBoundingClientRect();
    // A link within a sentence may be as high as its line (WCAG 2.5.8, inline).
    const isInText = element.closest('.legal p, .legal li') !== null;
    return {
      text: element.textContent.replace(/\s+/g, ' ').trim() || element.outerHTML.slice(0, 80),
      isOutlined: isOutlined(element) || (card !== null && isOutlined(card)),
      isTarget: isInText || (width >= 24 && height >= 24),
    };
  });
}

async function tryWidths(page: Page, name: PageName): Promise<void> {
  await test.step('never scrolls sideways, at any width', async () => {
    const usual = page.viewportSize();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const { wanted, offenders } = await overflow(page);
      expect.soft(wanted, `${name} at ${width} px: ${offenders}`).toBeLessThanOrEqual(width);
    }
    if (usual) await page.setViewportSize(usual);
  });
}

async function tryLargeLetters(page: Page, name: PageName): Promise<void> {
  await test.step('never scrolls sideways, with large letters', async () => {
    const browser = await page.context().newCDPSession(page);
    const setLetters = async (letters: number) => {
      await browser.send('Page.setFontSizes', { fontSizes: { standard: letters } });
      await expect(page.locator('html')).toHaveCSS('font-size', `${letters}px`);
    };
    for (const letters of letterSizes) {
      await setLetters(letters);
      const { wanted, offenders } = await overflow(page);
      expect.soft(wanted, `${name} at ${letters} px: ${offenders}`).toBeLessThanOrEqual(360);
    }
    await setLetters(16);
    await browser.detach();
  });
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await frame();
      await frame();
    }
  });
}

/** Width that the page wants, and which elements reach past the window (those that scroll apart). */
function overflow(page: Page): Promise<{ wanted: number; offenders: string }> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const offenders = [...document.querySelectorAll('main *, header *, footer *')]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
      .filter((element) => element.closest('[data-carousel]') === null)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
    return { wanted: root.scrollWidth, offenders: offenders.slice(0, 5).join(', ') };
  });
}

import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

const list = '[data-carousel] > ul';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await expect(indicator(page, 0)).toHaveAttribute('aria-current', 'true');
  await page.locator('[data-carousel]').evaluate((element) => {
    element.scrollIntoView({ behavior: 'instant' });
  });
});

test('a swipe moves the list and the active indicator @variant', async ({ page }) => {
  const box = await page.locator(list).boundingBox();
  await swipeLeft(page, (box?.y ?? 0) + 120);
  await expect(indicator(page, 0)).not.toHaveAttribute('aria-current', 'true');
  await expectOneActive(page);
});

test('an indicator says which novel it leads to and brings its slide into view', async ({
  page,
  catalogueNow: catalogue,
}) => {
  const { novels } = catalogue;
  await expect(indicator(page, 1)).toHaveAttribute(
    'aria-label',
    `Roman 2 sur ${novels.length}\u00A0: ${novels[1]?.title}`,
  );
  // The first press may come before its script: then it is a link's.
  await indicator(page, 1).click();
  await expect(indicator(page, 1)).toHaveAttribute('aria-current', 'true');
  const address = page.url();
  await indicator(page, 3).click();
  await expect(indicator(page, 3)).toHaveAttribute('aria-current', 'true');
  await expectOneActive(page);
  await expect.poll(() => offsetOfSlide(page, 3)).toBeLessThan(4);
  expect(page.url()).toBe(address);
  const last = (await indicators(page).count()) - 1;
  await indicator(page, last).click();
  await expect(indicator(page, last)).toHaveAttribute('aria-current', 'true');
});

test('an indicator pressed before its script has come brings its slide into view @variant', async ({
  page,
}) => {
  const wanted = 3;
  const isPressed = Promise.withResolvers<undefined>();
  await page.route(/site-in-use/, async (route) => {
    await isPressed.promise;
    await route.continue();
  });
  await page.goto('/');
  // Outside of the window, as a visitor finds it.
  await expect(page.locator(list)).not.toBeInViewport();
  await indicator(page, wanted).click();
  await expect.poll(() => new URL(page.url()).hash).toBe(`#roman-${wanted + 1}`);
  isPressed.resolve(undefined);
  await expect(indicator(page, wanted)).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => offsetOfSlide(page, wanted)).toBeLessThan(4);
});

test('the indicators are one row, in which the active one is in view @variant', async ({
  page,
}) => {
  const row = page.locator('[data-carousel] nav');
  const tops = () =>
    indicators(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before = await page.evaluate(() => scrollY);
  // More than the row is wide.
  await row.evaluate((nav) => {
    nav.style.width = '120px';
  });
  expect(new Set(await tops()).size).toBe(1);
  const last = (await indicators(page).count()) - 1;
  await expect(indicator(page, last)).not.toBeInViewport();
  await page.locator(list).evaluate((element) => {
    element.scrollLeft = element.scrollWidth;
  });
  await expect(indicator(page, last)).toHaveAttribute('aria-current', 'true');
  await expect(indicator(page, last)).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('with two slides in view the first one is the active one @variant', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 740 });
  await page.reload();
  await page.locator(list).evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  await expect(indicator(page, 0)).toHaveAttribute('aria-current', 'true');
  await indicator(page, 2).click();
  await expect(indicator(page, 2)).toHaveAttribute('aria-current', 'true');
  await expectOneActive(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an indicator brings its slide and keeps the heading in view @variant', async ({ page }) => {
    await indicator(page, 3).click();
    await expect.poll(() => offsetOfSlide(page, 3)).toBeLessThan(4);
    await expect(page.getByRole('heading', { name: 'Romans récents' })).toBeInViewport();
    await expect(indicator(page, 3)).toBeInViewport();
  });
});

/** A finger goes from right to left. */
async function swipeLeft(page: Page, y: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', xs: number[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x) => ({ x, y })) });
  await touch('touchStart', [300]);
  for (let x = 280; x >= 40; x -= 20) await touch('touchMove', [x]);
  await touch('touchEnd', []);
}

function indicators(page: Page) {
  return page.getByRole('navigation', { name: 'Position dans la liste' }).getByRole('link');
}

function indicator(page: Page, index: number) {
  return indicators(page).nth(index);
}

async function expectOneActive(page: Page): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Position dans la liste' });
  await expect(nav.locator('[aria-current="true"]')).toHaveCount(1);
}

/** Distance of a slide from where a snapped slide stands, in pixels. */
function offsetOfSlide(page: Page, index: number): Promise<number> {
  return page.locator(list).evaluate((element, wanted) => {
    const slide = element.children[wanted]?.getBoundingClientRect();
    const start = parseFloat(getComputedStyle(element).paddingInlineStart);
    return Math.abs((slide?.left ?? Infinity) - element.getBoundingClientRect().left - start);
  }, index);
}

import type { CDPSession, Page } from 'playwright/test';
import { required, type Catalogue } from './catalogue.ts';
import { answer, frame, unlock } from './challenges.ts';
import { signOutElsewhere, openDevice } from './devices.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { longNovel, notedNovel } from './novels.ts';
import {
  accessibilityTree,
  expectLast,
  expectPage,
  expectTurned,
  pageNumberLine,
  openInPages,
  pageNumber,
  readInPages,
  rest,
  wordsShown,
} from './paged.ts';
import { placeAnswered, storedPlaces } from './reading.ts';
import { endSentence, spoken, standInForSpeech } from './speech.ts';

const free = ({ mixed }: Catalogue) => `/chapter/${mixed.free._id}`;
const bar = (page: Page) => page.getByRole('group', { name: 'Commandes de lecture' });
const width = (page: Page) => page.viewportSize()?.width ?? 0;
/** How many pages the window shows. */
const columns = (page: Page) => (width(page) < 1_000 ? 1 : 2);
const turned = (page: Page, turns: number) => expectPage(page, 1 + turns * columns(page));

test('pages are turned by pressing the outer thirds; the middle one has the controls', async ({
  page,
  catalogue,
}) => {
  await readInPages(page);
  await openInPages(page, free(catalogue));
  await turned(page, 0);
  const first = await wordsShown(page);
  const press = (part: number) => page.mouse.click(width(page) * part, 300);
  await press(0.95);
  await turned(page, 1);
  expect(await wordsShown(page)).not.toBe(first);
  await press(0.75);
  await turned(page, 2);
  await press(0.1);
  await turned(page, 1);
  await expect(bar(page)).toHaveCSS('opacity', '0');
  await press(0.5);
  await expect(bar(page)).toHaveCSS('opacity', '1');
  await turned(page, 1);
  await press(0.5);
  await expect(bar(page)).toHaveCSS('opacity', '0');
  await press(0.1);
  await turned(page, 0);
  expect(await wordsShown(page)).toBe(first);
});

test('keys turn pages, and arrows go on to the next chapter and back @desktop', async ({
  page,
  catalogue,
}) => {
  const [one, two] = catalogue.novel(longNovel.slug).chapters;
  await readInPages(page);
  await openInPages(page, free(catalogue));
  for (const [key, turns] of [
    ['ArrowRight', 1],
    ['Space', 2],
    ['PageDown', 3],
    ['ArrowDown', 4],
    ['ArrowUp', 3],
    ['PageUp', 2],
    ['Shift+Space', 1],
    ['ArrowLeft', 0],
    // It stays within the chapter.
    ['PageUp', 0],
  ] as const) {
    await page.keyboard.press(key);
    await turned(page, turns);
  }
  await page.keyboard.press('End');
  await expectLast(page);
  const { shown } = await pageNumber(page);
  await page.keyboard.press('Space');
  await expectPage(page, shown);
  await page.keyboard.press('Home');
  await turned(page, 0);

  await openInPages(page, `/chapter/${required(one, 'chapter')._id}`);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`/chapter/${required(two, 'chapter')._id}`);
  await expectTurned(page);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(`/chapter/${required(one, 'chapter')._id}`);
});

test('turned back, a chapter opens at its last page, and on again at its first @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const [one, two] = catalogue.novel('le-dernier-train-pour-aubeciel').chapters;
  const [first, second] = [required(one, 'chapter')._id, required(two, 'chapter')._id];
  await signInAs();
  await readInPages(page);
  await openInPages(page, `/chapter/${first}`);
  // The account has it before the chapter is left: else it is sent when the chapter opens again.
  const isKnown = page.waitForResponse(
    (reply) =>
      reply.url().endsWith(`${first}/place`) && reply.request().method() === 'PUT' && reply.ok(),
  );
  await page.keyboard.press('PageDown');
  const placeOf = (id: string) => storedPlaces(page).then((places) => places.includes(id));
  await expect.poll(() => placeOf(first)).toBe(true);
  await isKnown;
  const told: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes(first)) told.push(request.url());
  });

  await openInPages(page, `/chapter/${second}`);
  told.length = 0;
  await page.mouse.click(10, 400);
  await expect(page).toHaveURL(`/chapter/${first}`);
  await expectTurned(page);
  await expectLast(page);
  await expect(page.locator('.turns')).toBeInViewport();
  await rest(page);
  await expectLast(page);
  // To look is not to read: neither this device nor the account forgets the place.
  expect(await placeOf(first)).toBe(true);
  expect(told).toEqual([]);
  await page.reload();
  await expectTurned(page);
  await expectLast(page);

  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`/chapter/${second}`);
  await expectTurned(page);
  await turned(page, 0);
  // By a link it opens where the reader was.
  await page.goto('/robots.txt');
  await openInPages(page, `/chapter/${first}`);
  await turned(page, 1);
});

test('answering the cookie banner moves no word of a page @variant', async ({
  page,
  context,
  catalogue,
}) => {
  await context.addInitScript(() => {
    if (sessionStorage.getItem('asked') === null) localStorage.removeItem('cookieConsent');
    sessionStorage.setItem('asked', '');
  });
  await readInPages(page);
  await openInPages(page, free(catalogue));
  await page.keyboard.press('PageDown');
  await turned(page, 1);
  const banner = page.getByRole('region', { name: 'Choix des cookies' });
  const line = required(await pageNumberLine(page).boundingBox(), 'line');
  expect(line.y + line.height).toBeLessThan(required(await banner.boundingBox(), 'banner').y);
  const words = await wordsShown(page, 10_000);
  await banner.getByRole('button', { name: 'Accepter le minimum' }).click();
  await expect(banner).toBeHidden();
  await rest(page);
  expect(await wordsShown(page, 10_000)).toBe(words);
  await turned(page, 1);
});

test('settings lie beside the page, which makes room for them @desktop @variant', async ({
  page,
  catalogue,
  axe,
}) => {
  await readInPages(page);
  await openInPages(page, free(catalogue));
  await page.keyboard.press('PageDown');
  await turned(page, 1);
  await rest(page);
  const words = await wordsShown(page, 40);
  await page.getByRole('button', { name: 'Réglages' }).press('Enter');
  const settings = page.getByRole('dialog', { name: 'Réglages de lecture' });
  const { x } = required(await settings.boundingBox(), 'panel');
  const seenRight = () =>
    page.evaluate((end) => {
      const rects = [...(document.querySelector('.chapter-text')?.getClientRects() ?? [])];
      return Math.max(...rects.filter(({ left }) => left < end).map(({ right }) => right));
    }, x);
  await expect.poll(() => wordsShown(page, 40)).toBe(words);
  expect(await seenRight()).toBeLessThanOrEqual(x);
  const next = bar(page).getByRole('link', { name: 'Chapitre suivant' });
  const box = required(await next.boundingBox(), 'next');
  expect(box.x + box.width).toBeLessThanOrEqual(x);
  await axe();
  await page.keyboard.press('Escape');
  await turned(page, 1);
  expect(await wordsShown(page, 40)).toBe(words);
});

test('a held arrow stops at the last page @desktop @variant', async ({ page, catalogue }) => {
  await readInPages(page);
  await openInPages(page, free(catalogue));
  await page.keyboard.press('End');
  await expectLast(page);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.down('ArrowRight');
  await expectLast(page);
  const started: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) started.push(request.url());
  });
  for (let repeat = 0; repeat < 5; repeat++) await page.keyboard.down('ArrowRight');
  await rest(page);
  expect(started).toEqual([]);
  await page.keyboard.up('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page).not.toHaveURL(free(catalogue));
});

test('a swipe turns the page, a short one does not, and the wheel turns one page @variant', async ({
  page,
  catalogue,
}) => {
  await readInPages(page);
  await openInPages(page, free(catalogue));
  const touch = await page.context().newCDPSession(page);
  await swipe(touch, 300, 60);
  await turned(page, 1);
  await swipe(touch, 60, 300);
  await turned(page, 0);
  await swipe(touch, 200, 175);
  await rest(page);
  await turned(page, 0);
  await expect.poll(() => page.evaluate(() => document.body.scrollLeft)).toBe(0);
  await page.mouse.move(180, 300);
  await page.mouse.wheel(0, 120);
  await turned(page, 1);
  // Zoomed in, they move the window over the page.
  await touch.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
  await expect(page.locator('html')).toHaveAttribute('data-zoomed');
  await swipe(touch, 300, 60);
  await swipe(touch, 340, 340);
  await page.mouse.wheel(120, 0);
  await page.keyboard.press('ArrowRight');
  await rest(page);
  await turned(page, 1);
});

test('what is pressed with a key after a swipe is pressed @variant', async ({
  page,
  catalogue,
}) => {
  await readInPages(page);
  await openInPages(page, free(catalogue));
  const touch = await page.context().newCDPSession(page);
  await swipe(touch, 300, 60);
  await turned(page, 1);
  const settings = page.getByRole('button', { name: 'Réglages' });
  await settings.focus();
  // What the browser makes of the touch has come.
  await expect(settings).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Réglages de lecture' })).toBeVisible();
});

test('the chapter ends with its last page, on which are the next chapter and the footer', async ({
  page,
  catalogue,
}) => {
  await readInPages(page);
  await openInPages(page, free(catalogue));
  await page.keyboard.press('End');
  await expect(bar(page)).toHaveCSS('opacity', '1');
  const next = page.getByRole('link', { name: /^Chapitre suivant/ }).last();
  await expect(next).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('À suivre')).toBeInViewport({ ratio: 1 });
  const footer = page.getByRole('contentinfo');
  await expect(footer).toBeInViewport({ ratio: 1 });
  // Neither lies over the other, nor the controls over them.
  const [card, legal, controls] = await Promise.all(
    [next, footer, bar(page)].map(async (one) => required(await one.boundingBox(), 'box')),
  );
  expect(required(card, 'card').y + required(card, 'card').height).toBeLessThan(
    required(legal, 'footer').y,
  );
  expect(required(legal, 'footer').y + required(legal, 'footer').height).toBeLessThanOrEqual(
    required(controls, 'bar').y + 1,
  );
  // One more turn leaves the chapter.
  await page.mouse.click(width(page) * 0.98, 60);
  await expect(page).not.toHaveURL(free(catalogue));
});

test('no line is cut, and each word is on one page @both-widths', async ({ page, catalogue }) => {
  await readInPages(page);
  await openInPages(page, free(catalogue));
  const { of } = await pageNumber(page);
  for (let turn = 0; turn * columns(page) < of; turn++) {
    const cut = await page.evaluate(() => {
      const { paddingTop, paddingBottom } = getComputedStyle(
        document.querySelector('.reader') ?? document.body,
      );
      const [top, bottom] = [parseFloat(paddingTop), innerHeight - parseFloat(paddingBottom)];
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.chapter-text') ?? document.body);
      return [...range.getClientRects()].filter((line) => {
        const isShown = line.right > 0 && line.left < innerWidth && line.height > 0;
        const isWhole = line.left >= 0 && line.right <= innerWidth;
        return isShown && (!isWhole || line.top < top - 4 || line.bottom > bottom + 4);
      }).length;
    });
    expect(cut, `page ${turn}`).toBe(0);
    await page.keyboard.press('PageDown');
  }
});

test('the place is kept in another size, another width, and in a scrolled text @variant', async ({
  page,
  catalogue,
}) => {
  await readInPages(page);
  await openInPages(page, free(catalogue));
  for (let turn = 0; turn < 3; turn++) await page.keyboard.press('PageDown');
  await turned(page, 3);
  const words = await wordsShown(page, 40);
  await rest(page);
  const holds = (length = 10_000) =>
    expect.poll(() => wordsShown(page, length)).toContain(words.slice(0, 20));

  const { width: wide, height } = required(page.viewportSize(), 'size');
  await page.setViewportSize({ width: wide - 60, height: height - 80 });
  await rest(page);
  await holds();
  await page.setViewportSize({ width: wide, height });
  await expect.poll(() => wordsShown(page, 40)).toBe(words);

  // So low that the text scrolls.
  await page.setViewportSize({ width: wide, height: 300 });
  await expect(pageNumberLine(page)).toBeHidden();
  await holds(120);
  await page.setViewportSize({ width: wide, height });
  await expect.poll(() => wordsShown(page, 40)).toBe(words);

  await page.getByRole('button', { name: 'Réglages' }).press('Enter');
  const settings = page.getByRole('dialog', { name: 'Réglages de lecture' });
  for (let step = 0; step < 3; step++) {
    await settings.getByRole('button', { name: 'Augmenter la taille du texte' }).click();
  }
  await rest(page);
  await holds();
  // Turned over and over: a place that the reader has not moved never drifts.
  for (let turn = 0; turn < 3; turn++) {
    await page.setViewportSize({ width: height, height: wide });
    await holds();
    await page.setViewportSize({ width: wide, height });
    await holds();
  }
  for (let step = 0; step < 3; step++) {
    await settings.getByRole('button', { name: 'Diminuer la taille du texte' }).click();
  }
  // Beside the panel a page may begin elsewhere.
  await holds();
  await settings.getByRole('radio', { name: 'Défilement' }).check();
  await expect(pageNumberLine(page)).toBeHidden();
  await holds(120);
  await settings.getByRole('radio', { name: 'Pages' }).check();
  await expectTurned(page);
  await holds();
  await settings.getByRole('button', { name: 'Réinitialiser' }).click();
  await expect(pageNumberLine(page)).toBeHidden();
});

test('the place is kept through a reload, also at the end, and the way back', async ({
  page,
  catalogue,
}) => {
  await readInPages(page);
  await openInPages(page, free(catalogue));
  const before = await storedPlaces(page);
  for (let turn = 0; turn < 4; turn++) await page.keyboard.press('PageDown');
  await expect.poll(() => storedPlaces(page)).not.toBe(before);
  const words = await wordsShown(page);
  // In the site's letters, which a first visit has not, the page may begin elsewhere.
  const isThere = () => expect.poll(() => wordsShown(page, 10_000)).toContain(words.slice(0, 20));
  await page.reload();
  await isThere();
  await page.goto('/');
  await openInPages(page, free(catalogue));
  await isThere();
  await page.keyboard.press('End');
  await expectLast(page);
  await rest(page);
  await page.reload();
  await expectLast(page);
  await page.goto('/robots.txt');
  await page.goBack();
  await expectLast(page);
});

test('another device that scrolls opens the chapter at the same words @variant', async ({
  page,
  browser,
  catalogue,
  signInAs,
}) => {
  const reader = await signInAs();
  await readInPages(page);
  await openInPages(page, free(catalogue));
  const told = placeAnswered(page);
  for (let turn = 0; turn < 3; turn++) await page.keyboard.press('PageDown');
  const words = await wordsShown(page, 40);
  await told;
  const other = await openDevice(browser, reader);
  await other.goto(free(catalogue));
  await expect.poll(() => wordsShown(other, 200)).toContain(words.slice(0, 20));
  await other.context().close();
});

test('the page of a focused element, or of an address, is shown @variant', async ({
  page,
  catalogue,
}) => {
  await readInPages(page);
  await openInPages(page, free(catalogue));
  await page.getByRole('link', { name: 'Sommaire' }).focus();
  await expect(page.getByRole('link', { name: 'Sommaire' })).toBeInViewport();
  await expectLast(page);
  await page.getByRole('link', { name: /^Feuilleton/ }).focus();
  await turned(page, 0);

  const noted = `/chapter/${required(catalogue.novel(notedNovel.slug).chapters[0], 'chapter')._id}`;
  await openInPages(page, `${noted}#note-1`);
  await expect(page.locator('#note-1')).toBeInViewport();
  await expect.poll(async () => (await pageNumber(page)).shown).toBeGreaterThan(1);
  // As the browser does when it finds something, or a screen reader goes there.
  await page.evaluate(() =>
    document.querySelector('.reader-header h1')?.scrollIntoView({ inline: 'center' }),
  );
  await turned(page, 0);
  await expect.poll(() => page.evaluate(() => document.body.scrollLeft)).toBe(0);
});

test('a note opens on its page, and a press beside it only closes it @variant', async ({
  page,
  catalogue,
}) => {
  const noted = `/chapter/${required(catalogue.novel(notedNovel.slug).chapters[0], 'chapter')._id}`;
  await readInPages(page);
  await openInPages(page, noted);
  const marker = page.locator('[role="doc-noteref"][href="#note-1"]');
  await marker.focus();
  const { shown } = await pageNumber(page);
  await marker.press('Enter');
  const note = page.locator('.note-box:popover-open');
  await expect(note).toContainText(notedNovel.notes[0]);
  await expect(note).toBeInViewport({ ratio: 1 });
  await page.mouse.click(width(page) - 10, 650);
  await expect(note).toHaveCount(0);
  await expectPage(page, shown);
});

test('the page of the spoken sentence is shown @variant', async ({ page, catalogue }) => {
  await standInForSpeech(page);
  await readInPages(page);
  await openInPages(page, free(catalogue));
  await page.getByRole('button', { name: 'Écouter' }).click();
  await expect(page.locator('.read-aloud')).toBeInViewport({ ratio: 1 });
  await expect
    .poll(async () => {
      await endSentence(page);
      return (await pageNumber(page)).shown;
    })
    .toBeGreaterThan(2);
  const said = required((await spoken(page)).at(-1), 'sentence').text;
  const first = required(/[A-Za-zÀ-ÿ’]{3,}/.exec(said), 'word')[0];
  expect(await wordsShown(page, 10_000)).toContain(first);
});

test('a premium chapter that was opened is read in pages @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  const { id } = await signInAs();
  await unlock(page, id, catalogue.mixed.locked._id);
  await readInPages(page);
  await page.goto(`/chapter/${catalogue.mixed.locked._id}`);
  await answer(page, true);
  await expect(frame(page)).toBeHidden();
  await expectTurned(page);
  await turned(page, 0);
  const words = await wordsShown(page);
  await page.keyboard.press('ArrowRight');
  await turned(page, 1);
  expect(await wordsShown(page)).not.toBe(words);
  // What blocks copying still does.
  expect(
    await page.evaluate(() => {
      const event = new Event('copy', { bubbles: true, cancelable: true });
      document.querySelector('.chapter-text p')?.dispatchEvent(event);
      return event.defaultPrevented;
    }),
  ).toBe(true);
});

test('a text removed at sign-out leaves nothing of its pages @variant', async ({
  page,
  context,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  await signInAs({ role: 'admin' });
  await readInPages(page);
  await page.goto(`/chapter/${catalogue.mixed.locked._id}`);
  await answer(page, true);
  await expectTurned(page);
  await page.keyboard.press('End');
  await expectLast(page);
  await signOutElsewhere(context);
  await expect(page.locator('.chapter-text')).toHaveCount(0);
  await expect(pageNumberLine(page)).toHaveCount(0);
  const sideways = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { isWider: scrollWidth > clientWidth, scrolled: document.body.scrollLeft };
    });
  await expect.poll(sideways).toEqual({ isWider: false, scrolled: 0 });
  for (const one of [page.getByRole('contentinfo'), page.locator('.turns')]) {
    expect(await one.evaluate(({ style }) => style.cssText)).toBe('');
  }
});

test('a screen reader reads the same chapter in pages and scrolled @variant', async ({
  page,
  catalogue,
}) => {
  await page.goto(free(catalogue));
  await page.waitForLoadState('networkidle');
  const scrolled = await accessibilityTree(page);
  await readInPages(page);
  await openInPages(page, free(catalogue));
  await expect.poll(() => accessibilityTree(page)).toEqual(scrolled);
  expect(scrolled.length).toBeGreaterThan(50);
});

test('nothing moves when a chapter opens in pages @variant', async ({ page, catalogue }) => {
  await readInPages(page);
  await openInPages(page, free(catalogue));
  await page.waitForLoadState('networkidle');
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
  await page.keyboard.press('PageDown');
  await rest(page);
  await page.reload();
  await expectTurned(page);
  await page.waitForLoadState('networkidle');
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
});

test('the text scrolls in a window too low for pages @variant', async ({ page, catalogue }) => {
  await page.addInitScript(() => {
    localStorage.setItem('reader_fontSize', '200');
    localStorage.setItem('reader_lineHeight', '3');
  });
  await readInPages(page);
  await page.setViewportSize({ width: 320, height: 480 });
  await page.goto(free(catalogue));
  await expect(page.locator('html')).toHaveAttribute('data-page', 'low-pages');
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
  expect(await page.evaluate(() => scrollY)).toBe(900);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectTurned(page);
});

test('a chapter scrolls when the module of pages cannot be loaded @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure(/ERR_INTERNET_DISCONNECTED/);
  await readInPages(page);
  await page.route('**/_astro/turn-pages*.js', (route) => route.abort('internetdisconnected'));
  await page.goto(free(catalogue));
  await expect(page.locator('html')).not.toHaveAttribute('data-page', /pages/);
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
  expect(await page.evaluate(() => scrollY)).toBe(900);
});

test('before the module of pages is loaded, the text scrolls sideways @variant', async ({
  page,
  catalogue,
}) => {
  let load: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (load = resolve));
  await readInPages(page);
  await page.route('**/_astro/turn-pages*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(free(catalogue));
  const first = await wordsShown(page);
  await page.mouse.move(180, 300);
  await page.mouse.wheel(width(page), 0);
  await expect.poll(() => wordsShown(page)).not.toBe(first);
  const scrolled = () => page.locator('.reader').evaluate(({ scrollLeft }) => scrollLeft);
  await expect.poll(scrolled).toBe(width(page));
  load();
  await expectTurned(page);
  await turned(page, 1);
});

test('with reduced motion a swipe turns the page without following the finger @variant', async ({
  page,
  catalogue,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await readInPages(page);
  await openInPages(page, free(catalogue));
  const touch = await page.context().newCDPSession(page);
  await swipe(touch, 300, 60, () =>
    expect(page.evaluate(() => document.body.scrollLeft)).resolves.toBe(0),
  );
  await turned(page, 1);
  expect(await page.evaluate(() => document.body.scrollLeft)).toBe(width(page));
});

/** A finger moves over the text; `during` is called before it is lifted. */
async function swipe(
  touch: CDPSession,
  from: number,
  to: number,
  during: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y: 300 }],
    });
  await send('touchStart', from);
  for (let step = 1; step <= 6; step++) await send('touchMove', from + ((to - from) * step) / 6);
  await during();
  await send('touchEnd');
}

import { webFonts } from '#shared/reading/chosen-fonts.ts';
import type { Locator, Page } from 'playwright/test';
import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { onlyLook, watchLooks, type Look } from './looks.ts';
import { longNovel } from './novels.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('nothing offers settings that could not be changed', async ({ page, catalogue }) => {
    await page.goto(`/chapter/${catalogue.mixed.free._id}`);
    await expect(page.locator('.chapter-text')).toBeVisible();
    await expect(page.getByText('Réglages', { exact: true })).toBeHidden();
  });
});

type Values = Record<string, unknown>;
/** What is done in the panel, what it announces, what is stored, what the text looks like then. */
const changes: [
  act: (panel: Locator) => Promise<unknown>,
  said: string,
  stored: Values,
  look: Values,
][] = [
  [
    (panel) => button(panel, 'Augmenter la taille du texte').click(),
    'Taille du texte : 110 %',
    { reader_fontSize: '110' },
    { fontSize: '19.8px' },
  ],
  [
    (panel) => button(panel, 'Diminuer l’interligne').click(),
    'Interligne : 1,7',
    { reader_lineHeight: '1.7' },
    { lineHeight: '33.66px' },
  ],
  [
    (panel) => choice(panel, 'Centré').check(),
    'Alignement : Centré',
    { reader_textAlign: 'center' },
    { textAlign: 'center' },
  ],
  [
    (panel) => choice(panel, 'Sépia').check(),
    'Thème : Sépia',
    { reader_theme: 'sepia' },
    { classes: 'theme-sepia', paper: 'rgb(244, 236, 216)' },
  ],
  [
    (panel) => headerSwitch(panel).uncheck(),
    'En-tête du chapitre : Masqué',
    { reader_showHeader: 'false' },
    { header: 'false' },
  ],
  [
    (panel) => font(panel).selectOption('Courier New'),
    'Police : Courier New',
    { reader_fontFamily: 'Courier New' },
    { fontFamily: expect.stringMatching(/^"Courier New", monospace$/) },
  ],
];

// Each theme and font: first-paint.test.ts.
test('each change is seen and announced at once, and drawn in the first frame after a reload', async ({
  page,
  catalogue,
}) => {
  await watchLooks(page);
  await openChapter(page, catalogue.mixed.free._id);
  const panel = await openPanel(page);
  const plain = await lookNow(page);
  const allStored: Values = {};
  const drawn: Values = {};
  for (const [act, said, stored, look] of changes) {
    await test.step(said, async () => {
      await act(panel);
      await expect(panel.getByRole('status')).toHaveText(said);
      expect(await lookNow(page)).toMatchObject(Object.assign(drawn, look));
      expect(await storedPreferences(page)).toEqual(Object.assign(allStored, stored));
    });
  }
  const seen = await lookNow(page);
  await page.reload();
  expect(await onlyLook(page)).toEqual(seen);
  await button(await openPanel(page), 'Réinitialiser').click();
  await expect(panel.getByRole('status')).toHaveText('Réglages par défaut rétablis');
  expect(await storedPreferences(page)).toEqual({});
  expect(await lookNow(page)).toEqual(plain);
  await expect(choice(panel, 'Défaut')).toBeChecked();
  await expect(font(panel)).toHaveValue('serif');
  await expect(headerSwitch(panel)).toBeChecked();
});

test('the site’s fonts are served by it, each to who has chosen it @variant', async ({
  page,
  catalogue,
}) => {
  const fonts: { address: URL; cache: string | undefined }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'font') return;
    const cache = response.headers()['cache-control'];
    fonts.push({ address: new URL(response.url()), cache });
  });
  await watchLooks(page);
  await openChapter(page, catalogue.mixed.free._id);
  const before = await widthOfText(page);
  const panel = await openPanel(page);
  await font(panel).selectOption('Georgia');
  await expect(panel.getByRole('status')).toHaveText('Police : Georgia');
  const isOurs = ({ address }: { address: URL }) => address.pathname.includes('/Literata-');
  expect(fonts.filter((one) => !isOurs(one))).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  for (const family of webFonts) {
    await test.step(family, async () => {
      const file = `/${encodeURIComponent(family)}-`;
      const own = () => fonts.filter(({ address }) => address.pathname.includes(file));
      expect(own()).toEqual([]);
      await font(await openPanel(page)).selectOption(family);
      await expect(page.locator('.chapter-text')).toHaveCSS(
        'font-family',
        RegExp(`^"?${family}"?, `),
      );
      const chosen = await widthOfText(page);
      expect(chosen).not.toBe(before);
      expect(own().length).toBeGreaterThan(0);
      for (const { address, cache } of own()) {
        expect(address.origin).toBe(new URL(page.url()).origin);
        expect(cache).toContain('immutable');
      }
      await page.reload();
      expect((await onlyLook(page)).fontFamily).toContain(family);
      await page.evaluate(() => document.fonts.ready);
      expect(await widthOfText(page)).toBe(chosen);
    });
  }
});

test('a font on its way does not draw the text twice @variant', async ({ page, catalogue }) => {
  const held = Promise.withResolvers<undefined>();
  await page.route('**/*.woff2', async (route) => {
    await held.promise;
    await route.continue();
  });
  await openChapter(page, catalogue.mixed.free._id);
  await moveToTheMiddle(page);
  const panel = await openPanel(page);
  const before = await lookNow(page);
  const place = await firstWords(page);
  await font(panel).selectOption('Montserrat');
  await button(panel, 'Augmenter l’interligne').click();
  expect((await lookNow(page)).fontFamily).toBe(before.fontFamily);
  held.resolve(undefined);
  await expect(page.locator('.chapter-text')).toHaveCSS('font-family', /^Montserrat/);
  await expectSameWords(page, place);
});

test('a font that cannot be had is said to be missing, and can be asked for again @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure('Lato-normal');
  expectFailure('Failed to load resource');
  await page.route('**/Lato-normal.woff2', (route) => route.abort('failed'));
  await openChapter(page, catalogue.mixed.free._id);
  const panel = await openPanel(page);
  await font(panel).selectOption('Lato');
  const missing = panel.getByRole('alert');
  await expect(missing).toHaveText('Pas de réponse\u00A0: il manque la police Lato.');
  await page.unroute('**/Lato-normal.woff2');
  await font(panel).selectOption('Georgia');
  const came = page.waitForResponse(/Lato-normal\.woff2/);
  await font(panel).selectOption('Lato');
  expect((await came).status()).toBe(200);
  await expect(missing).toBeEmpty();
});

test('no change moves the words at the window’s top @variant', async ({ page, catalogue }) => {
  await openChapter(page, catalogue.mixed.free._id);
  await moveToTheMiddle(page);
  const panel = await openPanel(page);
  const place = await firstWords(page);
  const top = await page.evaluate(() => scrollY);
  const larger = button(panel, 'Augmenter la taille du texte');
  const smaller = button(panel, 'Diminuer la taille du texte');
  const wider = button(panel, 'Augmenter l’interligne');
  const closer = button(panel, 'Diminuer l’interligne');
  const steps = [
    ...Array.from({ length: 10 }, () => () => larger.click()),
    () => font(panel).selectOption('Courier New'),
    () => choice(panel, 'Justifié').check(),
    () => headerSwitch(panel).uncheck(),
    ...Array.from({ length: 12 }, () => () => wider.click()),
    ...Array.from({ length: 15 }, () => () => smaller.click()),
    ...Array.from({ length: 20 }, () => () => closer.click()),
    () => button(panel, 'Réinitialiser').click(),
  ];
  for (const step of steps) {
    await step();
    await expectSameWords(page, place);
  }
  expect(Math.abs((await page.evaluate(() => scrollY)) - top)).toBeLessThanOrEqual(1);
});

test('at the page’s top the header comes and goes in sight @both-widths @variant', async ({
  page,
  catalogue,
}) => {
  await openChapter(page, catalogue.mixed.free._id);
  const panel = await openPanel(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const header = page.locator('.reader-header .back');
  await headerSwitch(panel).uncheck();
  await expect(header).toBeHidden();
  await headerSwitch(panel).check();
  await expect(header).toBeInViewport();
});

test('a theme with colours of its own puts day and night aside, and forgets nothing @variant', async ({
  page,
  catalogue,
}) => {
  await openChapter(page, catalogue.mixed.free._id, { reader_darkMode: 'true' });
  const panel = await openPanel(page);
  const dayAndNight = panel.getByRole('group', { name: 'Jour et nuit' });
  await expect(dayAndNight).toHaveAccessibleDescription(/réglage de votre appareil/);
  for (const theme of ['Sépia', 'Bleu nuit', 'Vert', 'Contraste élevé']) {
    await choice(panel, theme).check();
    for (const name of ['Automatique', 'Jour', 'Nuit']) {
      await expect(choice(panel, name)).toBeDisabled();
    }
    await expect(dayAndNight).toHaveAccessibleDescription(/ce thème garde ses couleurs/);
    expect((await storedPreferences(page)).reader_darkMode).toBe('true');
  }
  await choice(panel, 'Défaut').check();
  await expect(choice(panel, 'Nuit')).toBeEnabled();
  await expect(choice(panel, 'Nuit')).toBeChecked();
  expect((await lookNow(page)).paper).toBe('rgb(20, 22, 26)');

  // Automatique follows the system again.
  await page.emulateMedia({ colorScheme: 'dark' });
  await choice(panel, 'Jour').check();
  expect((await lookNow(page)).paper).toBe('rgb(251, 248, 242)');
  await choice(panel, 'Automatique').check();
  expect(await storedPreferences(page)).toEqual({});
  expect((await lookNow(page)).paper).toBe('rgb(20, 22, 26)');
  await page.emulateMedia({ colorScheme: 'light' });
  expect((await lookNow(page)).paper).toBe('rgb(251, 248, 242)');
});

test('without a choice, long French lines are justified where the browser hyphenates alone @desktop', async ({
  page,
  catalogue,
}) => {
  await openChapter(page, catalogue.mixed.free._id);
  const paragraph = page.locator('.chapter-text > p').first();
  const change = (hyphens: boolean, words = '', language = 'fr') =>
    page.evaluate(
      ([isHyphenated, said, spoken]) => {
        document.documentElement.toggleAttribute('data-hyphens', isHyphenated);
        document.documentElement.dataset.page = said;
        document.querySelector<HTMLElement>('.chapter-text')?.setAttribute('lang', spoken);
      },
      [hyphens, words, language] as const,
    );
  await change(true);
  await expect(paragraph).toHaveCSS('text-align', 'justify');
  for (const [hyphens, words, language] of [
    [false, '', 'fr'],
    [true, 'whole', 'fr'],
    [true, '', 'en'],
  ] as const) {
    await change(hyphens, words, language);
    await expect(paragraph).toHaveCSS('text-align', 'start');
  }
});

test('the keyboard alone does everything, and turns no chapter @desktop', async ({
  page,
  catalogue,
}) => {
  const second = required(catalogue.novel(longNovel.slug).chapters[1], 'chapter');
  await openChapter(page, second._id);
  const opener = page.getByRole('button', { name: 'Réglages', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Réglages de lecture' });
  await expect(button(panel, 'Fermer')).toBeFocused();
  await tabTo(page, button(panel, 'Augmenter la taille du texte'));
  await page.keyboard.press('Enter');
  await expect(shown(panel, '110 %')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await tabTo(page, choice(panel, 'Défaut'));
  await page.keyboard.press('ArrowRight');
  await expect(choice(panel, 'Sépia')).toBeChecked();
  await tabTo(page, choice(panel, 'Selon la largeur'));
  await page.keyboard.press('ArrowRight');
  await expect(choice(panel, 'À gauche')).toBeChecked();
  await tabTo(page, headerSwitch(panel));
  await page.keyboard.press('Space');
  await expect(headerSwitch(panel)).not.toBeChecked();
  for (let tab = 0; tab < 14; tab++) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.activeElement?.closest('dialog') !== null,
    );
    expect(isInside, 'the panel keeps the focus').toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page).toHaveURL(`/chapter/${second._id}`);
  await page.keyboard.press('Enter');
  await expect(shown(panel, '110 %')).toBeVisible();
});

test('the panel is right after it was closed and opened faster than it moves @both-widths @variant', async ({
  page,
  catalogue,
  isMobile,
}) => {
  await openChapter(page, catalogue.mixed.free._id);
  await moveToTheMiddle(page);
  const before = await firstWords(page);
  /** Where the text's lines begin and end. */
  const sides = async () => {
    const { x, width } = required(await page.locator('.chapter-text').boundingBox(), 'text');
    return [x, x + width] as const;
  };
  const wide = await sides();
  const opener = page.getByRole('button', { name: 'Réglages', exact: true });
  const panel = await openPanel(page);
  // Twice, a frame apart: the browser tells of a closed dialog after it is open again.
  await opener.evaluate(async (button: HTMLButtonElement) => {
    for (let time = 0; time < 2; time++) {
      document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
      button.click();
      await new Promise(requestAnimationFrame);
    }
  });
  await expect(panel).toBeVisible();
  await expect(button(panel, 'Fermer')).toBeFocused();
  if (!isMobile) {
    const { x } = required(await panel.boundingBox(), 'panel');
    expect((await sides())[1]).toBeLessThanOrEqual(x);
  }
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await sides()).toEqual(wide);
  await expectSameWords(page, before);
  await page.keyboard.press('Enter');
  await expect(panel).toBeVisible();
  await expect(button(panel, 'Fermer')).toBeFocused();
});

test('the text above the panel is in sight and moves under the finger or wheel @both-widths @variant', async ({
  page,
  catalogue,
}) => {
  await openChapter(page, catalogue.mixed.free._id);
  await moveToTheMiddle(page);
  const panel = await openPanel(page);
  const box = required(await panel.boundingBox(), 'panel');
  const view = required(page.viewportSize(), 'window');
  // What is left of the window: above a sheet, or beside a panel.
  const free = view.width - box.width > 100 ? view.height : box.y;
  expect(free).toBeGreaterThan(view.height / 3);
  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(30, 60);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
});

test('what has no effect is not offered, or says so @variant', async ({ page, catalogue }) => {
  await openChapter(page, catalogue.mixed.free._id);
  const panel = await openPanel(page);
  const measure = panel.getByRole('group', { name: 'Largeur des lignes' });
  await expect(measure).toBeHidden();
  const ruler = panel.getByRole('group', { name: 'Repère de lecture' });
  await choice(panel, 'Règle').check();
  await expect(ruler).toHaveAccessibleDescription(/^Suit la souris, le défilement/);
  await choice(panel, 'Pages').check();
  await expect(ruler).toHaveAccessibleDescription(/faites glisser de haut en bas/);
  const flow = panel.getByRole('group', { name: 'Lecture', exact: true });
  await expect(flow).toHaveAccessibleDescription('');
  await page.setViewportSize({ width: 740, height: 300 });
  await expect(flow).toHaveAccessibleDescription(/trop basse/);
  await expect(measure).toBeVisible();
});

test('what another tab changes is in the text and in the panel, open or not @variant', async ({
  page,
  context,
  catalogue,
}) => {
  const id = catalogue.mixed.free._id;
  await openChapter(page, id);
  const other = await context.newPage();
  await openChapter(other, id);
  const panel = await openPanel(page);
  const otherPanel = await openPanel(other);
  await choice(otherPanel, 'Sépia').check();
  await button(otherPanel, 'Augmenter la taille du texte').click();
  await expect(choice(panel, 'Sépia')).toBeChecked();
  await expect(shown(panel, '110 %')).toBeVisible();
  expect(await lookNow(page)).toEqual(await lookNow(other));
  await button(panel, 'Augmenter la taille du texte').click();
  expect(await storedPreferences(page)).toEqual({ reader_fontSize: '120', reader_theme: 'sepia' });
  // A panel that is opened afterwards begins with what is stored.
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await choice(otherPanel, 'Vert').check();
  await openPanel(page);
  await expect(choice(panel, 'Vert')).toBeChecked();
  expect((await lookNow(page)).classes).toBe('theme-green');
});

test('where storage is closed the settings hold as long as the page @variant', async ({
  page,
  catalogue,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('closed', 'SecurityError');
      },
    });
  });
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await page.getByRole('button', { name: 'Accepter le minimum' }).click();
  const panel = await openPanel(page);
  await button(panel, 'Augmenter la taille du texte').click();
  await button(panel, 'Augmenter la taille du texte').click();
  expect((await lookNow(page)).fontSize).toBe('21.6px');
  await button(panel, 'Fermer').click();
  await openPanel(page);
  await expect(shown(panel, '120 %')).toBeVisible();
});

test('with large letters on a small screen everything can be reached @variant', async ({
  page,
  catalogue,
}) => {
  await openChapter(page, catalogue.mixed.free._id);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await expect(page.locator('html')).toHaveCSS('font-size', '32px');
  const panel = await openPanel(page);
  const box = required(await panel.boundingBox(), 'panel');
  expect(box.width).toBeLessThanOrEqual(360);
  expect(box.height).toBeLessThanOrEqual(740 * 0.7);
  const isWide = await panel
    .locator('form')
    .evaluate((form) => form.scrollWidth > form.clientWidth + 1);
  expect(isWide).toBe(false);
  await button(panel, 'Réinitialiser').scrollIntoViewIfNeeded();
  await expect(button(panel, 'Réinitialiser')).toBeInViewport({ ratio: 1 });
});

test('axe finds nothing with the panel open in any theme, by day and by night @variant', async ({
  page,
  catalogue,
  axe,
}) => {
  test.slow();
  await openChapter(page, catalogue.mixed.free._id);
  const panel = await openPanel(page);
  for (const dark of ['Jour', 'Nuit']) {
    await choice(panel, dark).check();
    for (const theme of ['Sépia', 'Bleu nuit', 'Vert', 'Contraste élevé', 'Défaut']) {
      await test.step(`${theme}, ${dark}`, async () => {
        await choice(panel, theme).check();
        await axe();
      });
    }
  }
});

async function openChapter(
  page: Page,
  id: string,
  stored: Record<string, string> = {},
): Promise<void> {
  if (Object.keys(stored).length > 0) {
    await page.goto('/robots.txt');
    await page.evaluate((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, stored);
  }
  await page.goto(`/chapter/${id}`);
  await page.waitForLoadState('load');
}

/** The bar is out of sight until it is touched, or one of its buttons has the focus. */
async function openPanel(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Réglages', exact: true }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Réglages de lecture' });
  await expect(panel).toBeVisible();
  return panel;
}

function button(panel: Locator, name: string): Locator {
  return panel.getByRole('button', { name, exact: true });
}

/** The switch of the chapter's header. */
function headerSwitch(panel: Locator): Locator {
  return panel.getByRole('switch', { name: 'En-tête du chapitre' });
}

function choice(panel: Locator, name: string): Locator {
  return panel.getByRole('radio', { name, exact: true });
}

/** What a pair of buttons stands at. */
function shown(panel: Locator, value: string): Locator {
  return panel.locator('[data-value]').getByText(value, { exact: true });
}

function font(panel: Locator): Locator {
  return panel.getByLabel('Police', { exact: true });
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tab = 0; tab < 20; tab++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** A change shows in the text after the frame that answers the press. */
function untilShown(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
}

async function lookNow(page: Page): Promise<Look> {
  await untilShown(page);
  return page.evaluate(() => {
    const style = getComputedStyle(document.querySelector('.chapter-text') ?? document.body);
    return {
      classes: document.body.className,
      dark: document.documentElement.dataset.darkMode ?? null,
      header: document.documentElement.dataset.showHeader ?? null,
      fontSize: style.fontSize,
      lineHeight: style.lineHeight,
      fontFamily: style.fontFamily,
      textAlign: style.textAlign,
      paper: getComputedStyle(document.documentElement).backgroundColor,
    };
  });
}

function storedPreferences(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('reader_'))),
  );
}

/** How wide the first line of text is drawn: another font, another width. */
function widthOfText(page: Page): Promise<number> {
  return page
    .locator('.chapter-text > p')
    .first()
    .evaluate((paragraph) => {
      const words = document.createRange();
      const text =
        document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT).nextNode() ?? paragraph;
      words.setStart(text, 0);
      words.setEnd(text, 12);
      return words.getBoundingClientRect().width;
    });
}

async function moveToTheMiddle(page: Page): Promise<void> {
  await page.locator('.chapter-text').evaluate((text) => {
    const { top, height } = text.getBoundingClientRect();
    scrollTo({ top: scrollY + top + height / 2, behavior: 'instant' });
  });
}

type Words = { block: number; character: number };

/** Which letter of which block is the first one that the window shows. */
async function firstWords(page: Page): Promise<Words> {
  await untilShown(page);
  return page.locator('.chapter-text').evaluate((text) => {
    for (const [block, element] of [...text.children].entries()) {
      if (element.getBoundingClientRect().bottom <= 0) continue;
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const letter = document.createRange();
      let character = 0;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { length } = node.textContent ?? '';
        for (let index = 0; index < length; index++, character++) {
          letter.setStart(node, index);
          letter.setEnd(node, index + 1);
          if (letter.getBoundingClientRect().bottom > 0) return { block, character };
        }
      }
    }
    throw new Error('no text in the window');
  });
}

/** The same block, and not further than a line from the letter that was first. */
async function expectSameWords(page: Page, before: Words): Promise<void> {
  const now = await firstWords(page);
  expect(now.block).toBe(before.block);
  expect(Math.abs(now.character - before.character)).toBeLessThan(90);
}

test('the panel leaves the text uncovered, with wide lines and the largest letters too @desktop', async ({
  page,
  catalogue,
}) => {
  for (const [reader_page, reader_fontSize] of [
    ['slim', '100'],
    ['wide', '100'],
    ['wide', '200'],
  ] as const) {
    await openChapter(page, catalogue.mixed.free._id, { reader_page, reader_fontSize });
    await moveToTheMiddle(page);
    const before = await firstWords(page);
    const panel = await openPanel(page);
    const box = required(await panel.boundingBox(), 'panel');
    const text = required(await page.locator('.chapter-text').boundingBox(), 'text');
    expect(text.x).toBeGreaterThanOrEqual(0);
    expect(text.x + text.width).toBeLessThanOrEqual(box.x);
    // Nor does it stick out beside the bar.
    const bar = required(await page.locator('.control-bar').boundingBox(), 'bar');
    expect(bar.x).toBeGreaterThanOrEqual(0);
    expect(bar.x).toBeLessThanOrEqual(text.x);
    expect(bar.x + bar.width).toBeGreaterThanOrEqual(text.x + text.width);
    expect(bar.x + bar.width).toBeLessThanOrEqual(box.x);
    await expectSameWords(page, before);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expectSameWords(page, before);
  }
});

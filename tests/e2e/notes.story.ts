import type { Page } from 'playwright/test';
import { required, type Catalogue } from './catalogue.ts';
import { answer } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { notedNovel } from './novels.ts';
import { endSentence, isSpeaking, spoken, standInForSpeech } from './speech.ts';

const [firstWords, secondWords] = notedNovel.notes;
const address = (catalogue: Catalogue, number = 1) =>
  `/chapter/${required(catalogue.novel(notedNovel.slug).chapters[number - 1], 'chapter')._id}`;
const marker = (page: Page, number: number) =>
  page.locator(`[role="doc-noteref"][href="#note-${number}"]`);
const open = (page: Page) => page.locator('.note-box:popover-open');
const closed = (page: Page) => expect(open(page)).toHaveCount(0);

test('a note opens beside its marker, and closes with Escape, its button or a press elsewhere @variant', async ({
  page,
  catalogue,
  axe,
}) => {
  await page.goto(address(catalogue));
  await page.waitForLoadState('networkidle');
  await marker(page, 1).click();
  await expect(open(page)).toContainText(firstWords);
  await expect(open(page)).toBeFocused();
  await expect(open(page)).toHaveAccessibleName('Note 1');
  await expect(open(page)).toBeInViewport({ ratio: 1 });
  const [box, sign] = await Promise.all([open(page).boundingBox(), marker(page, 1).boundingBox()]);
  expect(Math.abs(required(box, 'box').y - required(sign, 'sign').y)).toBeLessThan(120);
  await axe();
  await page.keyboard.press('Escape');
  await closed(page);
  await expect(marker(page, 1)).toBeFocused();

  await page.keyboard.press('Enter');
  await open(page).getByRole('button', { name: 'Fermer' }).click();
  await closed(page);
  await expect(marker(page, 1)).toBeFocused();

  await marker(page, 1).click();
  await expect(open(page)).toBeVisible();
  await page.locator('.chapter-text > p').first().click();
  await closed(page);

  // A press far down may have moved the page; a note does not.
  const before = await page.evaluate(() => scrollY);
  await marker(page, 1).click();
  await expect(open(page)).toBeVisible();
  await marker(page, 1).click();
  await closed(page);
  expect(await page.evaluate(() => scrollY)).toBe(before);
  expect(new URL(page.url()).hash).toBe('');
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
});

test('a marker is a target of 24 pixels, and its note stays in the window with large letters @variant', async ({
  page,
  catalogue,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.addInitScript(() => localStorage.setItem('reader_fontSize', '200'));
  await page.goto(address(catalogue));
  await page.waitForLoadState('networkidle');
  for (const number of [1, 2]) {
    await marker(page, number).scrollIntoViewIfNeeded();
    const isTarget = await marker(page, number).evaluate((link) => {
      const { left, right, top, bottom } = link.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return [-11, 11].every((by) =>
        [
          [x + by, y],
          [x, y + by],
        ].every(([at = 0, down = 0]) => document.elementFromPoint(at, down) === link),
      );
    });
    expect(isTarget).toBe(true);
    await marker(page, number).click();
    await expect(open(page)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});

test('the prose alone is measured and kept a place in; the notes come after its end @desktop @variant', async ({
  page,
  catalogue,
}) => {
  await page.goto(address(catalogue));
  await page.waitForLoadState('networkidle');
  await page
    .locator('.chapter-text > p')
    .last()
    .evaluate((last) => {
      scrollTo({
        top: scrollY + last.getBoundingClientRect().bottom - innerHeight + 4,
        behavior: 'instant',
      });
    });
  await expect(page.locator('[data-time-left]')).toHaveText('Fin du chapitre');
  await expect(page.getByRole('heading', { name: 'Notes' })).not.toBeInViewport();
});

test('the chapter read aloud leaves notes out; one that is open is read when asked for @desktop @variant', async ({
  page,
  catalogue,
}) => {
  await standInForSpeech(page);
  await page.goto(address(catalogue));
  await page.getByRole('button', { name: 'Écouter' }).click();
  for (let count = 1; count <= 2; count++) {
    await expect.poll(async () => (await spoken(page)).length).toBe(count);
    await endSentence(page);
  }
  await expect.poll(async () => (await spoken(page)).length).toBe(3);
  for (const { text } of await spoken(page)) expect(text).toBe(notedNovel.sentence);

  await marker(page, 1).click();
  await open(page).getByRole('button', { name: 'Écouter la note' }).click();
  await expect.poll(async () => (await spoken(page)).at(-1)?.text).toBe(firstWords);
  await expect(open(page).getByRole('button', { name: 'Arrêter' })).toBeVisible();
  const player = page.getByRole('region', { name: 'Lecture à voix haute' });
  await expect(player.getByRole('button', { name: 'Lire' })).toBeVisible();
  await endSentence(page);
  await expect(open(page).getByRole('button', { name: 'Écouter la note' })).toBeVisible();
});

test('a note that is closed without being read leaves the chapter’s reading alone @desktop @variant', async ({
  page,
  catalogue,
}) => {
  await standInForSpeech(page);
  await page.goto(address(catalogue));
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Écouter' }).click();
  await expect.poll(() => isSpeaking(page)).toBe(true);
  await marker(page, 1).click();
  await expect(open(page)).toContainText(firstWords);
  await expect(open(page).getByRole('button', { name: 'Écouter la note' })).toBeVisible();
  // What reads notes has come.
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Escape');
  await closed(page);
  expect(await isSpeaking(page)).toBe(true);
  await expect(page.getByText('La lecture n’a pas pu commencer')).toHaveCount(0);
});

test('a marker pressed before the notes are ready opens its note; without them its link is followed @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  const notes = /\/notes\.[^/]*\.js$/;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(notes, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(notes);
  await page.goto(address(catalogue));
  await asked;
  await marker(page, 1).click();
  expect(new URL(page.url()).hash).toBe('');
  release();
  await expect(open(page)).toContainText(firstWords);
  expect(new URL(page.url()).hash).toBe('');

  await page.unroute(notes);
  expectFailure(/notes/);
  await page.route(notes, (route) => route.abort());
  await page.goto(address(catalogue));
  await marker(page, 1).click();
  await expect(page).toHaveURL(/#note-1$/);
});

test('the way back under a note leads to its marker, and leaves the address as it is @variant', async ({
  page,
  catalogue,
}) => {
  await page.goto(address(catalogue));
  await page.waitForLoadState('networkidle');
  await page.locator('#note-1 [role="doc-backlink"]').click();
  await expect(marker(page, 1)).toBeFocused();
  await expect(marker(page, 1)).toBeInViewport();
  expect(new URL(page.url()).hash).toBe('');
});

test('a premium chapter’s notes open in place too @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  await signInAs({ role: 'admin' });
  await page.goto(address(catalogue, 2));
  await answer(page, true);
  await expect(marker(page, 2)).toBeAttached();
  await page.waitForLoadState('networkidle');
  await marker(page, 2).click();
  await expect(open(page)).toContainText(secondWords);
  await expect(page.locator('.notes')).toContainText(firstWords);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a marker leads to its note at the chapter’s end, and the note back', async ({
    page,
    catalogue,
  }) => {
    await page.goto(address(catalogue));
    await marker(page, 1).click();
    const note = page.locator('#note-1');
    await expect(note).toBeInViewport();
    await expect(note).toHaveText(`1${firstWords}`);
    await expect(page.getByRole('heading', { name: 'Notes', level: 2 })).toBeVisible();
    await note.locator('[role="doc-backlink"]').click();
    await expect(marker(page, 1)).toBeInViewport();
  });
});

test('no list, feed, description or count includes notes @desktop', async ({
  request,
  catalogue,
}) => {
  const { slug, chapters } = catalogue.novel(notedNovel.slug);
  const page = await (await request.get(address(catalogue))).text();
  const head = page.slice(0, page.indexOf('<body'));
  const others = await Promise.all(
    [`/novel/${slug}`, `/novel/${slug}/feed.xml`, '/feed.xml', '/', `/romans?q=halle`].map(
      async (path) => (await request.get(path)).text(),
    ),
  );
  for (const text of [head, ...others]) {
    expect(text).not.toContain(firstWords);
    expect(text).not.toMatch(/note-1|doc-noteref/);
  }
  expect(chapters.length).toBe(2);
});

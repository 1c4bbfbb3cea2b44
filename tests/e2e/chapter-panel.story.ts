import type { Page } from 'playwright/test';
import { required, type PublicChapterBody } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { longNovel, vastNovel } from './novels.ts';

const opener = (page: Page) => page.getByRole('button', { name: 'Sommaire', exact: true });
const endLink = (page: Page) => page.getByRole('link', { name: 'Sommaire', exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: /^Sommaire/ });
const row = (page: Page, name: string) => panel(page).getByRole('link', { name, exact: true });

async function open(page: Page): Promise<void> {
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();
}

async function openOn(page: Page, chapter: PublicChapterBody | undefined): Promise<void> {
  await page.goto(`/chapter/${required(chapter, 'chapter')._id}`);
  await open(page);
}

test('the list tells where one is, what was read and what costs, and leads there', async ({
  page,
  catalogue,
  axe,
}) => {
  const { chapters, title } = catalogue.novel(longNovel.slug);
  const [first, , third] = chapters;
  await page.addInitScript(
    (id) => localStorage.setItem('reading_done', JSON.stringify([id])),
    required(first, 'chapter')._id,
  );
  await openOn(page, third);
  await expect(panel(page).getByRole('link', { name: title })).toHaveAttribute(
    'href',
    new RegExp(`/novel/${longNovel.slug}$`),
  );
  await expect(panel(page).getByRole('listitem')).toHaveCount(longNovel.chapterCount);
  const current = row(page, '3 Marche 3 En cours');
  await expect(current).toHaveAttribute('aria-current', 'page');
  await expect(current).toBeFocused();
  await expect(row(page, '1 Marche 1 Lu')).toBeVisible();
  await expect(row(page, '2 Marche 2').getByText('Lu')).toHaveCount(0);
  const locked = row(page, `21 Marche 21 1 crédit`);
  await expect(locked).toHaveAttribute('href', `/chapter/${required(chapters[20], 'chapter')._id}`);
  await axe();
  await row(page, '1 Marche 1 Lu').click();
  await expect(page).toHaveURL(`/chapter/${required(first, 'chapter')._id}`);
});

test('a chapter is read when its end was reached, and not at a glance', async ({
  page,
  catalogue,
}) => {
  await page.clock.install();
  // Of some length, as not to be read in the time that the test takes.
  const [first, second] = catalogue.novel('le-dernier-train-pour-aubeciel').chapters;
  const plainRow = () => row(page, `1 ${first?.title}`);
  const readRow = () => row(page, `1 ${first?.title} Lu`);
  const toEnd = () =>
    page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await page.goto(`/chapter/${required(first, 'chapter')._id}`);
  await toEnd();
  await expect(page.locator('[data-time-left]')).toHaveText('Fin du chapitre');
  await openOn(page, second);
  await expect(plainRow()).toBeVisible();
  await expect(readRow()).toHaveCount(0);

  await page.goto(`/chapter/${required(first, 'chapter')._id}`);
  await page.clock.runFor('30:00');
  await toEnd();
  await expect(page.locator('[data-time-left]')).toHaveText('Fin du chapitre');
  await openOn(page, second);
  await expect(readRow()).toBeVisible();
});

test('a chapter that fits into the window is read without scrolling @variant', async ({
  page,
  catalogue,
}) => {
  await page.clock.install();
  await page.setViewportSize({ width: 1280, height: 1600 });
  const [first, second] = catalogue.novel(longNovel.slug).chapters;
  await page.goto(`/chapter/${required(first, 'chapter')._id}`);
  await expect(page.locator('[data-time-left]')).toHaveText('Fin du chapitre');
  await page.clock.runFor('05:00');
  // What begins when the page is idle has come.
  await page.waitForLoadState('networkidle');
  await openOn(page, second);
  await expect(row(page, '1 Marche 1 Lu')).toBeVisible();
  await expect(row(page, '3 Marche 3').getByText('Lu')).toHaveCount(0);
});

test('a long list begins at the current chapter, by part; a chapter is found in it @desktop', async ({
  page,
  catalogue,
  axe,
}) => {
  const { chapters } = catalogue.novel(vastNovel.slug);
  await openOn(page, chapters[44]);
  await expect(row(page, '45 Porte 45 En cours')).toBeInViewport();
  await expect(row(page, '1 Porte 1')).not.toBeInViewport();
  for (const part of vastNovel.parts) {
    await expect(panel(page).getByRole('heading', { name: part })).toHaveCount(1);
  }
  const field = panel(page).getByRole('searchbox', { name: 'Chercher un chapitre' });
  await field.fill('PÔRTE 12');
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  await expect(row(page, '12 Porte 12')).toBeInViewport();
  await expect(panel(page).getByRole('heading', { name: vastNovel.parts[1] })).toBeHidden();
  await expect(panel(page).getByRole('status')).toHaveText('1 chapitre');
  await axe();
  await field.fill('cave');
  await expect(panel(page).getByText('Aucun chapitre ne correspond.').last()).toBeVisible();
  await field.fill('');
  await expect(panel(page).getByRole('listitem')).toHaveCount(vastNovel.chapterCount);
  await expect(row(page, '45 Porte 45 En cours')).toBeInViewport();
});

test('the list closes in three ways, and the focus goes back @variant', async ({
  page,
  catalogue,
}) => {
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  for (const way of ['Escape', 'Fermer', 'the current chapter'] as const) {
    await test.step(way, async () => {
      await open(page);
      await expect(panel(page).locator('[aria-current]')).toBeFocused();
      if (way === 'Escape') await page.keyboard.press('Escape');
      else if (way === 'Fermer')
        await panel(page).getByRole('button', { name: way }).press('Enter');
      else await page.keyboard.press('Enter');
      await expect(panel(page)).toBeHidden();
      await expect(opener(page)).toBeFocused();
      await expect(page).toHaveURL(`/chapter/${catalogue.mixed.free._id}`);
    });
  }
});

test('a press beside the list closes it, one that begins in it does not @desktop @variant', async ({
  page,
  catalogue,
}) => {
  await openOn(page, catalogue.mixed.free);
  await expect(panel(page).locator('[aria-current]')).toBeFocused();
  await panel(page).getByRole('heading').hover();
  await page.mouse.down();
  await page.mouse.move(20, 400);
  await page.mouse.up();
  await expect(panel(page)).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(panel(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await expect(page).toHaveURL(`/chapter/${catalogue.mixed.free._id}`);
});

test('the list is worked with the keyboard alone @desktop @variant', async ({
  page,
  catalogue,
}) => {
  const [first, second] = catalogue.novel(longNovel.slug).chapters;
  await openOn(page, first);
  await expect(row(page, '1 Marche 1 En cours')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(row(page, '2 Marche 2')).toBeFocused();
  for (const name of ['Décroissant', 'Croissant', 'Fermer']) {
    await page.keyboard.press('Shift+Tab');
    if (name === 'Décroissant') await page.keyboard.press('Shift+Tab');
    await expect(panel(page).getByRole('button', { name, exact: true })).toBeFocused();
  }
  await row(page, '2 Marche 2').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/chapter/${required(second, 'chapter')._id}`);
});

test('the link at the chapter’s end opens the list, and its modifiers stay the browser’s @desktop @variant', async ({
  page,
  context,
  catalogue,
}) => {
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await endLink(page).click();
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(endLink(page)).toBeFocused();
  const opened = context.waitForEvent('page');
  await endLink(page).click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL(/\/novel\/.*#chapitres$/);
  await expect(panel(page)).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the link leads to the novel’s chapters', async ({ page, catalogue }) => {
    await page.goto(`/chapter/${catalogue.mixed.free._id}`);
    await expect(opener(page)).toHaveCount(0);
    await endLink(page).click();
    await expect(page).toHaveURL(new RegExp(`/novel/${catalogue.mixed.novel.slug}#chapitres$`));
  });
});

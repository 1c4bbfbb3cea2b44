import type { Page } from 'playwright/test';
import { required, type Catalogue, type PublicChapterBody } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { longNovel } from './novels.ts';

const mark = (page: Page) => page.getByRole('button', { name: 'Marque-page' });
const section = (page: Page) => page.getByRole('region', { name: 'Vos marque-pages' });
const cards = (page: Page) => section(page).getByRole('listitem');
const chaptersOf = (catalogue: Catalogue) =>
  catalogue.novel(longNovel.slug).chapters.filter(({ isLocked }) => !isLocked);

/** Sets a chapter's bookmark on its page, and waits until the server has it. */
async function bookmark(page: Page, chapter: PublicChapterBody): Promise<void> {
  await page.goto(`/chapter/${chapter._id}`);
  const answer = page.waitForResponse((reply) => reply.url().endsWith('/bookmark'));
  await mark(page).click();
  await answer;
  await expect(mark(page)).toHaveAttribute('aria-pressed', 'true');
}

test('home shows a visitor neither bookmarks nor new chapters, and a reader without any no bookmarks @variant', async ({
  page,
  signInAs,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Romans récents' })).toBeVisible();
  await expect(page.getByText('Vos marque-pages')).toBeHidden();
  await expect(page.getByText('Nouveaux chapitres')).toBeHidden();
  await signInAs();
  const answer = page.waitForResponse((reply) => reply.url().endsWith('/bookmarked'));
  await page.goto('/');
  await answer;
  await expect(page.getByText('Vos marque-pages')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Romans récents' })).toBeVisible();
});

test('a bookmarked chapter is listed on home until its bookmark is removed', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const [first] = chaptersOf(catalogue);
  const chapter = required(first, 'chapter');
  await signInAs();
  await bookmark(page, chapter);
  await page.goto('/');
  const card = cards(page).first();
  await expect(card).toContainText(chapter.title);
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
  await expect(card).toContainText(longNovel.title);
  await expect(card).toContainText(`Chapitre\u00A0${chapter.chapterNumber}`);
  await section(page).getByRole('link', { name: 'Continuer la lecture' }).click();
  await expect(page).toHaveURL(`/chapter/${chapter._id}`);
  await expect(mark(page)).toHaveAttribute('aria-pressed', 'true');
  const answer = page.waitForResponse((reply) => reply.url().endsWith('/unbookmark'));
  await mark(page).click();
  await answer;
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Romans récents' })).toBeVisible();
  await expect(section(page)).toHaveCount(0);
});

test('bookmarks that cannot be loaded are only logged @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure('bookmark');
  const [first] = chaptersOf(catalogue);
  await signInAs();
  await bookmark(page, required(first, 'chapter'));
  await page.route('**/bookmarked', (route) => route.fulfill({ status: 500, body: 'panne' }));
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('bookmarks'));
  await page.goto('/');
  await logged;
  await expect(section(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

import type { Page } from 'playwright/test';
import type { Catalogue } from './catalogue.ts';
import { knock } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { longNovel } from './novels.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Nouveaux chapitres' });
const menu = (page: Page) => page.getByRole('button', { name: /^Menu du compte/ });
const nothing = 'Rien de nouveau dans ce que vous suivez.';
/** The novel's chapters came out one a day, 900 days ago; those from number 12 on are new since. */
const keptSinceDays = 890;
const keepLongNovel = (page: Page, userId: string, catalogue: Catalogue) =>
  knock(page, 'favorite', {
    userId,
    novelId: catalogue.novel(longNovel.slug)._id,
    daysAgo: keptSinceDays,
  });

test('new chapters are marked in the top bar until home has shown them, and stand there until they are opened', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const { id } = await signInAs();
  await keepLongNovel(page, id, catalogue);
  await page.goto('/mentions-legales');
  await expect(menu(page)).toHaveAccessibleName(/, nouveaux chapitres$/);
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'Nouveaux chapitres' }).click();
  const link = section(page).getByRole('link');
  await expect(link).toHaveAccessibleName(`${longNovel.title} : 12 nouveaux chapitres`);
  const isWhole = (title: HTMLElement) => title.scrollWidth <= title.clientWidth;
  expect(await link.getByText(longNovel.title).evaluate(isWhole)).toBe(true);
  await expect(menu(page)).not.toHaveAccessibleName(/nouveaux chapitres/);
  await page.goto('/');
  await expect(link).toBeVisible();
  await expect(menu(page)).not.toHaveAccessibleName(/nouveaux chapitres/);
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
  const opened = page.waitForResponse((answer) => answer.url().endsWith('/opened') && answer.ok());
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Marche 12');
  await opened;
  await page.goto('/');
  await expect(section(page)).toContainText(nothing);
});

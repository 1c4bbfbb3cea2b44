import type { Page } from 'playwright/test';
import { pass } from './challenges.ts';
import { expectBalance, giveCredits } from './credits.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';

/** Of the demonstration: from chapter 11 on premium, which is in the second of four parts. */
const slug = 'la-forgeronne-de-brume';
const second = 'Deuxième partie · La montagne qui s’en va';
const third = 'Troisième partie · Le Plafond';
const line = (page: Page, part: string) =>
  page.getByRole('button', {
    name: new RegExp(`^Déverrouiller (?:la|cette) partie «\\s+${part}\\s+»`),
  });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Déverrouiller la partie/ });

test('a part is unlocked from under its title, and the others stay locked', async ({
  page,
  signInAs,
}) => {
  const { id } = await signInAs();
  await pass(page, id);
  await giveCredits(page, id, 12);
  await page.goto(`/novel/${slug}?page=2`);
  await expect(line(page, second)).toHaveText(/: 9\s+chapitres, 9\s+crédits$/);
  await expect(line(page, third)).toHaveText(/: 11\s+chapitres, 11\s+crédits$/);
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
  await line(page, second).click();
  await expect(dialog(page)).toContainText(/Chapitres\s*9/);
  await expect(dialog(page)).toContainText(/Il vous restera\s*3\s+crédits/);
  await dialog(page)
    .getByRole('button', { name: /^Confirmer pour 9/ })
    .click();
  await expect(page.getByText(/^9\s+chapitres déverrouillés\.$/)).toBeFocused();
  await expectBalance(page, 3);
  const badges = page.locator('.chapters .badge');
  await expect(badges.first()).toHaveText('Déverrouillé');
  await expect(badges.last()).toHaveText(/1\s+crédit/);
  await page.reload();
  await expect(page.getByText('Tous ses chapitres vous sont ouverts.')).toBeVisible();
  await expect(line(page, third)).toBeVisible();
});

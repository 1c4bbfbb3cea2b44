import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { readPdf } from '../lib/server/money/invoices/read-pdf.ts';
import { buyPack, expectBalance } from './credits.ts';
import { expect, test } from './fixtures.ts';
const history = (page: Page) => page.getByRole('tabpanel', { name: 'Historique de facturation' });
/** A purchase: a row of the table at a desk, an entry of the list on a phone. */
const purchases = (page: Page) => history(page).locator('ul.purchases > li, table.purchases tbody');

test('the invoice downloads under its name and lists what was bought', async ({
  page,
  signInAs,
}) => {
  const { id } = await signInAs({ name: 'Nora Lefèvre' });
  const bought = await buyPack(page, id, 'plan_basic');
  await page.goto('/profile#historique');
  const saved = page.waitForEvent('download');
  await history(page)
    .getByRole('button', { name: /^(Télécharger la f|F)acture/ })
    .click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`facture_${bought}.pdf`);
  const { lines } = await readPdf(await readFile(await file.path()));
  const words = lines.join('\n');
  expect(words).toContain('Nora Lefèvre');
  expect(words).toContain('69001 Lyon');
  expect(words).toMatch(/Pack Basique/);
  expect(words).toMatch(/4,99 €/);
});

test('a purchase that is paid in another tab appears with the balance @variant', async ({
  page,
  context,
  signInAs,
}) => {
  const { id } = await signInAs();
  await page.goto('/profile#historique');
  await expect(history(page)).toContainText("Vous n'avez pas encore effectué d'achat de crédits.");
  await buyPack(page, id, 'plan_basic');
  const other = await context.newPage();
  await other.goto('/profile');
  await expectBalance(other, 300);
  await expectBalance(page, 300);
  await expect(purchases(page)).toHaveCount(1);
});

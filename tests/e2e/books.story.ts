import { readFile } from 'node:fs/promises';
import { axeViolations } from './axe.ts';
import { buyPack } from './credits.ts';
import { expect, test } from './fixtures.ts';
import { parisDay } from '#shared/site/formats.ts';

test('the publisher’s books are a page away from what readers pay', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  const buyer = await signInAs({ name: 'Nora Comptes' });
  await buyPack(page, buyer.id, 'plan_basic');
  await page.goto('/bureau/livres');
  await expect(page.getByRole('alert').filter({ hasText: 'réservée à l’équipe' })).toBeVisible();

  await signInAs({ role: 'admin', name: 'La rédaction' });
  await page.goto('/bureau/livres');
  const table = page.getByRole('region', { name: 'Ventes' });
  await expect(table.getByRole('row', { name: /Pack Basi.* 5,5\s% France/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^Total/ })).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger ce tableau en CSV' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toContain('Base hors TVA');
  // The journal has days that are over.
  const dayBefore = parisDay(new Date(Date.now() - 40 * 86_400_000));
  await page.goto(`/bureau/livres?du=${dayBefore}&au=${dayBefore}`);
  const journal = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger le journal des ventes' }).click();
  expect(await readFile(await (await journal).path(), 'utf8')).toMatch(/^JournalCode\t/);

  // The address says table and period: it can be sent to somebody.
  await page.getByLabel('Tableau').selectOption('Contrôles');
  await page.getByRole('button', { name: 'Afficher' }).click();
  await expect(page).toHaveURL(/\/bureau\/livres\?vue=controles&du=[\d-]+&au=[\d-]+$/);
  await expect(page.getByRole('row', { name: /^Débits et crédits du journal/ })).toBeVisible();

  await page.getByText('Comptes du journal').click();
  const sales = page.getByRole('group', { name: 'Ventes' });
  expectFailure(400);
  await sales.getByLabel('Compte').fill('7');
  await page.getByRole('button', { name: 'Enregistrer les comptes' }).click();
  await expect(sales.getByText(/de 3 à 12 chiffres/)).toBeVisible();
  await sales.getByLabel('Compte').fill('706');
  await page.getByRole('button', { name: 'Enregistrer les comptes' }).click();
  await expect(page.getByText('Les comptes sont enregistrés.')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

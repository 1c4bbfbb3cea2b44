import { mailUrl } from './addresses.ts';
import { knock } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { expectHostedPage, fillBilling, openModal, packCard, pay } from './purchase.ts';
import { readPdf } from '../lib/server/money/invoices/read-pdf.ts';
import { readFile } from 'node:fs/promises';

test('the footer leads to what is accessible and what is not, and mining is reserved', async ({
  page,
}) => {
  await page.goto('/romans');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibilité' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accessibilité');
  for (const topic of ['Niveau visé', 'État de conformité', 'Limites connues', 'Voies de recours'])
    await expect(page.getByRole('heading', { level: 2, name: topic })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    /Déclaration établie le \d{1,2}(er)? \S+ 2026/,
  );
  await expect(page.getByRole('main')).toContainText('WCAG 2.2');
  const reserved = await page.request.get('/.well-known/tdmrep.json');
  expect(await reserved.json()).toMatchObject([{ location: '/', 'tdm-reservation': 1 }]);
});

test('a buyer of a country beyond the five names it, and their invoice has it', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  const modal = await openModal(page);
  const pack = packCard(modal, 'Pack Standard');
  await pack.getByRole('button', { name: 'Choisir' }).click();
  await pack.getByRole('button', { name: 'Valider' }).click();
  await fillBilling(modal);
  await modal.getByLabel('Pays', { exact: true }).selectOption('Autre');
  await modal.getByRole('button', { name: /^Payer/ }).click();
  const which = modal.getByLabel('Précisez le pays');
  await expect(which).toBeFocused();
  await which.selectOption({ label: 'Portugal' });
  await modal.getByRole('button', { name: /^Payer/ }).click();
  await expectHostedPage(page);
  await pay(page, 'succeeds');
  await expect(page.getByRole('heading', { name: /^Paiement réussi/ })).toBeVisible();
  await page.goto('/profile#historique');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /facture/i }).click();
  const { lines } = await readPdf(await readFile(await (await saved).path()));
  expect(lines.join('\n')).toContain('Portugal');
});

test('who has not signed in for two years is warned by a letter that leads to the login page', async ({
  page,
}) => {
  const email = `oubli-${crypto.randomUUID()}@exemple.test`;
  await knock(page, 'unused', { email });
  await page.goto(`${mailUrl}/_sandbox`);
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Votre compte sera supprimé dans un mois', { timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await row.getByRole('link').first().click();
  const letter = page.frameLocator('iframe.mail');
  await expect(letter.getByRole('link', { name: 'Me connecter' })).toHaveAttribute(
    'href',
    /\/login$/,
  );
});

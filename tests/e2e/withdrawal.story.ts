import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright/test';
import { readPdf } from '../lib/server/money/invoices/read-pdf.ts';
import { buyPack, expectBalance, giveCredits } from './credits.ts';
import { expect, test } from './fixtures.ts';

const history = (page: Page) => page.getByRole('tabpanel', { name: 'Historique de facturation' });
const withdrawButton = (page: Page) =>
  history(page).getByRole('button', { name: /^Renoncer au contrat ici/ });
const dialog = (page: Page) => page.getByRole('dialog');
const confirmButton = (page: Page) =>
  dialog(page).getByRole('button', { name: 'Confirmer la rétractation' });

async function wordsOf(file: Download): Promise<string> {
  return (await readPdf(await readFile(await file.path()))).lines.join('\n');
}

test('unspent credits are given back in two steps, with an acknowledgement', async ({
  page,
  signInAs,
}) => {
  const { id } = await signInAs({ name: 'Nora Lefèvre' });
  const bought = await buyPack(page, id, 'plan_basic');
  // One of the three hundred is spent.
  await giveCredits(page, id, -1);
  await page.goto('/profile#historique');
  await expect(history(page)).toContainText(
    /Renoncer au contrat ici.*jusqu’au \d{1,2}(er)?\s+\S+\s+\d{4}/,
  );

  await withdrawButton(page).focus();
  await page.keyboard.press('Enter');
  const title = dialog(page).getByRole('heading', { name: 'Renoncer au contrat' });
  await expect(title).toBeFocused();
  for (const line of [
    /Vous\s*Nora Lefèvre/,
    /Contrat\s*Pack Basique, 300\s+crédits, 4,99\s+€/,
    new RegExp(`référence\\s+${bought.slice(0, 8).toUpperCase()}`),
    /Crédits retirés\s*299\s+crédits/,
    /Remboursement\s*4,97\s+€/,
    /Il vous restera\s*0\s+crédit/,
  ]) {
    await expect(dialog(page)).toContainText(line);
  }

  // Nothing happens before it is confirmed.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(withdrawButton(page)).toBeFocused();
  await expectBalance(page, 299);

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(confirmButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    dialog(page).getByRole('heading', { name: 'Rétractation enregistrée' }),
  ).toBeFocused();
  await expect(dialog(page)).toContainText(/Vous avez renoncé à 299\s+crédits\. 4,97\s+€/);
  await expectBalance(page, 0);
  const saved = page.waitForEvent('download');
  await dialog(page)
    .getByRole('button', { name: /^Accusé de réception/ })
    .click();
  const receipt = await saved;
  expect(receipt.suggestedFilename()).toBe(`retractation_${bought}.pdf`);
  const words = await wordsOf(receipt);
  expect(words).toMatch(/4,97 €/);
  expect(words).toMatch(/299/);
  await dialog(page).getByRole('button', { name: 'Fermer' }).click();
  await expect(history(page).getByRole('heading', { name: 'Vos achats' })).toBeFocused();

  await expect(withdrawButton(page)).toHaveCount(0);
  await expect(history(page)).toContainText(
    /Rétractation du \d{1,2}(er)?\s+\S+\s+\d{4}\s+: 299\s+crédits, 4,97\s+€\. Remboursement envoyé le/,
  );
  await expect(history(page)).toContainText(/dont 4,97\s+€ remboursés/);
  const note = page.waitForEvent('download');
  await history(page)
    .getByRole('button', { name: /^(Télécharger l’a|A)voir de 4,97/ })
    .click();
  expect(await wordsOf(await note)).toMatch(/[Aa]voir/);
  await page.reload();
  await expect(history(page).getByRole('button', { name: /^Accusé de réception/ })).toBeVisible();
  await expectBalance(page, 0);
});

test('declared in another tab already, it is the same withdrawal @variant', async ({
  page,
  context,
  signInAs,
}) => {
  const { id } = await signInAs();
  await buyPack(page, id, 'plan_basic');
  await page.goto('/profile#historique');
  await withdrawButton(page).click();
  const other = await context.newPage();
  await other.goto('/profile#historique');
  await withdrawButton(other).click();
  await confirmButton(other).click();
  await expectBalance(other, 0);
  // The first tab has heard of it: there is nothing to confirm any more.
  await expectBalance(page, 0);
  await expect(confirmButton(page)).toHaveCount(0);
  await expect(dialog(page)).toContainText('Il ne reste de cet achat aucun crédit à rembourser.');
});

const footerLink = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: 'Renoncer au contrat ici', exact: true });

test('signed in, a contract is two clicks from any page, and gone once withdrawn from', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const { id } = await signInAs({ name: 'Nora Lefèvre' });
  await buyPack(page, id, 'plan_basic');
  await page.goto(`/novel/${catalogue.mixed.novel.slug}`);
  await footerLink(page).click();
  const contracts = page.getByRole('region', { name: 'Vos achats' });
  await expect(contracts).toContainText(/F\d{4}-\d{6}/);
  await contracts.getByRole('button', { name: /^Renoncer au contrat ici/ }).click();
  await confirmButton(page).click();
  await expect(dialog(page)).toContainText(/Vous avez renoncé à 300\s+crédits/);
  await dialog(page).getByRole('button', { name: 'Fermer' }).click();
  await expect(contracts.getByRole('heading', { name: 'Vos achats' })).toBeFocused();
  await expect(contracts).toContainText('Aucun de vos achats');
});

test('signed out and without JavaScript, by keyboard at 360 px, a declaration is receipted and applied', async ({
  page,
  browser,
  baseURL,
  catalogue,
  signInAs,
}) => {
  test.setTimeout(120_000);
  const email = `nora-${crypto.randomUUID()}@exemple.test`;
  const { id } = await signInAs({ name: 'Nora Lefèvre', email });
  await buyPack(page, id, 'plan_basic');
  await page.goto('/retractation');
  const contracts = page.getByRole('region', { name: 'Vos achats' });
  await expect(contracts).toContainText(/facture/);
  const [number = ''] = /F\d{4}-\d{6}/.exec(await contracts.innerText()) ?? [];

  const context = await browser.newContext({
    ...{ javaScriptEnabled: false, baseURL: baseURL ?? '' },
    viewport: { width: 360, height: 740 },
  });
  const plain = await context.newPage();
  await plain.goto(`/novel/${catalogue.mixed.novel.slug}`);
  await footerLink(plain).press('Enter');
  await plain.getByLabel('Nom', { exact: true }).fill('lefevre nora');
  await plain.keyboard.press('Tab');
  await plain.keyboard.type(number);
  await plain.keyboard.press('Tab');
  await plain.keyboard.type('nora');
  await plain.keyboard.press('Enter');
  const address = plain.getByLabel('Adresse e-mail');
  await expect(address).toHaveAccessibleDescription(/adresse email valide/);
  await expect(address).toBeFocused();
  await address.fill(email);
  await plain.keyboard.press('Enter');
  await expect(plain.getByRole('main')).toContainText('Rien n’est encore déclaré.');
  await plain.getByRole('button', { name: 'Confirmer la rétractation' }).press('Enter');
  await expect(plain.getByRole('status')).toContainText(
    /arrivée le .*\sà\s\d\d:\d\d, heure de Paris/,
  );
  const saved = plain.waitForEvent('download');
  await plain.getByRole('button', { name: 'Télécharger l’accusé de réception' }).press('Enter');
  const words = await wordsOf(await saved);
  expect(words).toContain(number);
  expect(words).toContain('lefevre nora');
  await context.close();

  // Stripe pays with the next reconciliation; the credits are gone at once.
  await page.goto('/profile#historique');
  await expect(history(page)).toContainText(/Rétractation du .*: 300\s+crédits, 4,99\s+€/);
  await expectBalance(page, 0);
});

test('a declaration that fits no purchase waits for an admin, who notes the answer', async ({
  page,
  signInAs,
  axe,
}) => {
  const name = `Inconnue ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/retractation');
  await page.getByLabel('Nom', { exact: true }).fill(name);
  await page.getByLabel('Numéro de facture').fill('mon pack de novembre');
  await page.getByLabel('Adresse e-mail').fill(`${crypto.randomUUID()}@exemple.test`);
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByRole('button', { name: 'Confirmer la rétractation' }).click();
  await expect(page.getByRole('status')).toContainText('Votre déclaration est arrivée');
  await axe();

  await signInAs({ name: 'La rédaction', role: 'admin' });
  await page.goto('/transfers');
  const row = page.getByRole('row', { name: `${name}, «\u00A0mon pack de novembre\u00A0»` });
  await expect(row).toContainText('Aucune facture n’a ce numéro.');
  await row.getByRole('button', { name: /^Noter la réponse/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Ce qui a été répondu').fill('Écrit le jour même.');
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(row).toContainText('Répondu par La rédaction');
});

import { readFile } from 'node:fs/promises';
import { buyPack } from './credits.ts';
import { expect, test } from './fixtures.ts';

test('a reader downloads all data held about them', async ({ page, signInAs }) => {
  const { id } = await signInAs({ name: 'Inès Vidal' });
  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Mes données' });
  const downloading = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Télécharger mes données' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^mes-donnees-feuilleton_\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>;
  expect(data.account).toMatchObject([{ id, name: 'Inès Vidal' }]);
  await expect(section.getByRole('status')).toHaveText('Vos données sont téléchargées.');
});

test('an account is deleted after its consequences were shown and a word was typed', async ({
  page,
  signInAs,
  axe,
}) => {
  const { id } = await signInAs({ name: 'Inès Vidal', role: 'author' });
  await buyPack(page, id, 'plan_basic');
  await page.goto('/profile');
  const opener = page.getByRole('button', { name: 'Supprimer mon compte' });
  await opener.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Supprimer mon compte' })).toBeFocused();
  await expect(dialog).toContainText(/300\s+crédits non dépensés seront perdus\./);
  await expect(dialog).toContainText('garder dix ans vos factures');
  await expect(dialog).toContainText('signés «\u00A0Compte supprimé\u00A0»');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }
  const word = dialog.getByLabel('Pour confirmer, tapez SUPPRIMER');
  const confirm = dialog.getByRole('button', { name: 'Supprimer pour de bon' });
  await word.fill('oui');
  await confirm.click();
  await expect(word).toHaveAccessibleDescription(/Tapez le mot SUPPRIMER pour confirmer\.$/);
  await expect(word).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(dialog).toContainText(/4,99\s+€ vous seraient remboursés/);
  await dialog.getByRole('link', { name: 'Renoncer au contrat ici' }).click();
  await expect(page).toHaveURL('/retractation');
  await page.goto('/profile');
  await opener.click();
  await word.fill('supprimer');
  await confirm.click();
  await expect(dialog.getByRole('heading', { name: 'Votre compte est supprimé.' })).toBeFocused();
  await axe();
  await dialog.getByRole('button', { name: 'Aller à l’accueil' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login\?retour=%2Fprofile/);
});

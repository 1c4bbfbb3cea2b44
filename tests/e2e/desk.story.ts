import { buyPack, expectBalance } from './credits.ts';
import { expect, test } from './fixtures.ts';
import { menuButton } from './sign-in.ts';

test('a complaint is answered: found by one field, refunded in part, and logged @both-widths', async ({
  page,
  signInAs,
  axe,
  expectFailure,
}, { project }) => {
  // A sum that is more than what is left.
  expectFailure(409);
  const name = `Odile Plainte ${project.name}`;
  const buyer = await signInAs({ name });
  const bought = await buyPack(page, buyer.id, 'plan_basic');
  await signInAs({ name: 'La rédaction', role: 'admin' });
  await page.goto('/moderation?depuis=un-signet');
  await expect(page).toHaveURL(/\/bureau\/moderation\?depuis=un-signet$/);
  await menuButton(page).click();
  await page.getByRole('menuitem', { name: 'Bureau' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Ce qui attend' })).toBeVisible();
  await axe();

  const find = async (text: string) => {
    await page.getByRole('searchbox', { name: /^Nom, e-mail/ }).fill(text);
    await page.getByRole('button', { name: 'Chercher' }).click();
  };
  await find(bought.slice(0, 8).toUpperCase());
  await expect(page.getByRole('link', { name: bought.slice(0, 8).toUpperCase() })).toBeVisible();
  await find(name);
  await expect(page.getByRole('link', { name: bought.slice(0, 8).toUpperCase() })).toBeVisible();
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }
  await page.getByRole('button', { name: 'Effacer le compte' }).click();
  const erasing = page.getByRole('dialog', { name: 'Effacer le compte' });
  await expect(
    erasing.getByRole('link', { name: /300\s+crédits non dépensés, 4,99\s€ à rembourser/ }),
  ).toBeVisible();
  await axe();
  await erasing.getByRole('button', { name: 'Annuler' }).click();
  await page.getByLabel('Note pour l’équipe').fill('A écrit ce matin\u00A0: chapitre illisible.');
  await page.getByRole('button', { name: 'Noter' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Note écrite.' })).toBeVisible();
  await expect(page.getByRole('row', { name: /chapitre illisible/ })).toContainText('La rédaction');

  await page.getByRole('link', { name: `Basique, ${bought.slice(0, 8).toUpperCase()}` }).click();
  await expect(page.getByRole('row', { name: /^Montant 4,99\s€ 4,99\s€$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Rembourser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rembourser' });
  await dialog.getByLabel('Montant en euros').fill('5');
  await dialog.getByLabel('Motif').fill('Chapitre illisible.');
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/^Il reste 4,99\s€ à rembourser/);
  await dialog.getByLabel('Montant en euros').fill('1,00');
  await expect(dialog.getByRole('status')).toHaveText(
    /^1,00\s€ rendus, 60\s+crédits non dépensés repris\.$/,
  );
  await axe();
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Remboursement demandé à Stripe.' }),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /^Remboursé 1,00\s€ 1,00\s€$/ })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }

  await page.getByRole('link', { name }).click();
  await page.getByRole('link', { name: 'Tout le journal de cette personne' }).click();
  const asked = page.getByRole('row', { name: /^Remboursement demandé à Stripe/ });
  await expect(asked).toContainText(/1,00\s€.*La rédaction.*Chapitre illisible\./);
  await expect(page.getByRole('row', { name: /^Crédits repris, remboursement/ })).toContainText(
    /300.*240/,
  );
  await axe();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger en CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^journal-feuilleton_.*\.csv$/);

  await signInAs({ id: buyer.id });
  await page.goto('/profile#historique');
  await expectBalance(page, 240);
});

test('support finds a person without a sum, and a reader finds no desk', async ({
  page,
  signInAs,
}) => {
  const buyer = await signInAs({ name: 'Rose Sanssomme' });
  await buyPack(page, buyer.id, 'plan_basic');
  await page.goto('/bureau');
  await expect(page.getByRole('alert')).toHaveText('Cette page est réservée à l’équipe.');
  const support = await signInAs({ name: 'Sacha', role: 'support' });
  await page.goto(`/bureau?vue=personne&id=${buyer.id}`);
  await expect(page.getByRole('row', { name: /Payée/ })).toBeVisible();
  await expect(page.getByText(/€|300/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Lever les verrous' })).toBeVisible();
  for (const name of ['Donner ou reprendre', 'Effacer', 'Exporter']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(page.getByRole('link', { name: 'Virements' })).toHaveCount(0);
  // On themselves they may do nothing but write a note.
  await page.goto(`/bureau?vue=personne&id=${support.id}`);
  await expect(page.getByRole('button', { name: 'Noter' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Lever les verrous' })).toHaveCount(0);
});

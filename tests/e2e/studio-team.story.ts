import { expect, test } from './fixtures.ts';
import { editorText, openNovel, saved } from './studio.ts';

test('an author invites a translator, who accepts, writes, and may not publish @variante', async ({
  page,
  signInAs,
  expectFailure,
  axe,
}) => {
  // What a translator's role refuses.
  expectFailure(403);
  const author = await signInAs({ role: 'author', name: 'Mathilde' });
  const chapter = { title: 'Un', text: 'La halle' };
  await openNovel(page, author, 'À plusieurs', [chapter]);
  await page.getByRole('link', { name: 'Équipe' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Équipe' })).toBeFocused();
  await page.getByLabel('Pour qui').fill('Léa, pour la traduction');
  await page.getByRole('button', { name: 'Créer un lien d’invitation' }).click();
  const link = page.getByText(/\/my-novels\?invitation=/);
  await expect(link).toBeVisible();
  await expect(page.getByText('Léa, pour la traduction')).toBeVisible();
  await axe();
  const address = new URL((await link.textContent()) ?? '');
  const invitation = address.pathname + address.search;

  await signInAs({ name: 'Léa' });
  await page.goto(invitation);
  await expect(page.getByText(/vous invite à travailler sur «\s*À plusieurs\s*»/)).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Accepter' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'À plusieurs' })).toBeVisible();
  await expect(page.getByText(/Traducteur : Lit les brouillons/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Publier/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Chiffres' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Un', exact: true }).click();
  await editorText(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' aux draps.');
  await expect(saved(page)).toBeVisible();
  await page.getByRole('button', { name: 'Publier…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Publier/ }).click();
  await expect(dialog.getByText(/Votre rôle sur ce roman ne permet pas cela/)).toBeVisible();
  await axe();
});

test('a link that is not valid says so', async ({ page, signInAs, expectFailure }) => {
  expectFailure(404);
  await signInAs();
  await page.goto(`/my-novels?invitation=${'A'.repeat(43)}`);
  await expect(page.getByText(/Cette invitation n’est plus valable/)).toBeVisible();
});

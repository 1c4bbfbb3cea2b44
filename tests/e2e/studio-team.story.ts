import { expect, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';
import { chooseOf, editorText, idInAddress, menuButton, openNovel, saved } from './studio.ts';

test('an author invites a translator, who accepts, writes, and may not publish @variant', async ({
  page,
  signInAs,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const author = await signInAs({ role: 'author', name: 'Mathilde' });
  const chapter = { title: 'Un', text: 'La halle' };
  await openNovel(page, author, 'À plusieurs', [chapter]);
  await page.getByRole('link', { name: 'Équipe' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Équipe' })).toBeFocused();
  await page.getByLabel('Rôle', { exact: true }).selectOption('Traducteur');
  await page.getByLabel('Pour qui').fill('Léa, pour la traduction');
  await page.getByRole('button', { name: 'Créer un lien d’invitation' }).click();
  const link = page.getByText(/\/my-novels\?vue=invitation#/);
  await expect(link).toBeVisible();
  await expect(page.getByText('Léa, pour la traduction', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Copier le lien' }).click();
  await expect(page.getByText('Lien copié.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await link.textContent());
  const { pathname, search, hash } = new URL(copied);

  await signInAs({ name: 'Léa' });
  await page.goto(pathname + search + hash);
  await expect(page.getByText(/vous invite à travailler sur «\s*À plusieurs\s*»/)).toBeVisible();
  // No server, log or other site learns the secret from the address.
  expect(page.url()).not.toContain(hash);
  await page.reload();
  await expect(page.getByText(/avec le compte de Léa/)).toBeVisible();
  await page.getByRole('button', { name: 'Accepter' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'À plusieurs' })).toBeVisible();
  await expect(page.getByText(/^Lit les brouillons, écrit/)).toBeVisible();
  await page.getByRole('button', { name: /^Menu du compte/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Mes Romans' })).toBeVisible();
  await page.keyboard.press('Escape');
  await menuButton(page, 'Un').click();
  await expect(page.getByRole('link', { name: 'Aperçu' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Publier|Supprimer)/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Chiffres' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Un', exact: true }).click();
  await editorText(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' aux draps.');
  await expect(saved(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Publi/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'À plusieurs' }).click();
  await chooseOf(page, 'Un', 'Partie…');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Premium')).toHaveCount(0);
  await dialog.getByLabel('Partie du livre').fill('Livre I');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText(/«\sUn\s» est enregistré/)).toBeVisible();
  // What the role may not change is not offered at its address either.
  await page.goto(`/my-novels?roman=${idInAddress(page, 'roman')}&vue=fiche`);
  await expect(page.getByRole('alert')).toContainText('Votre rôle sur ce roman');
  await expect(page.getByLabel('Titre', { exact: true })).toHaveCount(0);
});

test('a member finds an offered novel in their list, and its other screens beside the answer', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author', name: 'Mathilde' });
  const { novelId } = await openNovel(page, author, 'À reprendre', [{ title: 'Un', text: 'Mot.' }]);
  await page.getByRole('link', { name: 'Équipe' }).click();
  await page.getByLabel('Rôle', { exact: true }).selectOption('Éditeur');
  await page.getByRole('button', { name: 'Créer un lien d’invitation' }).click();
  const link = await page.getByText(/\/my-novels\?vue=invitation#/).textContent();
  const { pathname, search, hash } = new URL(link ?? '');

  const receiver = await signInAs({ role: 'author', name: 'Karim' });
  await page.goto(pathname + search + hash);
  await page.getByRole('button', { name: 'Accepter' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'À reprendre' })).toBeVisible();

  await signInAs({ id: author.id });
  await page.goto(`/my-novels?roman=${novelId}&vue=equipe`);
  await page.getByRole('button', { name: 'Céder le roman à Karim' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Proposer le roman' }).click();
  await expect(page.getByText('Roman proposé')).toBeVisible();

  await signInAs({ id: receiver.id });
  await page.goto('/my-novels');
  await page.getByRole('link', { name: /vous propose de reprendre ce roman/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Équipe' })).toBeFocused();
  await page.getByRole('button', { name: 'Reprendre le roman' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reprendre le roman' }).click();
  await expect(page.getByText('Ce roman est maintenant le vôtre.')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: /^Écrans de/ });
  const place = () => tabs.evaluate((line) => line.getBoundingClientRect().top + scrollY);
  const first = await place();
  for (const name of [
    'Chiffres',
    'Annonces',
    'Messages',
    'Fiche',
    'Équipe',
    'Exporter',
    'Chapitres',
  ]) {
    await tabs.getByRole('link', { name }).click();
    await expect(page.locator('.screen-head h2')).toBeFocused();
    await expect(tabs.locator('[aria-current]')).toHaveText(name);
    await expect(tabs.locator('[aria-current]')).toBeInViewport();
    // They stay where they are, with the screens below them.
    await expect.poll(place).toBe(first);
  }
});

test('an invitation waits in its tab until its reader has signed in @variant', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(404);
  const token = 'A'.repeat(43);
  await page.goto(`/my-novels?vue=invitation#${token}`);
  await page.waitForURL(/\/login/);
  expect(page.url()).not.toContain(token);
  await signInAs();
  await page.goto('/my-novels?vue=invitation');
  await expect(page.getByText(/Cette invitation n’est plus valable/)).toBeVisible();
});

test('a tab whose screen is late or cannot be loaded keeps the way to the others @variant', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  await openNovel(page, await signInAs({ role: 'author' }), 'Sur une ligne lente');
  const tabs = page.getByRole('navigation', { name: /^Écrans de/ });
  const current = tabs.locator('[aria-current]');
  await expect(current).toHaveText('Chapitres');

  const code = await holdCalls(page, /TeamScreen\.[\w-]+\.js$/);
  await tabs.getByRole('link', { name: 'Équipe' }).click();
  await expect.poll(() => code.bodies().length).toBe(1);
  await expect(current).toHaveText('Équipe');
  await expect(page.getByText('Chargement...')).toBeVisible();
  await code.release();
  await expect(page.getByRole('region', { name: 'Personnes' })).toBeVisible();

  expectFailure(/AnnouncementsScreen|ImportScreen|Failed to load resource|dynamically imported/);
  await page.route(/AnnouncementsScreen\.[\w-]+\.js$/, (route) => route.abort());
  await tabs.getByRole('link', { name: 'Annonces' }).click();
  await expect(page.getByText('Cette partie de la page n’a pas pu être affichée.')).toBeVisible();
  await tabs.getByRole('link', { name: 'Chapitres' }).click();
  await expect(page.getByRole('button', { name: 'Écrire un chapitre' })).toBeVisible();

  // A screen without tabs.
  await page.route(/ImportScreen\.[\w-]+\.js$/, (route) => route.abort());
  await page.goto('/my-novels?vue=import');
  await expect(page.getByRole('alert')).toContainText('n’a pas pu être affichée');
  await expect(page.getByRole('heading', { name: 'Importer un livre' })).toBeVisible();
});

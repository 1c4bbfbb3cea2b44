/** What somebody was writing when their session ended under it. */
import type { Page } from 'playwright/test';
import { handMadeToken } from '../lib/browser/hand-made-token.ts';
import { knock } from './challenges.ts';
import { endSessions } from './end-sessions.ts';
import { expect, test } from './fixtures.ts';
import { fillBilling, openModal, packCard, purchaseModal } from './purchase.ts';
import { addNovel } from './studio.ts';

const offer = (page: Page) => page.getByRole('group', { name: 'Texte gardé sur cet appareil' });
const take = (page: Page) => offer(page).getByRole('button', { name: 'Reprendre', exact: true });
const banner = (page: Page) => page.locator('.session-banner');
/** A chapter's last call by itself: one after the token ran out would leave before “Envoyer”. */
const ownCalls = (page: Page) => page.waitForResponse(/\/margin$/);
const storeToken = (page: Page, token: string) =>
  page.evaluate((value) => localStorage.setItem('auth_token', value), token);

/** Follows the way to the sign-in page as somebody who is signed in by now; it leads back. */
async function comeBack(page: Page, loginAddress: string, place: string | RegExp): Promise<void> {
  await page.goto(loginAddress);
  await expect(page).toHaveURL(place);
}

/** Until this page is closed, writes of others to IndexedDB wait behind one that does not end. */
const keepDiskBusy = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('feuilleton');
        opening.onsuccess = () => {
          const store = opening.result.transaction('texts', 'readwrite').objectStore('texts');
          const goOn = () => void (store.get('none').onsuccess = goOn);
          goOn();
          resolve();
        };
      }),
  );

test('a profile edit whose session ended is offered again to its author alone', async ({
  page,
  browser,
  signInAs,
  expectFailure,
  axe,
}) => {
  expectFailure(401);
  const person = await signInAs({ name: 'Inès Vidal' });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Biographie').fill('Trois heures de phrases.');
  await page.getByLabel('Mystère').check();
  await endSessions(browser, person);
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page).toHaveURL('/login?retour=%2Fprofile&motif=brouillon');
  await expect(page.getByRole('status')).toContainText('Votre session a pris fin.');
  const login = page.url();

  await signInAs({ name: 'Quelqu’un d’autre' });
  await comeBack(page, login, '/profile');
  await expect(page.getByRole('button', { name: 'Modifier' })).toBeVisible();
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expect(page.getByLabel('Biographie')).toHaveValue('');
  await expect(offer(page)).toHaveCount(0);

  await signInAs({ id: person.id });
  await comeBack(page, login, '/profile');
  await expect(offer(page)).toContainText('Trois heures de phrases.');
  await axe();
  await take(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Prénom')).toBeFocused();
  await expect(page.getByLabel('Biographie')).toHaveValue('Trois heures de phrases.');
  await expect(page.getByLabel('Mystère')).toBeChecked();
  const busy = await page.context().newPage();
  await busy.goto('/mentions-legales');
  await keepDiskBusy(busy);
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText('Profil mis à jour avec succès')).toBeVisible();
  await page.reload();
  await busy.close();
  await expect(page.getByText('Trois heures de phrases.')).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test('a comment whose token ran out is kept; home says why and leads back to it @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(/^comment: 0 TOKEN_EXPIRED/);
  const { id, name } = await signInAs({ name: `Nora ${crypto.randomUUID().slice(0, 8)}` });
  const path = `/chapter/${catalogue.mixed.free._id}`;
  const margin = ownCalls(page);
  await page.goto(path);
  const openComments = async () => {
    await page.getByRole('button', { name: /^Commentaires/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Commentaires' });
    await expect(dialog.getByLabel('Votre commentaire')).toBeVisible();
    return dialog;
  };
  const dialog = await openComments();
  await dialog.getByLabel('Votre commentaire').fill(`Une page entière, de ${name}.`);
  await margin;
  await storeToken(page, handMadeToken({ exp: 1 }));
  await dialog.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(banner(page)).toContainText('Token expiré');
  await expect(banner(page)).toContainText('gardé sur cet appareil');
  const login = await banner(page).getByRole('link', { name: 'Se connecter' }).getAttribute('href');

  await signInAs({ id });
  await comeBack(page, login ?? '', path);
  await expect(banner(page)).toHaveCount(0);
  await openComments();
  await expect(offer(page)).toContainText('Une page entière');
  await take(page).click();
  await expect(dialog.getByLabel('Votre commentaire')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(dialog.locator('[data-level="1"]', { hasText: `de ${name}.` })).toBeVisible();
  await expect(dialog.getByLabel('Votre commentaire')).toHaveValue('');
  await page.reload();
  await openComments();
  await expect(offer(page)).toHaveCount(0);
});

test('a stored draft survives another comment that is sent, and joins what is typed @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(/^comment: 0 TOKEN_EXPIRED/);
  const { id, name } = await signInAs({ name: `Cléo ${crypto.randomUUID().slice(0, 8)}` });
  const path = `/chapter/${catalogue.mixed.free._id}`;
  const dialog = page.getByRole('dialog', { name: 'Commentaires' });
  const field = dialog.getByLabel('Votre commentaire');
  const openComments = async () => {
    await page.goto(path);
    await page.getByRole('button', { name: /^Commentaires/ }).click();
    await expect(field).toBeVisible();
  };
  const margin = ownCalls(page);
  await openComments();
  await field.fill(`Gardé, de ${name}.`);
  await margin;
  await storeToken(page, handMadeToken({ exp: 1 }));
  await dialog.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(banner(page)).toContainText('gardé sur cet appareil');

  await signInAs({ id });
  await openComments();
  await expect(offer(page)).toContainText('Gardé');
  await field.fill(`Autre chose, de ${name}.`);
  await page.keyboard.press('Control+Enter');
  const sent = dialog.locator('[data-level="1"]', { hasText: `Autre chose, de ${name}.` });
  await expect(sent).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(offer(page)).toContainText('Gardé');
  await openComments();
  await expect(offer(page)).toContainText('Gardé');
  await field.fill('Et ceci.');
  await take(page).click();
  await expect(field).toHaveValue(`Gardé, de ${name}.\n\nEt ceci.`);
});

test('an answer whose session ended in the database is offered below what it answers @desktop @variant', async ({
  page,
  browser,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(401);
  expectFailure(/^comment: /);
  const person = await signInAs({ name: `Ada ${crypto.randomUUID().slice(0, 8)}` });
  const path = `/chapter/${catalogue.mixed.free._id}`;
  await page.goto(path);
  const dialog = page.getByRole('dialog', { name: 'Commentaires' });
  await page.getByRole('button', { name: /^Commentaires/ }).click();
  await dialog.getByLabel('Votre commentaire').fill(`Premier mot de ${person.name}`);
  await page.keyboard.press('Control+Enter');
  const thread = dialog.locator('[data-level="1"]', { hasText: `Premier mot de ${person.name}` });
  await thread.getByRole('button', { name: `Répondre à ${person.name}` }).click();
  await page.getByLabel(/^Votre réponse/).fill('Et la suite.');
  await endSessions(browser, person);
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('alert').first()).toContainText('gardé sur cet appareil');
  const way = dialog.getByRole('link', { name: 'Connectez-vous pour commenter' });
  const login = await way.getAttribute('href');
  await signInAs({ id: person.id });
  await comeBack(page, login ?? '', path);
  await page.getByRole('button', { name: /^Commentaires/ }).click();
  await expect(thread.getByRole('group')).toContainText('Et la suite.');
  await take(page).click();
  await expect(page.getByLabel(/^Votre réponse/)).toHaveValue('Et la suite.');
});

test('an item whose token is unreadable is stored, and can be declined @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const { id } = await signInAs();
  await page.goto('/add');
  await page.getByLabel('Nom*').fill('Lampe de lecture');
  await page.getByLabel('Description').fill('Avec un long câble.');
  await page.getByLabel('Prix*').fill('12.5');
  await storeToken(page, 'jeton');
  await page.getByRole('button', { name: 'Ajouter' }).click();
  await expect(page).toHaveURL('/');
  await expect(banner(page)).toContainText('Token invalide');
  const login = await banner(page).getByRole('link', { name: 'Se connecter' }).getAttribute('href');
  await signInAs({ id });
  await comeBack(page, login ?? '', '/add');
  await take(page).click();
  await expect(page.getByLabel('Nom*')).toBeFocused();
  await expect(page.getByLabel('Nom*')).toHaveValue('Lampe de lecture');
  await expect(page.getByLabel('Description')).toHaveValue('Avec un long câble.');
  await expect(page.getByLabel('Prix*')).toHaveValue('12.5');
  // Taken up and not saved: the page asks before it is left, and the offer stays.
  await page.goto('/add');
  await offer(page).getByRole('button', { name: 'Ne pas reprendre' }).click();
  await expect(page.getByLabel('Nom*')).toBeFocused();
  await expect(page.getByLabel('Nom*')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Nom*')).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test('a billing form whose session ended in the database is offered again @desktop @variant', async ({
  page,
  browser,
  signInAs,
  expectFailure,
}) => {
  expectFailure(401);
  const person = await signInAs();
  const order = async () => {
    const modal = await openModal(page);
    await packCard(modal, 'Pack Standard').getByRole('button', { name: 'Choisir' }).click();
    await packCard(modal, 'Pack Standard').getByRole('button', { name: 'Valider' }).click();
    return modal;
  };
  const modal = await order();
  await fillBilling(modal);
  await modal.getByLabel('Adresse', { exact: true }).fill('12 quai des Copistes');
  await endSessions(browser, person);
  await modal.getByRole('button', { name: 'Payer' }).click();
  await expect(banner(page)).toContainText('gardé sur cet appareil');
  await expect(purchaseModal(page)).toHaveCount(0);
  const login = await banner(page).getByRole('link', { name: 'Se connecter' }).getAttribute('href');
  await signInAs({ id: person.id });
  await comeBack(page, login ?? '', '/mentions-legales');
  await order();
  await take(page).click();
  await expect(modal.getByLabel('Nom complet')).toBeFocused();
  await expect(modal.getByLabel('Adresse', { exact: true })).toHaveValue('12 quai des Copistes');
  await expect(modal.getByLabel('Pays')).toHaveValue('Belgique');
  await expect(modal.getByRole('checkbox')).not.toBeChecked();
});

test('a novel’s form whose token ran out is offered again, in the light and in the dark @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const { id } = await signInAs({ role: 'author' });
  await page.goto('/my-novels?vue=nouveau');
  await page.getByLabel('Titre', { exact: true }).fill('Les Copistes');
  await page.getByLabel('Résumé').fill('Un scriptorium, la nuit.');
  const genres = page.getByRole('group', { name: 'Genres' });
  await genres.getByText('Aucun genre choisi').click();
  await page.getByLabel('Mystère').check();
  await storeToken(page, handMadeToken({ exp: 1 }));
  await page.getByRole('button', { name: 'Créer le roman' }).click();
  await expect(banner(page)).toContainText('Token expiré');
  const login = await banner(page).getByRole('link', { name: 'Se connecter' }).getAttribute('href');
  await signInAs({ id, role: 'author' });
  await comeBack(page, login ?? '', '/my-novels?vue=nouveau');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(offer(page)).toContainText('Les Copistes');
  }
  await take(page).click();
  await expect(page.getByLabel('Titre', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Titre', { exact: true })).toHaveValue('Les Copistes');
  await expect(page.getByLabel('Résumé')).toHaveValue('Un scriptorium, la nuit.');
  await expect(genres.locator('summary')).toHaveText('Mystère');
  await page.getByRole('button', { name: 'Créer le roman' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Les Copistes' })).toBeVisible();
  await page.goto('/my-novels?vue=nouveau');
  await expect(page.getByLabel('Titre', { exact: true })).toHaveValue('');
  await expect(offer(page)).toHaveCount(0);
});

test('what an author writes around chapters and to readers is offered again @desktop @variant', async ({
  page,
  signInAs,
}) => {
  test.setTimeout(120_000);
  page.on('dialog', (question) => void question.accept());
  const reader = await signInAs({ name: 'Zoé' });
  const author = await signInAs({ role: 'author' });
  const chapter = { title: 'Un', text: 'Le clocher sonna.', isPublished: true };
  const { novelId, chapterIds } = await addNovel(page, author, 'Le Môle', [chapter]);
  const [chapterId = ''] = chapterIds;
  const written = { userId: reader.id, chapterId, parentId: null, texts: ['Et après ?'] };
  await knock(page, 'comment', written);
  const studio = `/my-novels?roman=${novelId}`;
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const forms = [
    {
      path: `${studio}&vue=annonces`,
      open: async () => {
        await press('Nouvelle annonce');
        await page.getByLabel('Titre', { exact: true }).fill('Trois heures');
      },
      field: page.getByLabel('Texte', { exact: true }),
      shown: 'Trois heures',
      end: 'Publier l’annonce',
    },
    {
      path: `${studio}&vue=annonces`,
      field: page.getByLabel('Avant le texte'),
      end: 'Enregistrer les notes',
    },
    {
      path: `${studio}&chapitre=${chapterId}`,
      open: async () => {
        await page.getByText('Précédemment, personnages, notes et commentaires').click();
        await page.getByLabel('Note avant le texte', { exact: true }).selectOption('own');
      },
      field: page.getByLabel('Note avant le texte, pour ce chapitre'),
      end: 'Enregistrer les notes',
    },
    {
      path: `${studio}&vue=messages`,
      open: () => press(/^Répondre/),
      field: page.getByLabel('Votre réponse à Zoé'),
      end: 'Envoyer',
    },
  ];
  for (const [index, { path, open, field, end, shown }] of forms.entries()) {
    const words = `Une phrase de trois heures, la ${index + 1}.`;
    await page.goto(path);
    await open?.();
    await field.fill(words);
    await storeToken(page, handMadeToken({ exp: 1 }));
    await press(end);
    await expect(banner(page)).toContainText('gardé sur cet appareil');
    const way = banner(page).getByRole('link', { name: 'Se connecter' });
    const login = await way.getAttribute('href');
    await signInAs({ id: author.id, role: 'author' });
    await comeBack(page, login ?? '', path);
    const kept = offer(page).filter({ hasText: shown ?? words });
    await kept.getByRole('button', { name: 'Reprendre', exact: true }).click();
    await expect(field).toHaveValue(words);
  }
});

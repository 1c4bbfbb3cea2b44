import type { Page } from 'playwright/test';
import { signInAgain } from './devices.ts';
import { expect, rememberChoice, test } from './fixtures.ts';
import { menuButton, signIn } from './sign-in.ts';

const editButton = (page: Page) => page.getByRole('button', { name: 'Modifier' });
const everywhere = (page: Page) => page.getByRole('button', { name: 'Se déconnecter partout' });
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'));

async function openForm(page: Page): Promise<void> {
  await page.goto('/profile');
  await editButton(page).click();
}

test('what one changes is saved, announced, kept, and followed by the top bar @desktop', async ({
  page,
  signInAs,
}) => {
  await signInAs({ name: 'Inès Vidal' });
  await openForm(page);
  await expect(page.getByLabel('Prénom')).toBeFocused();
  await page.keyboard.type('Agathe');
  await page.getByLabel('Nom', { exact: true }).fill('Vidal-Roche');
  await page.getByLabel('Biographie').fill('Je lis\nle soir.');
  await page.getByLabel('Tranche de vie').check();
  await page.getByLabel('Mystère').check();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByRole('status').first()).toHaveText('Profil mis à jour avec succès');
  await expect(editButton(page)).toBeFocused();
  await expect(menuButton(page)).toHaveAccessibleName(/Agathe Vidal-Roche/);
  await page.reload();
  const card = page.getByRole('region', { name: 'Agathe Vidal-Roche' });
  await expect(card.getByRole('listitem')).toHaveText(['Mystère', 'Tranche de vie']);
  await expect(card).toContainText('le soir.');
});

test('what was changed and not saved is asked about before the page is left @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs({ name: 'Inès Vidal' });
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  const home = page.getByRole('banner').getByRole('link', { name: 'Feuilleton' });
  await openForm(page);
  await page.getByLabel('Biographie').fill('Pas encore enregistré.');
  await home.click();
  await expect.poll(() => questions).toEqual(['beforeunload']);
  await expect(page.getByLabel('Biographie')).toHaveValue('Pas encore enregistré.');
  await page.getByRole('button', { name: 'Annuler' }).click();
  await home.click();
  await expect(page).toHaveURL('/');
  expect(questions).toEqual(['beforeunload']);
});

test('what one writes is still there after one has signed in again in another tab @variant', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await signIn(page, 'Google', 'Hugo Bernard');
  const before = await storedToken(page);
  await openForm(page);
  await page.getByLabel('Biographie').fill('Pas encore enregistré.');
  const known = page.waitForResponse(
    (answer) => new URL(answer.url()).pathname === '/api/auth/user' && answer.ok(),
  );
  const other = await context.newPage();
  await other.goto('/api/auth/google');
  await other.getByRole('button', { name: 'Hugo Bernard' }).click();
  await known;
  expect(await storedToken(page)).not.toBe(before);
  await expect(page.getByLabel('Biographie')).toHaveValue('Pas encore enregistré.');
});

test('another session is ended from the list, and this one goes on', async ({
  page,
  browser,
  baseURL,
  signInAs,
  expectFailure,
}) => {
  expectFailure(401);
  const device = 'Edge sur Mac';
  const userAgent = 'Mozilla/5.0 (Macintosh) Chrome/130 Safari/537.36 Edg/130.0';
  const other = await browser.newContext({ baseURL: baseURL ?? '', userAgent });
  await rememberChoice(other);
  const otherPage = await other.newPage();
  await signInAgain(otherPage, await signInAs({ name: 'Inès Vidal' }));
  await page.goto('/profile');
  const sessions = page.getByRole('region', { name: 'Mes sessions' });
  const current = sessions.getByRole('listitem').filter({ hasText: 'Cet appareil' });
  await expect(current).toHaveCount(1);
  await expect(current.getByRole('button')).toHaveCount(0);
  const ended = sessions.getByRole('listitem').filter({ hasText: device });
  await expect(ended).toContainText(/Dernier usage\s: \d{1,2}(?:er)?\s\S+\s\d{4}/);
  await ended.getByRole('button', { name: `Déconnecter ${device}` }).click();
  await expect(sessions.getByRole('status')).toHaveText(
    new RegExp(`^Session terminée\\s: ${device}`),
  );
  await expect(ended).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Mes sessions' })).toBeFocused();
  await otherPage.goto('/profile');
  await expect(otherPage).toHaveURL(/\/login\?retour=%2Fprofile&motif=session$/);
  await page.reload();
  await expect(current).toHaveCount(1);
  await other.close();
});

test('“Se déconnecter partout” asks first, then forgets the person and goes home @desktop', async ({
  page,
  request,
  signInAs,
}) => {
  const { token, cookie } = await signInAs({ name: 'Inès Vidal' });
  await page.goto('/profile');
  await everywhere(page).click();
  const dialog = page.getByRole('dialog', { name: /Se déconnecter partout/ });
  await expect(dialog.getByRole('button', { name: 'Annuler' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(everywhere(page)).toBeFocused();
  expect(await storedToken(page)).toBe(token);

  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Se déconnecter partout' }).click();
  await page.waitForURL('/');
  await expect(page.getByRole('link', { name: 'Se connecter' })).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('session_summary'))).toBeNull();
  const answer = await request.get('/api/auth/user', {
    headers: { 'x-auth-token': token, cookie: `${cookie.name}=${cookie.value}` },
  });
  expect(answer.status()).toBe(401);
});

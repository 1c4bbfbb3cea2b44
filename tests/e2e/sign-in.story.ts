import type { Page } from 'playwright/test';
import { z } from 'zod';
import { paths } from '#shared/site/paths.ts';
import { controlUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { goToProvider, menuButton, signIn, signOut } from './sign-in.ts';

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'));
const signInLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Se connecter' });

for (const [provider, tag] of [
  ['Google', ''],
  ['Apple', ' @variant'],
] as const) {
  test(`signing in with ${provider} leads back to where one was, the first time and again`, async ({
    page,
    catalogue,
  }) => {
    const path = `/novel/${catalogue.mixed.novel.slug}`;
    await page.goto(path);
    await signInLink(page).click();
    await expect(page).toHaveURL(new RegExp(`/login\\?retour=${encodeURIComponent(path)}$`));
    await signIn(page, provider, 'Hugo Bernard');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.locator('.top-bar')).toContainText('12');
    // What the page is still asking for would be refused once the session has ended.
    await page.waitForLoadState('networkidle');
    await signOut(page);
    await expect(signInLink(page)).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    await signInLink(page).click();
    await signIn(page, provider, 'Hugo Bernard');
    await expect(menuButton(page)).toHaveAccessibleName(/Hugo Bernard/);
  });

  test(`who refuses at ${provider} is told so and can try again${tag}`, async ({ page }) => {
    await page.goto('/login?retour=%2Fprofile');
    await goToProvider(page, provider);
    await page.getByRole('button', { name: 'Refuser' }).click();
    await expect(page.getByRole('status')).toContainText('La connexion a été annulée');
    expect(await storedToken(page)).toBeNull();
    await signIn(page, provider, 'Camille Roux');
    await expect(page).toHaveURL(/\/profile$/);
  });
}

test('of two people who sign in in two tabs, the one who comes last is signed in @variant', async ({
  page,
  expectFailure,
  context,
}) => {
  // Of a tab that was left behind the secret may be renewed already.
  expectFailure(401);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/login');
    await goToProvider(tab, 'Google');
  }
  await page.getByRole('button', { name: 'Hugo Bernard' }).click();
  await expect(menuButton(page)).toHaveAccessibleName(/Hugo Bernard/);
  await other.getByRole('button', { name: 'Camille Roux' }).click();
  for (const tab of [other, page]) {
    await expect(menuButton(tab)).toHaveAccessibleName(/Camille Roux/);
  }
});

test('a member of staff signs in by a link, once', async ({ page, request, expectFailure }) => {
  expectFailure(410);
  const made = await request.post(`${controlUrl()}/staff-link`, {
    data: { email: 'camille@maison.test' },
  });
  const { token } = z.object({ token: z.string() }).parse(await made.json());
  await page.goto(paths.staffLink(token));
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL('/');
  await expect(menuButton(page)).toHaveAccessibleName(/Camille Martin/);
  await page.goto(paths.staffLink(token));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ce lien ne fonctionne plus');
});

test('a protected page leads to the sign-in page and back', async ({ page }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login\?retour=%2Fprofile&motif=connexion$/);
  await expect(page.getByRole('status')).toContainText('Connectez-vous pour continuer.');
  await signIn(page, 'Google', 'Hugo Bernard');
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a link with somebody else’s token signs nobody in, and nobody out', async ({
  page,
  browser,
  signInAs,
  expectFailure,
  baseURL,
}) => {
  expectFailure(401);
  const attacker = await signInAs({ name: 'Autre Personne' });
  const link = `/auth/success?accessToken=${attacker.token}`;

  const stranger = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await stranger.goto(link);
  await expect(stranger).toHaveURL(/\/login/);
  expect(await storedToken(stranger)).toBeNull();
  await stranger.context().close();

  await page.context().clearCookies();
  const victim = await signInAs({ name: 'Nora Lefèvre' });
  const refused = page.waitForResponse(
    (answer) => new URL(answer.url()).pathname === '/api/auth/user' && answer.status() === 401,
  );
  const arrived = page.waitForRequest((asked) => new URL(asked.url()).pathname === '/login');
  await page.goto(link);
  await refused;
  await arrived;
  // The sign-in page leads on who is signed in.
  await expect(page).toHaveURL('/');
  await expect(menuButton(page)).toHaveAccessibleName(/Nora Lefèvre/);
  expect(await storedToken(page)).toBe(victim.token);
});

test('the token leaves the address bar and the history at once', async ({
  page,
  expectFailure,
}) => {
  // Going back leads to the provider's page, which is over.
  expectFailure(410);
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.goto('/login');
  await signIn(page, 'Google', 'Camille Roux');
  expect(addresses.at(-1)).not.toContain('accessToken');
  await page.goBack();
  await page.waitForLoadState();
  expect(page.url()).not.toContain('accessToken');
});

import type { Page } from 'playwright/test';
import { handMadeToken } from '../lib/browser/hand-made-token.ts';
import { expect, sentAlone, test } from './fixtures.ts';

const google = (page: Page) => page.getByRole('link', { name: 'Continuer avec Google' });
const apple = (page: Page) => page.getByRole('link', { name: 'Continuer avec Apple' });
const providers = (page: Page) => page.getByRole('link', { name: /^Continuer avec/ });
const signInLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Se connecter' });
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'));

test.describe('as it is sent', () => {
  test.use(sentAlone);

  test('the sign-in page offers both providers and keeps the way back', async ({
    page,
    catalogue,
  }) => {
    const path = `/novel/${catalogue.mixed.novel.slug}`;
    await page.goto(path);
    await signInLink(page).click();
    const retour = encodeURIComponent(path);
    await expect(page).toHaveURL(`/login?retour=${retour}`);
    await expect(providers(page)).toHaveText(['Continuer avec Google', 'Continuer avec Apple']);
    await expect(google(page)).toHaveAttribute('href', `/api/auth/google?retour=${retour}`);
    await expect(apple(page)).toHaveAttribute('href', `/api/auth/apple?retour=${retour}`);
    await expect(signInLink(page)).toHaveCount(0);
    await expect(page.getByRole('status')).toHaveCount(0);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    for (const [name, address] of [
      ['conditions générales', '/conditions-generales'],
      ['politique de confidentialité', '/politique-confidentialite'],
    ] as const) {
      const link = page.getByRole('main').getByRole('link', { name });
      await expect(link).toHaveAttribute('href', address);
    }
  });

  test('register leads to the sign-in page, says why, and keeps the way back', async ({ page }) => {
    await page.goto('/register?retour=%2Fprofile');
    await expect(page).toHaveURL('/login?retour=%2Fprofile&motif=inscription');
    await expect(page.getByRole('status')).toHaveText(
      "L'inscription directe n'est plus disponible. Veuillez utiliser Google ou Apple pour vous connecter.",
    );
    await expect(google(page)).toHaveAttribute('href', '/api/auth/google?retour=%2Fprofile');
  });

  test('an unknown reason in the address shows no message @variant', async ({ page }) => {
    for (const reason of ['nimporte', 'constructor', '%3Cb%3E']) {
      await page.goto(`/login?motif=${reason}`);
      await expect(google(page)).toBeVisible();
      await expect(page.getByRole('status')).toHaveCount(0);
    }
  });

  test('the provider named in the address stands first @variant', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByText('Vous aviez choisi')).toHaveCount(0);
    await page.goto('/login?provider=apple');
    await expect(providers(page)).toHaveText(['Continuer avec Apple', 'Continuer avec Google']);
    await expect(page.getByText('Vous aviez choisi Apple.')).toBeVisible();
  });

  test('account pages say without JavaScript that one is not signed in, and where to sign in @variant', async ({
    page,
  }) => {
    for (const path of ['/profile', '/my-novels', '/payment', '/payment/success']) {
      await page.goto(path);
      // Playwright finds no text within a noscript element, but its children.
      await expect(page.locator('main noscript p').first()).toHaveText("Vous n'êtes pas connecté.");
      await expect(page.locator('main noscript a')).toHaveAttribute(
        'href',
        `/login?retour=${encodeURIComponent(path)}`,
      );
    }
  });
});

test('account pages lead a visitor to the sign-in page, which keeps the way back', async ({
  page,
}) => {
  for (const path of [
    '/profile#historique',
    '/payment',
    '/payment/success?session_id=cs_test_1',
    '/my-novels',
    '/add',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?retour=${encodeURIComponent(path)}&motif=connexion`);
  }
});

test('the sign-in page redirects a signed-in reader', async ({ page, signInAs }) => {
  await signInAs();
  await page.goto('/login?retour=%2Fmentions-legales');
  await expect(page).toHaveURL('/mentions-legales');
});

test('the sign-in page follows a sign-in in another tab @variant', async ({
  context,
  signInAs,
}) => {
  const waiting = await context.newPage();
  await waiting.goto('/login?retour=%2Fmentions-legales');
  await expect(google(waiting)).toBeVisible();
  await signInAs();
  await expect(waiting).toHaveURL('/mentions-legales');
});

test.describe('the page of arrival', () => {
  test('is neither cached nor sent as a referrer @variant', async ({ request }) => {
    const answer = await request.get('/auth/success?accessToken=jeton');
    expect(answer.headers()['cache-control']).toBe('no-store');
    expect(answer.headers()['referrer-policy']).toBe('no-referrer');
    const html = await answer.text();
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('jeton');
  });

  test('leads to the sign-in page without a token', async ({ page }) => {
    await page.goto('/auth/success?retour=%2Fprofile');
    await expect(page).toHaveURL('/login?retour=%2Fprofile');
  });

  test('refuses a token that is unreadable, expired or unsigned, and stores nothing @variant', async ({
    page,
    expectFailure,
  }) => {
    expectFailure(401);
    for (const [token, sentence] of [
      ['jeton', 'Invalid authentication token'],
      [handMadeToken({ exp: 1 }), 'Cette connexion a expiré ou a déjà servi.'],
      [handMadeToken({ exp: 4e9 }), 'La connexion n’a pas pu être vérifiée.'],
    ] as const) {
      await page.goto(`/auth/success?accessToken=${token}`);
      await expect(page.getByRole('status')).toContainText(sentence);
      expect(page.url()).toContain('/login');
      expect(await storedToken(page)).toBeNull();
    }
  });

  test('reports an outage and can be tried again @variant', async ({
    page,
    signInAs,
    expectFailure,
  }) => {
    expectFailure('/api/auth/user');
    const { token } = await signInAs();
    await page.evaluate(() => localStorage.clear());
    await page.route('**/api/auth/user', (route) => route.abort('internetdisconnected'));
    await page.goto(`/auth/success?accessToken=${token}&retour=%2Fmentions-legales`);
    await expect(page.getByRole('alert')).toContainText('Aucune réponse reçue du serveur');
    await expect(page).toHaveURL('/auth/success');
    expect(await storedToken(page)).toBeNull();
    await page.unroute('**/api/auth/user');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page).toHaveURL('/mentions-legales');
    expect(await storedToken(page)).toBe(token);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test('says that it needs JavaScript @variant', async ({ page }) => {
      await page.goto('/auth/success?accessToken=jeton');
      // Not by text: Playwright does not look into noscript.
      const message = page.locator('noscript p');
      await expect(message).toBeVisible();
      await expect(message).toContainText('La connexion se termine avec JavaScript');
      await expect(message.locator('a')).toHaveAttribute('href', '/');
      await expect(page.locator('.spinner')).toBeHidden();
    });
  });
});

import type { Page, Request } from 'playwright/test';
import { handMadeToken } from '../lib/browser/hand-made-token.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { menuButton, signOut } from './sign-in.ts';

const signInLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Se connecter' });
const banner = (page: Page) => page.locator('.session-banner');
const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);
const bannerMs = 15_000;

/** Puts a token where a visit before would have left it, on a page without scripts. */
async function leaveToken(page: Page, token: string): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token);
}

/** Notes the calls that the page makes to this path. */
function callsTo(page: Page, path: string): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request);
  });
  return calls;
}

test('an unreadable stored token is deleted, and a banner says so for 15 seconds', async ({
  page,
  axe,
}) => {
  await page.clock.install();
  await leaveToken(page, 'jeton');
  await page.goto('/mentions-legales');
  await expect(page.getByRole('alert')).toContainText('Session expired, please login again');
  expect(await stored(page, 'auth_token')).toBeNull();
  await axe();
  await page.clock.fastForward(bannerMs / 2);
  await expect(banner(page)).toBeVisible();
  await page.clock.fastForward(bannerMs / 2);
  await expect(banner(page)).toHaveCount(0);
});

test('an account page says why a reader whose session has ended must sign in @variant', async ({
  page,
}) => {
  await leaveToken(page, handMadeToken({ exp: 1 }));
  await page.goto('/profile');
  await expect(page).toHaveURL('/login?retour=%2Fprofile&motif=session');
  await expect(page.getByRole('status')).toHaveText(
    'Votre session a pris fin. Veuillez vous reconnecter.',
  );
});

test('the banner can be closed, and stays while somebody is about to use it @desktop @variant', async ({
  page,
}) => {
  await page.clock.install();
  await leaveToken(page, 'jeton');
  await page.goto('/mentions-legales');
  const close = banner(page).getByRole('button', { name: 'Fermer' });
  await close.focus();
  await page.clock.fastForward(bannerMs + 1_000);
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(banner(page)).toHaveCount(0);
});

test('a rejected token is deleted, and the page stays @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure(401);
  expectFailure('TOKEN_INVALID');
  await leaveToken(page, handMadeToken({ exp: 4e9 }));
  const path = `/novel/${catalogue.mixed.novel.slug}`;
  await page.goto(path);
  await expect(signInLink(page)).toBeVisible();
  expect(await stored(page, 'auth_token')).toBeNull();
  await expect(page).toHaveURL(path);
});

test('a session that was ended elsewhere is noticed by the next change, which is refused @desktop', async ({
  page,
  browser,
  baseURL,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(401);
  expectFailure(/favourite/);
  const { token } = await signInAs();
  const path = `/novel/${catalogue.mixed.novel.slug}`;
  await page.goto(path);
  const favorite = page.getByRole('button', { name: 'Suivre', exact: true });
  await expect(favorite).toBeVisible();

  const storageState = await page.context().storageState();
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', storageState });
  const given = await elsewhere.request.get('/api/csrf-token');
  const { csrfToken } = (await given.json()) as { csrfToken: string };
  const ended = await elsewhere.request.delete('/api/auth/sessions', {
    headers: {
      'x-auth-token': token,
      'csrf-token': csrfToken,
      'x-client-token': given.headers()['x-client-token'] ?? '',
    },
  });
  expect(ended.ok()).toBe(true);
  await elsewhere.close();

  const changes = callsTo(page, `/api/novels/${catalogue.mixed.novel._id}/favorite`);
  await favorite.focus();
  await page.keyboard.press('Enter');
  await expect(signInLink(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Suivre', exact: true })).toBeFocused();
  await expect(menuButton(page)).toBeHidden();
  await expect(banner(page)).toContainText('Votre session a pris fin.');
  await expect(page).toHaveURL(path);
  expect(await stored(page, 'auth_token')).toBeNull();
  expect(changes).toHaveLength(1);
});

test('signing out tells the server, with both tokens, forgets, and goes home', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  const { token } = await signInAs();
  const csrfCalls = callsTo(page, '/api/csrf-token');
  const logouts = callsTo(page, '/api/auth/logout');
  await page.goto('/mentions-legales');
  await signOut(page);
  await expect(page).toHaveURL('/');
  await expect(signInLink(page)).toBeVisible();
  expect(await stored(page, 'auth_token')).toBeNull();
  expect(await stored(page, 'session_summary')).toBeNull();
  expect(csrfCalls).toHaveLength(1);
  expect(logouts).toHaveLength(1);
  expect(logouts[0]?.method()).toBe('POST');
  expect(logouts[0]?.headers()).toMatchObject({
    'x-auth-token': token,
    'x-client-token': await stored(page, 'client_token'),
    'csrf-token': await stored(page, 'csrf_token'),
  });
  expectFailure(401);
  const answer = await page.request.get('/api/auth/user', { headers: { 'x-auth-token': token } });
  expect(answer.status()).toBe(401);
});

test('signing out works without a server @variant', async ({ page, signInAs, expectFailure }) => {
  expectFailure(/ERR_INTERNET_DISCONNECTED|CSRF token unobtainable/);
  await signInAs();
  await page.goto('/mentions-legales');
  await expect(menuButton(page)).toBeVisible();
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await signOut(page);
  await expect(page).toHaveURL('/');
  expect(await stored(page, 'auth_token')).toBeNull();
});

test('a token that expires while the page is open is not sent @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto('/mentions-legales');
  await expect(menuButton(page)).toBeVisible();
  await page.evaluate(
    (token) => localStorage.setItem('auth_token', token),
    handMadeToken({ exp: 1 }),
  );
  const logouts = callsTo(page, '/api/auth/logout');
  await signOut(page);
  await expect(page).toHaveURL('/');
  expect(await stored(page, 'auth_token')).toBeNull();
  expect(logouts).toEqual([]);
});

test('a refused CSRF token is replaced and the change sent once more, under a banner @variant', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  await signInAs();
  await page.goto('/mentions-legales');
  const csrfCalls = callsTo(page, '/api/csrf-token');
  let attempts = 0;
  await page.route('**/api/auth/logout', async (route) => {
    attempts += 1;
    if (attempts === 1)
      return route.fulfill({ status: 403, json: { error: 'CSRF_VALIDATION_ERROR' } });
    await expect(page.getByRole('alert')).toContainText('Session expirée');
    await expect(page.getByRole('alert')).toContainText('Tentative de rétablissement...');
    await expect(page.getByRole('button', { name: 'Rafraîchir la session' })).toBeVisible();
    return route.continue();
  });
  await signOut(page);
  await expect(page).toHaveURL('/');
  expect(attempts).toBe(2);
  expect(csrfCalls).toHaveLength(2);
});

/** Told by its words, where the code is another (specification, section 7). */
const refusal = { error: 'AUTRE_CODE', message: 'invalid CSRF token' };

test('the reader can renew the session where the form key is refused @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
  axe,
}) => {
  expectFailure(403);
  expectFailure(refusal.message);
  expectFailure(/favourite/);
  await signInAs();
  await page.clock.install();
  await page.goto(`/novel/${catalogue.mixed.novel.slug}`);
  await page.route('**/favorite', (route) => route.fulfill({ status: 403, json: refusal }));
  const csrfCalls = callsTo(page, '/api/csrf-token');
  await page.getByRole('button', { name: 'Suivre', exact: true }).click();
  const refresh = page.getByRole('button', { name: 'Rafraîchir la session' });
  await expect(page.getByRole('alert')).toContainText('Session expirée');
  await expect(page.getByRole('alert')).not.toContainText('Tentative de rétablissement...');
  expect(csrfCalls).toHaveLength(2);
  await axe();
  await refresh.click();
  await expect(page.getByRole('alert')).toContainText('Session rétablie.');
  expect(csrfCalls).toHaveLength(3);
  await expect(refresh).toHaveCount(0);
  await page.mouse.move(0, 700);
  await page.clock.fastForward(bannerMs);
  await expect(banner(page)).toHaveCount(0);
});

test('the page is loaded anew where the session cannot be renewed @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  expectFailure(/favourite|csrf-token|CSRF token unobtainable/);
  await signInAs();
  await page.goto(`/novel/${catalogue.mixed.novel.slug}`);
  // A browser without a client token would be given one first, and would send once more for it.
  await expect.poll(() => stored(page, 'client_token')).not.toBeNull();
  await page.route('**/api/csrf-token', (route) => route.abort('internetdisconnected'));
  const favorites = callsTo(page, `/api/novels/${catalogue.mixed.novel._id}/favorite`);
  await page.getByRole('button', { name: 'Suivre', exact: true }).click();
  const refresh = page.getByRole('button', { name: 'Rafraîchir la session' });
  await expect(refresh).toBeVisible();
  // Sent all the same, without the token that could not be had (specification, section 7).
  await expect.poll(() => favorites.length).toBe(2);
  expect(favorites[0]?.headers()).not.toHaveProperty('csrf-token');
  const loaded = page.waitForEvent('load');
  await refresh.click();
  await loaded;
  await expect(banner(page)).toHaveCount(0);
});

test('a client token that the server no longer knows is replaced in silence @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  await signInAs();
  await page.goto(`/novel/${catalogue.mixed.novel.slug}`);
  const favorite = page.getByRole('button', { name: 'Suivre', exact: true });
  await expect(favorite).toBeVisible();
  await page.evaluate(() => localStorage.setItem('client_token', 'forged.token'));
  const path = `/api/novels/${catalogue.mixed.novel._id}/favorite`;
  const done = page.waitForResponse(
    (response) => new URL(response.url()).pathname === path && response.ok(),
  );
  await favorite.click();
  await done;
  expect(await stored(page, 'client_token')).toMatch(/^[0-9a-f-]{36}\./);
  await expect(banner(page)).toHaveCount(0);
});

test('during an outage the top bar shows the last known user @variant', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(503);
  await signInAs({ name: 'Nora Lefèvre' });
  await page.route('**/api/auth/user', (route) => route.fulfill({ status: 503, body: 'panne' }));
  await page.goto('/mentions-legales');
  await menuButton(page).click();
  await expect(page.getByRole('menuitem', { name: 'Déconnexion' })).toBeVisible();
  expect(await stored(page, 'auth_token')).not.toBeNull();
});

test('a signed-in reader never sees the signed-out bar, and nothing shifts', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.addInitScript(() => {
    const looks = new Set<string>();
    Reflect.set(window, 'seenLooks', looks);
    const look = () => {
      const link = document.querySelector('.sign-in');
      if (link) looks.add(getComputedStyle(link).display);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (const path of ['/', '/mentions-legales']) {
    await page.goto(path);
    await expect(menuButton(page)).toBeVisible();
    const looks = await page.evaluate(() => [...(Reflect.get(window, 'seenLooks') as Set<string>)]);
    expect(looks, path).toEqual(['none']);
    expect(await layoutShift(page), path).toBeLessThanOrEqual(shiftMax);
  }
});

test('a visitor downloads no script for signed-in readers', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  await page.goto('/mentions-legales', { waitUntil: 'networkidle' });
  expect(scripts.length).toBeGreaterThan(0);
  const small = /\/(BarePage\.astro_|SiteNav\.astro_|site-in-use\.|suggest-on-focus\.)[^/]*\.js$/;
  expect(scripts.filter((address) => !small.test(address))).toEqual([]);
});

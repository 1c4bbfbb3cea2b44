import type { BrowserContext, Page } from 'playwright/test';
import { analyticsSource as source, siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';

/** The empty site is the one with a measuring script. */
test.use({ hasChosen: false });

const site = siteUrl('empty');
const script = `window.measured = (window.measured ?? 0) + 1;
  fetch('https://mesure.example/hit', { method: 'POST' });`;

const measured = (page: Page) => page.evaluate(() => Reflect.get(window, 'measured') as unknown);
const button = (page: Page, name: string) => page.getByRole('button', { name });

/** Plays the measuring host. @returns what it is asked for. */
async function play(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route('https://mesure.example/**', async (route) => {
    const address = route.request().url();
    asked.push(address);
    await route.fulfill({
      body: address === source ? script : '',
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  return asked;
}

test('the audience is measured only after consent @desktop @slow', async ({ page, context }) => {
  const asked = await play(context);
  await page.goto(`${site}/mentions-legales`);
  await expect(button(page, 'Tout accepter')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await button(page, 'Tout accepter').click();
  await expect.poll(() => asked).toEqual([source, 'https://mesure.example/hit']);
  await page.goto(`${site}/conditions-generales`);
  await expect.poll(() => measured(page)).toBe(1);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((address) => address === source)).toHaveLength(2);
});

test('without consent, or after its withdrawal, nothing is measured @desktop @slow', async ({
  page,
  context,
}) => {
  const asked = await play(context);
  await page.goto(`${site}/mentions-legales`);
  await button(page, 'Accepter le minimum').click();
  await page.reload({ waitUntil: 'networkidle' });
  expect(asked).toEqual([]);

  await button(page, 'Gérer les cookies').click();
  const analytics = page.getByRole('switch', { name: 'Cookies analytiques' });
  await expect(analytics).toHaveAccessibleDescription(/chargé depuis mesure\.example/);
  await analytics.check();
  await button(page, 'Enregistrer mes préférences').click();
  await expect.poll(() => measured(page)).toBe(1);

  await button(page, 'Gérer les cookies').click();
  await expect(analytics).toBeChecked();
  await analytics.uncheck();
  await button(page, 'Enregistrer mes préférences').click();
  const before = asked.length;
  await page.reload({ waitUntil: 'networkidle' });
  expect(asked).toHaveLength(before);
  await expect(button(page, 'Tout accepter')).toBeHidden();
});

test('consent given before this script, or for another, is asked for again @desktop @slow', async ({
  page,
  context,
}) => {
  const asked = await play(context);
  const consent = {
    necessary: true,
    analytics: true,
    preferences: true,
    marketing: true,
    accepted: '2025-03-20T08:00:00.000Z',
  };
  await page.goto(`${site}/favicon.svg`);
  await page.evaluate((text) => {
    localStorage.setItem('cookieConsent', text);
    localStorage.setItem('analytics_agreed', 'https://autre.example/m.js');
  }, JSON.stringify(consent));
  await page.goto(`${site}/mentions-legales`, { waitUntil: 'networkidle' });
  await expect(button(page, 'Tout accepter')).toBeVisible();
  expect(asked).toEqual([]);
  await button(page, 'Tout accepter').click();
  await expect.poll(() => measured(page)).toBe(1);
});

test('the page whose address holds a token is not measured @desktop @slow', async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure(/ERR_FAILED/);
  const asked = await play(context);
  await page.goto(`${site}/mentions-legales`);
  await button(page, 'Tout accepter').click();
  await expect.poll(() => measured(page)).toBe(1);
  const before = asked.length;
  // Without an answer it stays where it is.
  await context.route(`${site}/api/**`, (route) => route.abort());
  const claims = btoa(JSON.stringify({ sub: 'someone', exp: 4_000_000_000 }));
  await page.goto(`${site}/auth/success?accessToken=e30.${claims}.signature`);
  await expect(button(page, 'Réessayer')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toHaveLength(before);
});

test('a page whose link holds a secret is not measured @desktop @slow', async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure(404);
  expectFailure(410);
  const asked = await play(context);
  await page.goto(`${site}/mentions-legales`);
  await button(page, 'Tout accepter').click();
  await expect.poll(() => measured(page)).toBe(1);
  const before = asked.length;
  for (const path of ['/acces?jeton=secret', '/desabonnement/secret']) {
    await page.goto(site + path, { waitUntil: 'networkidle' });
  }
  expect(asked).toHaveLength(before);
});

test('the policy lets in the origin that is set, and none where none is @desktop @slow', async ({
  page,
  context,
}) => {
  const policyOf = async (address: string) => {
    const answer = await page.goto(address);
    const directives = ((await answer?.headerValue('content-security-policy')) ?? '').split(';');
    return (name: string) =>
      directives
        .map((directive) => directive.trim().split(/\s+/))
        .find(([first]) => first === name)
        ?.filter((value) => !value.startsWith("'sha256-"));
  };
  await play(context);
  const withOne = await policyOf(`${site}/mentions-legales`);
  expect(withOne('connect-src')).toEqual(['connect-src', "'self'", 'https://mesure.example']);
  expect(withOne('script-src')).toEqual(['script-src', "'self'", 'https://mesure.example']);
  const without = await policyOf('/mentions-legales');
  expect(without('connect-src')).toEqual(['connect-src', "'self'"]);
  expect(without('script-src')).toEqual(['script-src', "'self'"]);
});

test('the privacy policy names the host @desktop @slow', async ({ page, context }) => {
  await play(context);
  await page.goto(`${site}/politique-confidentialite`);
  await expect(page.getByRole('main')).toContainText('chargé depuis mesure.example');
});

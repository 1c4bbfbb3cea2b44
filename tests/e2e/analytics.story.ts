import { mkdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright/test';
import { build } from '#scripts/build.ts';
import { expect, test } from './fixtures.ts';

/**
 * The site built with a measuring script. Its legal pages are whole files, so that they are tried
 * without a server. In one worker: one build.
 */
test.describe.configure({ mode: 'default' });
test.use({ hasChosen: false });

const site = 'https://feuilleton.example';
const source = 'https://mesure.example/m.js?site=1';
// Below the project: what is built finds its packages. Emptied by the next run.
const folder = fileURLToPath(new URL('../../test-results/measured-site', import.meta.url));
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
const script = `window.measured = (window.measured ?? 0) + 1;
  fetch('https://mesure.example/hit', { method: 'POST' });`;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  await mkdir(folder, { recursive: true });
  await build({ ...process.env, FEUILLETON_MODE: 'demo', ANALYTICS_SRC: source }, folder);
});

const measured = (page: Page) => page.evaluate(() => Reflect.get(window, 'measured') as unknown);
const button = (page: Page, name: string) => page.getByRole('button', { name });

/** Serves the built files and plays the measuring host. @returns what that host is asked for. */
async function play(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route(`${site}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    const file = path === '/auth/success' ? '/mentions-legales' : path;
    const name = extname(file) ? file : `${file}.html`;
    await route.fulfill({
      body: await readFile(`${folder}/client${name}`),
      contentType: types[extname(name)] ?? 'image/svg+xml',
    });
  });
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

test('consent given before this script, or for another, is asked for anew @desktop @slow', async ({
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
}) => {
  const asked = await play(context);
  await page.goto(`${site}/mentions-legales`);
  await button(page, 'Tout accepter').click();
  await expect.poll(() => measured(page)).toBe(1);
  const before = asked.length;
  await page.goto(`${site}/auth/success?accessToken=secret`, { waitUntil: 'networkidle' });
  expect(asked).toHaveLength(before);
});

test('the policy lets in the origin that is set, and none where none is @desktop @slow', async ({
  page,
  context,
}) => {
  const policyOf = async (address: string) => {
    await page.goto(address);
    const meta = page.locator('meta[http-equiv="content-security-policy"]');
    const directives = ((await meta.getAttribute('content')) ?? '').split(';');
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

import type { Page } from 'playwright/test';
import { besidePorts } from './addresses.ts';
import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import {
  expectKept,
  expectWorker,
  offlineFailures,
  openFront,
  readAndInstall,
  readOn,
} from './offline-world.ts';
import { signIn } from './sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const bar = (page: Page) => page.getByRole('group', { name: 'Commandes de lecture' });
const text = (page: Page) => page.locator('.chapter-text');

test('no service worker is fetched before something was read @variant', async ({
  page,
  catalogue,
}) => {
  const asked: string[] = [];
  page.context().on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }));
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => /sw\.js|install/.test(path))).toEqual([]);
  await readOn(page);
  await expectWorker(page);
});

test('pages that were read open offline; others list what is stored offline', async ({
  page,
  catalogue,
  expectFailure,
  axe,
}) => {
  test.setTimeout(120_000);
  expectFailure(offlineFailures);
  const { novel } = catalogue.mixed;
  const [first, second] = novel.chapters;
  const path = `/chapter/${required(first, 'chapter')._id}`;
  await page.goto('/');
  await readAndInstall(page, path);
  // Fetched ahead, with where a reader comes back to.
  const nextPath = `/chapter/${required(second, 'second chapter')._id}`;
  for (const kept of [nextPath, '/', `/novel/${novel.slug}`, '/bibliotheque']) {
    await expectKept(page, kept);
  }
  await page.context().setOffline(true);

  await page.reload();
  await expect(text(page)).toBeVisible();
  await readOn(page);
  await bar(page).getByRole('button', { name: 'Nuit' }).click();
  await bar(page).getByRole('button', { name: 'Réglages' }).click();
  await expect(page.getByRole('dialog', { name: 'Réglages de lecture' })).toBeVisible();
  await page.keyboard.press('Escape');
  await bar(page)
    .getByRole('link', { name: /Chapitre suivant/ })
    .click();
  await expect(page).toHaveURL(new RegExp(nextPath));
  await expect(text(page)).toBeVisible();
  for (const kept of ['/', `/novel/${novel.slug}`, '/bibliotheque']) {
    await page.goto(kept);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }

  await page.goto('/genre');
  await expect(page.getByRole('heading', { name: 'Pas de connexion' })).toBeVisible();
  const kept = page.locator('[data-kept-readable]');
  await expect(kept.getByRole('heading', { name: novel.title })).toBeVisible();
  await axe();
  await kept.getByRole('link', { name: required(first, 'chapter').title }).click();
  await expect(text(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(path);
});

test('signing in with Google works while the worker is there @variant', async ({
  page,
  catalogue,
}) => {
  await readAndInstall(page, `/chapter/${catalogue.mixed.free._id}`);
  const callbacks: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().includes('/api/auth/google/callback')) callbacks.push(request.url());
  });
  await page.goto(`/login?retour=${encodeURIComponent(`/novel/${catalogue.mixed.novel.slug}`)}`);
  await expectWorker(page);
  await signIn(page, 'Google', 'Hugo Bernard');
  await expect(page).toHaveURL(new RegExp(`/novel/${catalogue.mixed.novel.slug}$`));
  expect(callbacks).toHaveLength(1);
});

test('comments say that there is no connection, and come with it @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure(offlineFailures);
  await readAndInstall(page, `/chapter/${catalogue.mixed.free._id}`);
  await page.context().setOffline(true);
  await page.reload();
  await readOn(page);
  await bar(page)
    .getByRole('button', { name: /Commentaires/ })
    .click();
  const panel = page.getByRole('dialog', { name: 'Commentaires' });
  await expect(panel).toContainText('Les commentaires arriveront avec la connexion.');
  await page.context().setOffline(false);
  await expect(panel).not.toContainText('Vous êtes hors ligne');
  await expect(panel.getByRole('link', { name: /Connectez-vous/ })).toBeVisible();
});

test('pages that were read open while the server refuses connections @variant', async ({
  page,
  catalogue,
  expectFailure,
}, { workerIndex }) => {
  expectFailure(offlineFailures);
  const front = await openFront(besidePorts.vastControl + 10 + workerIndex);
  await page.addInitScript(() => {
    localStorage.setItem(
      'cookieConsent',
      '{"necessary":true,"accepted":"2025-03-20T08:00:00.000Z"}',
    );
  });
  const path = `/chapter/${catalogue.mixed.free._id}`;
  await readAndInstall(page, front.url + path);
  await front.stop();
  await page.reload();
  await expect(text(page)).toBeVisible();
  await page.goto(`${front.url}/genre`);
  await expect(page.getByRole('heading', { name: 'Pas de connexion' })).toBeVisible();
  await front.start();
  await page.getByRole('link', { name: 'Réessayer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Genres' })).toBeVisible();
  await front.stop();
});

test('a tab from before a new build goes on with its own scripts, and both builds are read offline @slow', async ({
  page,
  context,
  catalogue,
  expectFailure,
}, { workerIndex }) => {
  test.setTimeout(120_000);
  expectFailure(offlineFailures);
  const front = await openFront(besidePorts.vastControl + 10 + workerIndex);
  await page.addInitScript(() => {
    localStorage.setItem(
      'cookieConsent',
      '{"necessary":true,"accepted":"2025-03-20T08:00:00.000Z"}',
    );
  });
  const [first, , third] = catalogue.mixed.novel.chapters;
  const path = `/chapter/${required(first, 'chapter')._id}`;
  await readAndInstall(page, front.url + path);
  await page.goto(front.url + path);
  const buildsOf = (tab: Page) =>
    tab.evaluate(
      async () => (await caches.keys()).filter((name) => name.startsWith('assets-')).length,
    );

  front.rebuild();
  const other = await context.newPage();
  await other.addInitScript(() => {
    localStorage.setItem(
      'cookieConsent',
      '{"necessary":true,"accepted":"2025-03-20T08:00:00.000Z"}',
    );
  });
  const laterPath = `/chapter/${required(third, 'third chapter')._id}`;
  await other.goto(front.url + laterPath);
  await expect.poll(() => buildsOf(other), { timeout: 30_000 }).toBe(2);
  // Until the new worker has taken over, its pages are shown and not kept.
  const isKept = () => other.evaluate((wanted) => caches.match(wanted).then(Boolean), laterPath);
  await expect.poll(async () => (await other.reload()) && isKept(), { timeout: 40_000 }).toBe(true);

  // A module that the old tab has not asked for yet, and that the server has no longer.
  const isImported = await page.evaluate(async () => {
    const names = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    const own = names.flat().find(({ url }) => /\/PlayerPanel\.[\w-]{8}\.js/.test(url));
    return own ? import(own.url).then(() => own.url) : null;
  });
  expect(isImported).not.toBeNull();
  expect(await page.request.get(isImported ?? '').then((answer) => answer.status())).toBe(404);
  await front.stop();
  for (const [tab, own] of [
    [page, path],
    [other, laterPath],
  ] as const) {
    await tab.goto(front.url + own);
    await expect(text(tab)).toBeVisible();
    await readOn(tab);
    await bar(tab).getByRole('button', { name: 'Réglages' }).click();
    await expect(tab.getByRole('dialog', { name: 'Réglages de lecture' })).toBeVisible();
  }
});

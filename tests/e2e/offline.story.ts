import type { Page } from 'playwright/test';
import { required, type Catalogue } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { expectTurned } from './paged.ts';

const bar = (page: Page) => page.getByRole('group', { name: 'Commandes de lecture' });
const failures = /ERR_INTERNET_DISCONNECTED|dynamically imported/;

/** Opens a chapter and uses it: what is fetched ahead is there. */
async function useChapter(
  page: Page,
  catalogue: Catalogue,
  id = catalogue.mixed.free._id,
): Promise<void> {
  await page.goto(`/chapter/${id}`);
  await page.keyboard.press('Shift');
  // Silence on the line is told once per page, and may have been before the gesture.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let quiet = setTimeout(resolve, 1_000);
        new PerformanceObserver(() => {
          clearTimeout(quiet);
          quiet = setTimeout(resolve, 1_000);
        }).observe({ type: 'resource' });
      }),
  );
}

test('a link that needs a connection says so and leaves the text where it is', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure(failures);
  const second = required(catalogue.mixed.novel.chapters[1], 'second chapter');
  await useChapter(page, catalogue, second._id);
  const { href } = new URL(page.url());
  await page.context().setOffline(true);
  const banner = page.getByRole('banner');
  for (const link of [
    bar(page).getByRole('link', { name: /J’aime/ }),
    bar(page).getByRole('link', { name: 'Marque-page' }),
    banner.getByRole('link', { name: 'Se connecter' }),
    banner.getByRole('link', { name: 'Feuilleton' }),
    page.getByRole('link', { name: 'Chapitre précédent' }),
  ]) {
    await link.click();
    await expect(page.getByRole('alert')).toHaveText('Vous êtes hors ligne. Réessayez plus tard.');
    await expect(page.getByRole('alert')).toBeInViewport();
  }
  // Tried and failed before the connection is back: else the key would be followed then.
  const tried = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await page.keyboard.press('ArrowLeft');
  await tried;
  await expect(page.getByRole('alert')).toHaveCount(1);
  expect(page.url()).toBe(href);
  await page.context().setOffline(false);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(page.url()).toBe(href);
  await banner.getByRole('link', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('before any interaction an offline link says so, and a prefetched next chapter opens', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure(failures);
  const [first, second] = catalogue.mixed.novel.chapters;
  await page.goto(`/chapter/${required(first, 'first chapter')._id}`, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Catalogue' }).click();
  await expect(page.getByRole('alert')).toHaveText('Pas de connexion.');
  await expect(page.getByRole('alert')).toBeInViewport();
  await page
    .locator('.turns')
    .getByRole('link', { name: /^Chapitre suivant/ })
    .click();
  await expect(page).toHaveURL(new RegExp(required(second, 'second chapter')._id));
});

test('a link is followed where the browser is wrong about the connection @variant', async ({
  page,
  catalogue,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
  });
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await page.getByRole('banner').getByRole('link', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('nothing is said of links that are handled otherwise, or lead to another site @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure(failures);
  await useChapter(page, catalogue);
  await page.context().setOffline(true);
  const prevented = page.getByRole('banner').getByRole('link', { name: 'Feuilleton' });
  await prevented.evaluate((link) => {
    link.addEventListener('click', (event) => event.preventDefault());
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'HEAD') asked.push(new URL(request.url()).pathname);
  });
  await prevented.click();
  // The listener on the window comes last: it sees what the page has left to the browser.
  const isLeftToBrowser = await page.locator('.chapter-text').evaluate((text) => {
    const link = document.createElement('a');
    link.href = 'mailto:nobody@example.org';
    text.append(link);
    let isLeft = false;
    addEventListener('click', (event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    });
    link.click();
    return isLeft;
  });
  expect(isLeftToBrowser).toBe(true);
  const guarded = page.getByRole('banner').getByRole('link', { name: 'Se connecter' });
  await guarded.click();
  await expect(page.getByRole('alert')).toHaveText('Vous êtes hors ligne. Réessayez plus tard.');
  // Only this one was tried.
  expect(asked).toEqual(['/login']);
});

test('the list of chapters says why it does not come, and comes with the connection @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  await useChapter(page, catalogue);
  expectFailure(failures);
  await page.context().setOffline(true);
  await bar(page).getByRole('button', { name: 'Sommaire' }).click();
  const panel = page.getByRole('dialog', { name: /Sommaire/ });
  await expect(panel).toContainText(
    'Vous êtes hors ligne. Le sommaire arrivera avec la connexion.',
  );
  await panel.getByRole('heading').getByRole('link').click();
  await expect(panel.getByRole('alert').first()).toHaveText(
    'Vous êtes hors ligne. Réessayez plus tard.',
  );
  await page.context().setOffline(false);
  await expect(panel.getByRole('link', { name: catalogue.mixed.free.title })).toBeVisible();
});

test('settings work offline once the page was used, and say what they lack', async ({
  page,
  catalogue,
  expectFailure,
  axe,
}) => {
  await useChapter(page, catalogue);
  expectFailure(failures);
  await page.context().setOffline(true);
  await bar(page).getByRole('button', { name: 'Réglages' }).click();
  const panel = page.getByRole('dialog', { name: 'Réglages de lecture' });
  await panel.getByRole('radio', { name: 'Pages' }).check();
  await expectTurned(page);
  await panel.getByRole('radio', { name: 'Estompe' }).check();
  await expect(panel.getByRole('alert')).toBeEmpty();
  await panel.getByRole('radio', { name: 'Défilement' }).check();
  const family = () =>
    page.locator('.chapter-text').evaluate((text) => getComputedStyle(text).fontFamily);
  const before = await family();
  await panel.getByLabel('Police').selectOption('Lato');
  await expect(panel.getByRole('alert')).toHaveText(
    'Vous êtes hors ligne\u00A0: la police Lato viendra avec la connexion.',
  );
  await expect(panel.getByRole('alert')).toBeInViewport();
  await axe();
  expect(await family()).toBe(before);
  await page.context().setOffline(false);
  await expect(panel.getByRole('alert')).toBeEmpty();
  await expect.poll(family).toContain('Lato');
});

test('pages that were never fetched are promised, and come with the connection @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure(failures);
  await page.route('**/_astro/turn-pages*.js', (route) => route.abort('internetdisconnected'));
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await bar(page).getByRole('button', { name: 'Réglages' }).click();
  const panel = page.getByRole('dialog', { name: 'Réglages de lecture' });
  await expect(panel).toBeVisible();
  await page.context().setOffline(true);
  await panel.getByRole('radio', { name: 'Pages' }).check();
  await expect(panel.getByRole('alert')).toContainText('la lecture par pages viendra');
  await page.unroute('**/_astro/turn-pages*.js');
  await page.context().setOffline(false);
  await expect(panel.getByRole('alert')).toBeEmpty();
  await expectTurned(page);
});

import { expect, test } from './fixtures.ts';
import { handMadeToken } from '#tests/lib/browser/hand-made-token.ts';
import { required, type Catalogue } from './catalogue.ts';
import { startSlowLine } from './in-pieces.ts';
import type { Page } from 'playwright/test';

/** The modules of an island: they note what becomes of them. */
const modules: Record<string, string> = {
  '/ile.js': 'export default {}',
  '/rendu.js': `export default (element) => () => {
    window.notes.push('hydrate');
    element.querySelector('button').addEventListener('click', () => window.notes.push('click'));
  };`,
};

/**
 * A chapter, on which every script stands, with an island of the test's own. Its markup is a
 * constant of this test, hence innerHTML. Gives what has been fetched for islands so far.
 */
async function openIsland(
  page: Page,
  catalogue: Catalogue,
  directive: 'intent' | 'signed-in',
): Promise<string[]> {
  const fetched: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname in modules || pathname.startsWith('/_astro/islands.')) fetched.push(pathname);
  });
  for (const [path, body] of Object.entries(modules)) {
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ body, contentType: 'text/javascript' }),
    );
  }
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await page.evaluate((client) => {
    Object.assign(window, { notes: [] });
    document.addEventListener('island-missing', () => {
      (window as unknown as { notes: string[] }).notes.push('missing');
    });
    const element = document.createElement('div');
    element.innerHTML = `<astro-island id="ile" ssr client="${client}" opts="{}" props="{}"
      component-url="/ile.js" component-export="default" renderer-url="/rendu.js">
      <button>Aimer</button><a href="#lien">Lien</a></astro-island>`;
    document.querySelector('main')?.prepend(element);
  }, directive);
  return fetched;
}

const notes = (page: Page) => page.evaluate<string[]>('window.notes');

test.describe('client:intent', () => {
  test('fetches and hydrates once the page is used', async ({ page, catalogue }) => {
    const fetched = await openIsland(page, catalogue, 'intent');
    expect(fetched).toEqual([]);
    await page.keyboard.press('Shift');
    await expect.poll(() => fetched).toEqual(expect.arrayContaining(['/ile.js', '/rendu.js']));
    await expect.poll(() => notes(page)).toEqual(['hydrate']);
    await page.locator('#ile button').click();
    expect(await notes(page)).toEqual(['hydrate', 'click']);
  });

  test('hydrates on a click that comes before, and does it again, once @variant', async ({
    page,
    catalogue,
  }) => {
    await openIsland(page, catalogue, 'intent');
    await page.locator('#ile button').click();
    await expect.poll(() => notes(page)).toEqual(['hydrate', 'click']);
    await page.keyboard.press('Shift');
    // The modules are asked for in one idle moment, and the island is looked at in a later one.
    for (let moment = 0; moment < 3; moment += 1) {
      await page.evaluate(
        () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })),
      );
    }
    await page.locator('#ile button').click();
    expect(await notes(page)).toEqual(['hydrate', 'click', 'click']);
  });

  for (const [what, pattern] of [
    ['its modules', /\/ile\.js/],
    ['the runtime of islands', /\/_astro\/islands\./],
  ] as const) {
    test(`says so and tries again at the next click where ${what} could not be loaded @variant`, async ({
      page,
      catalogue,
      expectFailure,
    }) => {
      expectFailure(/island|ERR_FAILED|\/ile\.js/);
      await openIsland(page, catalogue, 'intent');
      await page.route(pattern, (route) => route.abort());
      await page.locator('#ile button').click();
      await expect.poll(() => notes(page)).toContain('missing');
      expect(await notes(page)).not.toContain('hydrate');
      await page.unroute(pattern);
      await page.locator('#ile button').click();
      await expect.poll(() => notes(page)).toContain('click');
      expect((await notes(page)).filter((note) => note !== 'missing')).toEqual([
        'hydrate',
        'click',
      ]);
    });
  }

  test('hydrates on focus and leaves links alone @variant', async ({ page, catalogue }) => {
    await openIsland(page, catalogue, 'intent');
    await page.locator('#ile button').focus();
    await expect.poll(() => notes(page)).toContain('hydrate');
    await page.locator('#ile a').click();
    expect(page.url()).toContain('#lien');
  });
});

test('an island that does not come says so, and its page can be loaded again @variant', async ({
  page,
  expectFailure,
  signInAs,
}) => {
  expectFailure(/_astro\/Library|ERR_FAILED/);
  await signInAs();
  const modules = /\/_astro\/Library\./;
  await page.route(modules, (route) => route.abort());
  await page.goto('/bibliotheque');
  await expect(page.getByRole('alert')).toContainText('n’a pas pu être affichée');
  await page.unroute(modules);
  await page.getByRole('button', { name: 'Recharger la page' }).click();
  await expect(page.getByRole('tab', { name: /^En cours/ })).toBeVisible();
});

const runtime = /\/_astro\/islands\./;

test("a page whose islands' runtime does not come says so, and can be loaded again @variant", async ({
  page,
  expectFailure,
  signInAs,
}) => {
  expectFailure(/_astro\/islands|ERR_FAILED/);
  await signInAs();
  await page.route(runtime, (route) => route.abort());
  for (const path of ['/bibliotheque', '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText('n’a pas pu être affichée');
  }
  await page.unroute(runtime);
  await page.getByRole('button', { name: 'Recharger la page' }).click();
  await expect(page.getByRole('tab', { name: 'Profil' })).toBeVisible();
});

test("a locked chapter whose islands' runtime did not come asks for it again once it is used @variant", async ({
  page,
  catalogue,
  expectFailure,
  signInAs,
}) => {
  expectFailure(/_astro\/islands|ERR_FAILED|403/);
  await signInAs();
  await page.route(runtime, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto(`/chapter/${catalogue.mixed.locked._id}`);
  await failed;
  await expect(page.getByText('Chargement du chapitre...')).toBeVisible();
  await page.unroute(runtime);
  await page.mouse.wheel(0, 200);
  await expect(page.locator('.premium astro-island')).not.toHaveAttribute('ssr');
});

test('a press counts where the runtime came before the end of the page @variant', async ({
  page,
  catalogue,
  baseURL,
  expectFailure,
}) => {
  // The slow line carries pages; calls on it are nobody's.
  expectFailure(/api\/|bookmark|like|TOKEN|40\d/);
  const line = await startSlowLine(required(baseURL, 'address of the site'));
  try {
    await page.goto(`${line.address}/robots.txt`);
    const token = handMadeToken({ exp: 4e9, sub: crypto.randomUUID() });
    await page.evaluate((value) => localStorage.setItem('auth_token', value), token);
    await page.goto(`${line.address}/chapter/${catalogue.mixed.free._id}`);
    const comments = page.locator('astro-island[client="intent"] button').first();
    await comments.evaluate((button: HTMLElement) => button.click());
    await expect(page.getByRole('dialog', { name: 'Commentaires' })).toBeVisible();
  } finally {
    await line.close();
  }
});

test.describe('client:signed-in', () => {
  test('downloads nothing for an anonymous visitor', async ({ page, catalogue }) => {
    const fetched = await openIsland(page, catalogue, 'signed-in');
    await page.waitForLoadState('networkidle');
    expect({ fetched, notes: await notes(page) }).toEqual({ fetched: [], notes: [] });
  });

  test('hydrates where somebody is signed in, once @variant', async ({
    page,
    catalogue,
    signInAs,
  }) => {
    await signInAs();
    await openIsland(page, catalogue, 'signed-in');
    await expect.poll(() => notes(page)).toEqual(['hydrate']);
  });

  test('hydrates when another tab signs in, once however often @variant', async ({
    page,
    context,
    catalogue,
    signInAs,
  }) => {
    const { token } = await signInAs();
    await page.evaluate(() => localStorage.clear());
    await openIsland(page, catalogue, 'signed-in');
    const other = await context.newPage();
    await other.goto('/robots.txt');
    for (const value of [token, null, token]) {
      await other.evaluate((stored) => {
        if (stored === null) localStorage.removeItem('auth_token');
        else localStorage.setItem('auth_token', stored);
      }, value);
      await expect(page.locator('html[data-session="on"]')).toHaveCount(value === null ? 0 : 1);
    }
    await expect.poll(() => notes(page)).toEqual(['hydrate']);
  });
});

import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from './fixtures.ts';
import type { Page } from 'playwright/test';

/**
 * An island on a bare page: `load` and hydration are noted, the directive is the real one. Its
 * markup is a constant of this test, hence innerHTML.
 */
async function mountIsland(page: Page, directive: 'intent' | 'signed-in'): Promise<void> {
  await page.goto('/mentions-legales');
  const sources = await Promise.all(
    ['../../shared/storage-keys.ts', '../storage.ts', '../idle.ts', `${directive}.ts`].map((file) =>
      readFile(new URL(`../../src/lib/browser/directives/${file}`, import.meta.url), 'utf8'),
    ),
  );
  const code = sources
    .map((source) => stripTypeScriptTypes(source))
    .join('\n')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^export default (\w+);$/gm, 'const directive = $1;')
    .replaceAll(/^export /gm, '');
  await page.evaluate(
    `(() => { ${code}
      const element = document.createElement('div');
      element.id = 'ile';
      element.innerHTML = '<button>Aimer</button><a href="#lien">Lien</a>';
      document.querySelector('main').prepend(element);
      window.notes = [];
      const load = () => { window.notes.push('load');
        if (window.isOffline) return Promise.reject(new Error('no modules'));
        return Promise.resolve(() => {
        window.notes.push('hydrate');
        element.querySelector('button').addEventListener('click', () => window.notes.push('click'));
        return Promise.resolve();
      }); };
      directive(load, { name: '', value: true }, element);
    })()`,
  );
}

const notes = (page: Page) => page.evaluate<string[]>('window.notes');

test.describe('client:intent', () => {
  test('fetches when idle, hydrates on the first click and does the click again, once', async ({
    page,
  }) => {
    await mountIsland(page, 'intent');
    await expect.poll(() => notes(page)).toEqual(['load']);
    await page.locator('#ile button').click();
    await expect.poll(() => notes(page)).toEqual(['load', 'load', 'hydrate', 'click']);
    await page.locator('#ile button').click();
    expect(await notes(page)).toEqual(['load', 'load', 'hydrate', 'click', 'click']);
  });

  test('tries again at the next click where its modules could not be loaded', async ({
    page,
    expectFailure,
  }) => {
    expectFailure('island: Error: no modules');
    await mountIsland(page, 'intent');
    await expect.poll(() => notes(page)).toEqual(['load']);
    await page.evaluate('window.isOffline = true');
    await page.locator('#ile button').click();
    await expect.poll(async () => (await notes(page)).length).toBeGreaterThan(1);
    expect(await notes(page)).not.toContain('hydrate');
    await page.evaluate('window.isOffline = false');
    await page.locator('#ile button').click();
    await expect.poll(() => notes(page)).toContain('click');
    expect((await notes(page)).filter((note) => note !== 'load')).toEqual(['hydrate', 'click']);
  });

  test('hydrates on focus and leaves links alone', async ({ page }) => {
    await mountIsland(page, 'intent');
    await page.locator('#ile button').focus();
    await expect.poll(() => notes(page)).toContain('hydrate');
    await page.locator('#ile a').click();
    expect(page.url()).toContain('#lien');
  });
});

test.describe('client:signed-in', () => {
  test('downloads nothing for an anonymous visitor', async ({ page }) => {
    await mountIsland(page, 'signed-in');
    await page.locator('#ile button').click();
    expect(await notes(page)).toEqual([]);
  });

  test('hydrates where somebody is signed in, once', async ({ page, signInAs }) => {
    await signInAs();
    await mountIsland(page, 'signed-in');
    await expect.poll(() => notes(page)).toEqual(['load', 'hydrate']);
  });

  test('hydrates when another tab signs in, once however often', async ({
    page,
    context,
    signInAs,
  }) => {
    const { token } = await signInAs();
    await page.evaluate(() => localStorage.clear());
    await mountIsland(page, 'signed-in');
    const other = await context.newPage();
    await other.goto('/robots.txt');
    for (const value of [token, null, token]) {
      await other.evaluate((stored) => {
        if (stored === null) localStorage.removeItem('auth_token');
        else localStorage.setItem('auth_token', stored);
      }, value);
      await expect(page.locator('html[data-session="on"]')).toHaveCount(value === null ? 0 : 1);
    }
    await expect.poll(() => notes(page)).toEqual(['load', 'hydrate']);
  });
});

import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { readAndInstall } from './offline-world.ts';
import { openWorkerTools } from './worker-tools.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * Notes from now on what the service worker has the browser show: headless ones give no permission to
 * show anything.
 */
async function noteShown(page: Page): Promise<() => Promise<unknown[]>> {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('there is no service worker');
  await worker.evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const shown: unknown[] = [];
    Object.assign(self, { shown });
    registration.showNotification = (title, options = {}) => {
      shown.push({ title, body: options.body, tag: options.tag, data: options.data as unknown });
      return Promise.resolve();
    };
  });
  return () => worker.evaluate(() => (self as unknown as { shown: unknown[] }).shown);
}

// A click on a notification cannot be made here: neither Playwright nor the developer tools have one.
test('what is pushed is shown by the service worker, whatever it says, with no page of the site', async ({
  page,
  catalogue,
}) => {
  const path = `/chapter/${catalogue.mixed.free._id}`;
  await readAndInstall(page, path);
  await page.goto('/robots.txt');
  const tools = await openWorkerTools(page);
  const shown = await noteShown(page);
  const message = { title: 'Contre-courant', body: 'Chapitre 2 : L’île', tag: 'roman-1' };
  await tools.push(JSON.stringify({ ...message, url: path }));
  await expect.poll(shown).toEqual([{ ...message, data: path }]);
  // Another site's address leads home, and a browser wants every message shown.
  await tools.push(JSON.stringify({ ...message, url: 'https://ailleurs.example/' }));
  await expect.poll(async () => (await shown())[1]).toEqual({ ...message, data: '/' });
  await tools.push('rien de lisible');
  await expect
    .poll(async () => (await shown())[2])
    .toMatchObject({ title: 'Feuilleton', data: '/' });
});

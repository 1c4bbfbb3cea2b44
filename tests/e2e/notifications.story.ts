import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { readAndInstall } from './offline-world.ts';
import { openWorkerTools } from './worker-tools.ts';

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

/** The notifications that the browser shows, the newest last. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ title, body, tag, data }) => ({ title, body, tag, data: data as unknown }));
  });

// A click on a notification cannot be made here: neither Playwright nor the developer tools have one.
test('what is pushed is shown by the service worker, a newer message in the place of the older', async ({
  page,
  catalogue,
}) => {
  const path = `/chapter/${catalogue.mixed.free._id}`;
  await readAndInstall(page, path);
  // No page of the site that could show it.
  await page.goto('/robots.txt');
  const tools = await openWorkerTools(page);
  const message = { title: 'Contre-courant', body: 'Chapitre 2 : L’île', tag: 'roman-1' };
  await tools.push(JSON.stringify({ ...message, url: path }));
  await expect.poll(() => shown(page)).toEqual([{ ...message, data: path }]);
  const newer = { ...message, body: 'Chapitre 3 : Le retour' };
  await tools.push(JSON.stringify({ ...newer, url: 'https://ailleurs.example/' }));
  // Another site's address leads home.
  await expect.poll(() => shown(page)).toEqual([{ ...newer, data: '/' }]);
  await tools.push('rien de lisible');
  await expect
    .poll(async () => (await shown(page)).map(({ title }) => title).toSorted())
    .toEqual(['Contre-courant', 'Feuilleton']);
});

import { readFile } from 'node:fs/promises';
import { besidePorts } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { offlineFailures, openFront, readAndInstall } from './offline-world.ts';

test.use({ serviceWorkers: 'allow' });

test('a site with SERVICE_WORKER=off removes the worker, and all that it kept, at the next visit @slow', async ({
  page,
  context,
  catalogue,
  expectFailure,
}, { workerIndex }) => {
  test.setTimeout(120_000);
  expectFailure(offlineFailures);
  const front = await openFront(besidePorts.vastControl + 20 + workerIndex);
  const path = `/chapter/${catalogue.mixed.free._id}`;
  await readAndInstall(page, front.url + path);
  const left = (tab: typeof page) =>
    tab.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).map(({ name }) => name),
    }));
  expect(await left(page)).toMatchObject({ workers: 1, databases: ['feuilleton-offline'] });

  front.replaceWorker(await readFile('dist/client/sw-off.js', 'utf8'));
  // One more tab, while the old one is still open; a page that runs nothing of ours.
  const other = await context.newPage();
  await other.goto(`${front.url}/robots.txt`);
  await expect
    .poll(() => left(other), { timeout: 30_000 })
    .toEqual({ workers: 0, caches: [], databases: [] });
  // What is read there goes on, without anything between it and the site.
  await front.stop();
  const failure = await other.goto(`${front.url}/genre`).catch((error: unknown) => String(error));
  expect(failure).toContain('ERR_CONNECTION_REFUSED');
  await front.start();
  const later = await context.newPage();
  await later.goto(`${front.url}/genre`);
  await expect(later.getByRole('heading', { level: 1, name: 'Genres' })).toBeVisible();
  await front.stop();
});

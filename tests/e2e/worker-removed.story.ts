import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeServiceWorker } from '#scripts/build/service-worker.ts';
import { besidePorts } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { offlineFailures, openFront, readAndInstall } from './offline-world.ts';

test.use({ serviceWorkers: 'allow' });

/** The `/sw.js` of this very build with `SERVICE_WORKER=off`. */
async function removingWorker(): Promise<string> {
  const client = resolve('dist/client');
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-worker-'));
  await symlink(join(client, '_astro'), join(folder, '_astro'));
  for (const page of ['hors-ligne.html', 'bibliotheque.html']) {
    await cp(join(client, page), join(folder, page));
  }
  await writeServiceWorker(folder, { SERVICE_WORKER: 'off' });
  const code = await readFile(join(folder, 'sw.js'), 'utf8');
  await rm(folder, { recursive: true });
  return code;
}

test('a build with SERVICE_WORKER=off removes the worker, and all that it kept, at the next visit @slow', async ({
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

  front.replaceWorker(await removingWorker());
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

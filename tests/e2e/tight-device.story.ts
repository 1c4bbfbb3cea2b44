import type { Page } from 'playwright/test';
import { siteUrl } from './addresses.ts';
import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { vastNovel } from './novels.ts';
import { expectKept, expectWorker, readAndInstall, readOn } from './offline-world.ts';

test.use({ serviceWorkers: 'allow' });

const panel = (page: Page) => page.getByRole('dialog', { name: /Lire sans connexion/ });

/** From now on the browser has so many bytes for the site, or as many as before. */
async function allowBytes(page: Page, quotaSize?: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const origin = siteUrl('demo');
  await session.send('Storage.overrideQuotaForOrigin', {
    origin,
    ...(quotaSize !== undefined && { quotaSize }),
  });
}

test('on a full disk a download says so, reading goes on, and it is taken up when there is room @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  test.setTimeout(120_000);
  expectFailure(/Quota/i);
  const path = `/chapter/${catalogue.mixed.free._id}`;
  await readAndInstall(page, path);
  await allowBytes(page, 1_000);
  const [, part] = vastNovel.parts;
  await page.goto(`/novel/${vastNovel.slug}`);
  await page.getByRole('button', { name: 'Télécharger' }).click();
  await panel(page)
    .getByRole('button', { name: `Télécharger\u00A0: ${part}` })
    .click();
  await expect(panel(page).getByRole('alert')).toContainText(
    'Il n’y a plus de place sur cet appareil',
    { timeout: 30_000 },
  );
  // What was kept unasked makes room at most; a page is shown whether it is kept or not.
  await page.goto(`/chapter/${required(catalogue.mixed.novel.chapters[0], 'chapter')._id}`);
  await expect(page.locator('.chapter-text')).toBeVisible();
  await readOn(page);

  await allowBytes(page);
  await page.goto(`/novel/${vastNovel.slug}`);
  await page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }));
  await page.evaluate(() => scrollBy({ top: -300, behavior: 'instant' }));
  await page.getByRole('button', { name: 'Télécharger' }).click();
  await expect(panel(page)).toContainText('30\u00A0chapitres sur cet appareil', {
    timeout: 60_000,
  });
});

test('who saves data keeps what they read, and nothing is fetched ahead @variant', async ({
  page,
  catalogue,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  const [first, second] = catalogue.mixed.novel.chapters;
  const path = `/chapter/${required(first, 'chapter')._id}`;
  await page.goto(path);
  const savesData = () =>
    page.evaluate(() => (navigator as { connection?: { saveData: boolean } }).connection?.saveData);
  expect(await savesData()).toBe(true);
  const ahead = [`/chapter/${required(second, 'chapter')._id}`, '/bibliotheque', '/'];
  const kept = (wanted: readonly string[]) =>
    page.evaluate(async (paths) => {
      const found = await Promise.all(paths.map((one) => caches.match(one)));
      return paths.filter((_, index) => found[index]);
    }, wanted);
  await readOn(page);
  await expectWorker(page);
  await page.waitForLoadState('networkidle');
  expect(await kept([path, ...ahead])).toEqual([]);
  // What passes through the worker is kept. The browser's own prefetching does not know this saver.
  await page.reload();
  await expectKept(page, path);
  await readOn(page);
  await page.waitForLoadState('networkidle');
  expect(await kept(ahead.slice(1))).toEqual([]);
});

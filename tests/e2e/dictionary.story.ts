import { expect, test } from './fixtures.ts';
import { expectWorker, readOn } from './offline-world.ts';

test.use({ serviceWorkers: 'allow' });

test('once something was read, chapters come without what all have in common @variant', async ({
  page,
  browser,
  catalogue,
}) => {
  /** The bytes on the wire of each chapter that came by the dictionary. */
  const shortened = new Map<string, number>();
  page.context().on('requestfinished', (request) => {
    const note = async () => {
      if ((await request.response())?.headers()['content-encoding'] !== 'dcb') return;
      const { responseBodySize } = await request.sizes();
      const { pathname } = new URL(request.url());
      // Of what the worker passes on, Chromium counts none.
      shortened.set(pathname, Math.max(responseBodySize, shortened.get(pathname) ?? 0));
    };
    void note().catch(() => undefined);
  });
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await readOn(page);
  await expectWorker(page);
  const locked = `/chapter/${catalogue.mixed.locked._id}`;
  const stranger = await browser.newContext({ serviceWorkers: 'block' });
  const answer = await (await stranger.newPage()).goto(new URL(locked, page.url()).href);
  expect(answer?.headers()['content-encoding']).toBe('br');
  const whole = (await answer?.request().sizes())?.responseBodySize ?? 0;
  await stranger.close();
  await page.goto(locked);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => shortened.get(locked) ?? 0).toBeGreaterThan(0);
  expect(shortened.get(locked)).toBeLessThan(0.6 * whole);
});

import { expect, test } from './fixtures.ts';
import { expectWorker, readOn } from './offline-world.ts';

test.use({ serviceWorkers: 'allow' });

test('once something was read, chapters come without what all have in common @variant', async ({
  page,
  catalogue,
}) => {
  const encodings = new Map<string, string[]>();
  page.context().on('response', (response) => {
    const { pathname } = new URL(response.url());
    const encoding = response.headers()['content-encoding'];
    if (encoding) encodings.set(pathname, [...(encodings.get(pathname) ?? []), encoding]);
  });
  const first = `/chapter/${catalogue.mixed.free._id}`;
  const locked = `/chapter/${catalogue.mixed.locked._id}`;
  await page.goto(first);
  await readOn(page);
  await expectWorker(page);
  expect(encodings.get(first)).toContain('br');
  await page.goto(locked);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new Set(encodings.get(locked))).toEqual(new Set(['dcb']));
});

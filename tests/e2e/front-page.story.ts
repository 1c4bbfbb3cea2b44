import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { placeAnswered, readTo } from './reading.ts';

const slug = 'le-dernier-train-pour-aubeciel';

test('home shows a newcomer an opening, new chapters and the site’s navigation', async ({
  page,
}) => {
  await page.goto('/');
  const featured = page.getByRole('region', { name: 'À la une' });
  await expect(featured.locator('.opening')).toHaveText(/\S+ \S+ \S+/);
  await expect(page.getByRole('heading', { name: 'Reprendre' })).toBeHidden();
  const ways = page.getByRole('navigation', { name: 'Site' });
  await expect(ways.getByRole('link')).toHaveText(['Catalogue', 'Genres', 'Ma bibliothèque']);
  const fresh = page.getByRole('region', { name: 'Parus cette semaine' }).getByRole('listitem');
  await expect(fresh.first()).toContainText(/min.*(gratuit|premium)/);
  await featured.getByRole('link', { name: /^Lire le chapitre\s1$/ }).click();
  await expect(page).toHaveURL(/\/chapter\//);
  await expect(page.getByRole('navigation', { name: 'Site' })).toHaveCount(0);
});

test('home links to the chapter that was read last, without layout shift', async ({
  page,
  catalogue,
}) => {
  const novel = catalogue.novel(slug);
  const first = required(novel.chapters[0], 'chapter');
  await page.goto(`/chapter/${first._id}`);
  await readTo(page, 0.5);
  await page.goto('/');
  const back = page.getByRole('region', { name: 'Reprendre' });
  await expect(back).toContainText(novel.title);
  await expect(back).toContainText(first.title);
  await expect
    .poll(() => back.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await layoutShift(page)).toBeLessThan(shiftMax);
  await back.getByRole('link').click();
  await expect(page).toHaveURL(`/chapter/${first._id}`);
});

test('home on a new device links to what the account read last @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const novel = catalogue.novel(slug);
  const first = required(novel.chapters[0], 'chapter');
  await signInAs();
  await page.goto('/');
  const back = page.getByRole('region', { name: 'Reprendre' });
  // Who reads nothing is told nothing.
  await page.waitForLoadState('networkidle');
  await expect(back).toBeHidden();
  expect(await layoutShift(page)).toBeLessThan(shiftMax);
  await page.goto(`/chapter/${first._id}`);
  const kept = placeAnswered(page);
  await readTo(page, 0.5);
  await kept;
  // As on another device, which has known its reader since the sign-in.
  await page.evaluate(() => localStorage.removeItem('reading_last'));
  const known = page.waitForResponse((reply) => reply.url().endsWith('/api/auth/user'));
  await page.goto('/romans');
  await known;
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('session_summary')))
    .toContain('"isReading":true');
  const held = await holdCalls(page, /\/library\/next$/);
  await page.goto('/');
  // Its place is there at once, and leads somewhere.
  await expect(back.getByRole('link', { name: 'Ma bibliothèque' })).toHaveAttribute(
    'href',
    '/bibliotheque',
  );
  await held.release();
  await expect(back).toContainText(novel.title);
  expect(await layoutShift(page)).toBeLessThan(shiftMax);
  await expect(back.getByRole('link')).toHaveAttribute('href', `/chapter/${first._id}`);
});

test('night mode is switched for the whole site', async ({ page, catalogue }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const day = await paper();
  const night = page.getByRole('button', { name: 'Mode nuit' });
  await night.click();
  await expect(night).toHaveAttribute('aria-pressed', 'true');
  const dark = await paper();
  expect(dark).not.toBe(day);
  await page.goto('/romans');
  expect(await paper()).toBe(dark);
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await expect(page.getByRole('button', { name: /nuit/i })).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/');
  await night.click();
  expect(await paper()).toBe(day);
});

test('the search field of the navigation suggests novels @variant', async ({ page, catalogue }) => {
  const novel = catalogue.novel(slug);
  await page.goto('/');
  const field = page.getByRole('navigation', { name: 'Site' }).locator('[name="q"]');
  await field.fill('dernier train');
  await page.getByRole('option', { name: novel.title }).click();
  await expect(page).toHaveURL(`/novel/${slug}`);
});

test('an admin puts a novel à la une @variant', async ({ page, catalogue, signInAs }) => {
  const novel = catalogue.novel(slug);
  await signInAs({ role: 'admin' });
  await page.goto('/my-novels?de=tous');
  const row = page.getByRole('article').filter({ hasText: novel.title });
  await row.getByRole('button', { name: /^Mettre à la une/ }).click();
  await expect(row.getByText('À la une', { exact: true })).toBeVisible();
  const featured = page.getByRole('region', { name: 'À la une' });
  await expect(async () => {
    await page.goto('/');
    await expect(featured).toContainText(novel.title);
  }).toPass();
  await page.goto('/my-novels?de=tous');
  await row.getByRole('button', { name: /^Retirer de la une/ }).click();
  await expect(row.getByText('À la une', { exact: true })).toBeHidden();
});

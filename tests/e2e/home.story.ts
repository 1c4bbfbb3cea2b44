import { genreLabel } from '#shared/site/genres.ts';
import { statusLabel } from '#shared/messages.ts';
import { siteUrl, fewRequests } from './addresses.ts';
import { handMadeToken } from '../lib/browser/hand-made-token.ts';
import { expect, sentAlone, test } from './fixtures.ts';
import { longNovel, unreadNovel } from './novels.ts';

const cards = '[data-carousel] article';

test.describe('as it is sent', () => {
  test.use(sentAlone);

  test('each novel has a card with its facts, in French, the newest first', async ({
    page,
    catalogueNow: catalogue,
  }) => {
    await page.goto('/');
    for (const novel of catalogue.novels) {
      const way = page.locator(`a[href="/novel/${novel.slug}"]`);
      const card = page.locator(cards).filter({ has: way });
      await expect(card.locator('h3')).toHaveText(novel.title);
      await expect(card).toContainText(statusLabel(novel.status) ?? '');
      await expect(card).toContainText(`Par ${novel.authorName}`);
      await expect(card).toContainText(`${novel.chapterCount} chapitres`);
      await expect(card.locator('.description')).toHaveText(previewOf(novel.description));
      await expect(card.getByRole('listitem')).toHaveText(novel.genres.map(genreLabel));
      await expect(card.getByRole('link')).toHaveAttribute('href', `/novel/${novel.slug}`);
      // Another story's readers rate this one meanwhile.
      if (novel.slug === longNovel.slug) continue;
      const rating = novel.rating?.toFixed(1).replace('.', ',');
      await expect(card.getByText('★')).toHaveCount(rating === undefined ? 0 : 1);
      if (rating !== undefined) await expect(card.locator('.badges')).toContainText(rating);
    }
    const figures = (title: string) =>
      page.locator(cards).filter({ hasText: title }).locator('.figures');
    await expect(figures(catalogue.mixed.novel.title)).toHaveText(/\d\svues$/);
    await expect(figures(unreadNovel.title)).toHaveText('0 chapitres');
    const newestFirst = catalogue.novels
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
      .map(({ title }) => title);
    await expect(page.locator(`${cards} h3`)).toHaveText(newestFirst);
  });

  test('without novels home says so', async ({ page }) => {
    await page.goto(siteUrl('empty'));
    await expect(page.getByText('Aucun roman trouvé')).toBeVisible();
  });

  test('a visitor over the rate limit reads why', async ({ page, expectFailure }) => {
    expectFailure(429);
    for (let asked = 0; asked < fewRequests; asked++) {
      await page.request.get(`${siteUrl('limited')}/novel/inconnu-${asked}`);
    }
    const answer = await page.goto(siteUrl('limited'));
    expect(answer?.status()).toBe(429);
    expect(Number(answer?.headers()['retry-after'])).toBeGreaterThan(0);
    await expect(page.getByRole('alert')).toContainText(
      'Limite de requêtes atteinte. Veuillez patienter quelques minutes avant de réessayer.',
    );
  });
});

test('a card opens its novel', async ({ page, catalogueNow: catalogue }) => {
  await page.goto('/');
  const [first] = catalogue.novels;
  await page
    .locator(cards)
    .first()
    .click({ position: { x: 40, y: 40 } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first?.title ?? '');
});

test('wide screens show a grid without indicators @desktop', async ({ page }) => {
  await page.goto('/');
  const tops = await page
    .locator(cards)
    .evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().top)));
  expect(tops.filter((top) => top === tops[0]).length).toBeGreaterThanOrEqual(3);
  expect(new Set(tops).size).toBeGreaterThan(1);
  await expect(page.getByRole('navigation', { name: 'Position dans la liste' })).toBeHidden();
});

test('rate-limited calls show one message on home, which stays readable @slow', async ({
  page,
  expectFailure,
}) => {
  expectFailure(429);
  expectFailure(/bookmarks|new chapters/);
  test.setTimeout(180_000);
  const sentence = page.getByText('Limite de requêtes atteinte.');
  const home = `${siteUrl('limited')}/`;
  // Home itself must be kept by now: it then costs nothing.
  await expect
    .poll(async () => (await page.request.get(home)).status(), { timeout: 120_000 })
    .toBe(200);
  for (let asked = 0; asked < fewRequests; asked++) {
    await page.request.get(`${siteUrl('limited')}/api/novels`);
  }
  expect((await page.goto(home))?.status()).toBe(200);
  await expect(sentence).toBeHidden();
  // The limit comes before the session: whose it is does not matter.
  await page.evaluate(
    (token) => localStorage.setItem('auth_token', token),
    handMadeToken({ exp: 4e9, sub: crypto.randomUUID() }),
  );
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 429) refused.push(new URL(response.url()).pathname);
  });
  await page.goto(home);
  await expect(page.getByRole('alert').filter({ hasText: 'Limite de requêtes' })).toHaveText(
    'Limite de requêtes atteinte. Veuillez patienter quelques minutes avant de réessayer.',
  );
  await expect.poll(() => new Set(refused).size).toBeGreaterThan(1);
  await expect(sentence.filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Romans récents' })).toBeVisible();
});

function previewOf(description: string): string {
  const characters = Array.from(description.replace(/[ \t\r\n]+/g, ' ').trim());
  if (characters.length <= 120) return characters.join('');
  return `${characters.slice(0, 120).join('').trimEnd()}…`;
}

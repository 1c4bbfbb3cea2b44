import { genreLabel } from '../../src/lib/shared/genres.ts';
import { statusLabel } from '../../src/lib/shared/messages.ts';
import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { bareNovel, countedNovel, unreadNovel } from './novels.ts';

const frenchDate =
  /\d{1,2}\s(janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)\s\d{4}/g;

test('the head of a novel says what the specification wants', async ({ page, catalogue }) => {
  const untouched: string[] = [countedNovel.slug, unreadNovel.slug];
  for (const novel of catalogue.novels.filter(({ slug }) => !untouched.includes(slug))) {
    await page.goto(`/novel/${novel.slug}`);
    const head = page.locator('.hero');
    await expect(head.getByRole('heading', { level: 1 })).toHaveText(novel.title);
    await expect(head).toContainText(statusLabel(novel.status) ?? '');
    await expect(head).toContainText('Français');
    await expect(head).toContainText(`Par ${novel.authorName}`);
    await expect(head.getByRole('list', { name: 'Genres' }).getByRole('listitem')).toHaveText(
      novel.genres.map(genreLabel),
    );
    await expect(head.getByRole('heading', { name: 'Synopsis' })).toBeVisible();
    const beginning = novel.description.slice(0, 60);
    await expect(head.locator('.synopsis > p').first()).toContainText(beginning);
    for (const tag of novel.tags) {
      const words = new RegExp(tag.replaceAll(' ', '\\s'));
      await expect(head.getByRole('list', { name: 'Mots-clés' })).toContainText(words);
    }
  }
});

test('the figures and dates of a novel are the ones of the API', async ({ page, catalogue }) => {
  const { novel } = catalogue.mixed;
  await page.goto(`/novel/${novel.slug}`);
  const figures = page.locator('.hero dl > div');
  await expect(figures.filter({ hasText: 'Favoris' })).toContainText(String(novel.favorites));
  await expect(figures.filter({ hasText: 'Chapitres' })).toContainText(String(novel.chapterCount));
  await expect(figures.filter({ hasText: 'Vues' }).locator('dd')).toHaveText(/^[\d\s]+$/);
  const stars = page.locator('.stars');
  await expect(stars).toContainText(required(novel.rating, 'rating').toFixed(1).replace('.', ','));
  await expect(stars).toContainText(new RegExp(`\\(${novel.ratingCount}\\snotes?\\)`));
  const dates = (await page.locator('.dates').innerText()).match(frenchDate);
  expect(dates).toHaveLength(2);
});

test('“Commencer la lecture” opens the first chapter', async ({ page, catalogue }) => {
  const { novel } = catalogue.mixed;
  await page.goto(`/novel/${novel.slug}`);
  await page.getByRole('link', { name: 'Commencer la lecture' }).click();
  await expect(page).toHaveURL(`/chapter/${required(novel.chapters[0], 'chapter')._id}`);
  await expect(page.locator('.number')).toContainText('Chapitre 1');
});

test('a novel without cover, ratings or chapters is whole all the same', async ({
  page,
  catalogue,
}) => {
  const novel = required(
    catalogue.novels.find(({ title }) => title === bareNovel.title),
    'novel without chapters',
  );
  await page.goto(`/novel/${novel.slug}`);
  await expect(page.getByText('Aucun chapitre disponible')).toBeVisible();
  await expect(page.getByText('En pause')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Commencer la lecture' })).toHaveCount(0);
  await expect(page.getByText('Premier chapitre à paraître')).toBeVisible();
  await expect(page.locator('.hero dl > div').filter({ hasText: 'Chapitres' })).toHaveCount(0);
  await expect(page.locator('.hero img')).toHaveCount(0);
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect((title?.x ?? 0) + (title?.width ?? Infinity)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
});

test('a novel’s id leads to its slug for good', async ({ request, catalogue }) => {
  const { novel } = catalogue.mixed;
  const answer = await request.get(`/novel/${novel._id}`, { maxRedirects: 0 });
  expect(answer.status()).toBe(301);
  expect(answer.headers().location).toBe(`/novel/${novel.slug}`);
});

import { genreLabel } from '#shared/site/genres.ts';
import { statusLabel } from '#shared/messages.ts';
import { required } from './catalogue.ts';
import { expect, sentAlone, test } from './fixtures.ts';
import { layoutShift } from './layout-shift.ts';
import { bareNovel, countedNovel, unreadNovel, vastNovel } from './novels.ts';
import { readTo } from './reading.ts';

const frenchDate =
  /\d{1,2}(?:er)?\s(janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)\s\d{4}/g;

test.describe('as it is sent', () => {
  test.use(sentAlone);

  test('the head of a novel has its title, status, language, author, genres, synopsis and tags', async ({
    page,
    catalogueNow: catalogue,
  }) => {
    const untouched: string[] = [countedNovel.slug, unreadNovel.slug];
    const read = catalogue.novels.filter(({ slug }) => !untouched.includes(slug));
    for (const novel of [catalogue.mixed.novel, ...read.slice(0, 3)]) {
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
      const synopsis = head.getByRole('region', { name: 'Synopsis' });
      await expect(synopsis.getByRole('paragraph').first()).toContainText(beginning);
      for (const tag of novel.tags) {
        const words = new RegExp(tag.replaceAll(' ', '\\s'));
        await expect(head.getByRole('list', { name: 'Mots-clés' })).toContainText(words);
      }
    }
  });

  test('the figures and dates of a novel are those that the API returns', async ({
    page,
    catalogueNow: catalogue,
  }) => {
    const { novel } = catalogue.mixed;
    await page.goto(`/novel/${novel.slug}`);
    const figures = page.locator('.hero dl > div');
    await expect(figures.filter({ hasText: 'Favoris' })).toContainText(String(novel.favorites));
    await expect(figures.filter({ hasText: 'Chapitres' })).toContainText(
      String(novel.chapterCount),
    );
    await expect(figures.filter({ hasText: 'Vues' }).locator('dd')).toHaveText(/^[\d\s]+$/);
    const stars = page.locator('.stars');
    await expect(stars).toContainText(
      required(novel.rating, 'rating').toFixed(1).replace('.', ','),
    );
    await expect(stars).toContainText(new RegExp(`\\(${novel.ratingCount}\\snotes?\\)`));
    const dates = (await page.locator('.dates').innerText()).match(frenchDate);
    expect(dates).toHaveLength(2);
  });
});

test('“Commencer la lecture” opens the first chapter', async ({
  page,
  catalogueNow: catalogue,
}) => {
  const { novel } = catalogue.mixed;
  // Chromium's report of a transition that was begun in vain, which other stories let pass.
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`/novel/${novel.slug}`);
  await page.getByRole('link', { name: 'Commencer la lecture' }).click();
  await expect(page).toHaveURL(`/chapter/${required(novel.chapters[0], 'chapter')._id}`);
  await expect(page.locator('.number')).toContainText('Chapitre 1');
  await page.waitForLoadState('networkidle');
  expect(errors).toEqual([]);
});

test('a novel links to the chapter its reader read last, without layout shift', async ({
  page,
  catalogueNow: catalogue,
}) => {
  const { novel } = catalogue.mixed;
  const [second, third] = [required(novel.chapters[1], '2'), required(novel.chapters[2], '3')];
  const begin = page.getByRole('link', { name: 'Commencer la lecture' });
  const resume = page.getByRole('link', { name: 'Reprendre la lecture' });
  await page.goto(`/novel/${novel.slug}`);
  const box = await begin.boundingBox();
  for (const { _id } of [third, second]) {
    await page.goto(`/chapter/${_id}`);
    await readTo(page, 0.3);
  }
  await page.goto(`/novel/${novel.slug}`);
  await expect(resume).toHaveAccessibleName('Reprendre la lecture Chapitre 2');
  await expect(begin).toHaveCount(0);
  expect(await resume.boundingBox()).toEqual(box);
  // Its words do not begin where the others did; nothing else is different.
  expect(await layoutShift(page)).toBeLessThan(0.001);
  await resume.click();
  await expect(page).toHaveURL(`/chapter/${second._id}`);

  await page.goto(`/chapter/${third._id}`);
  await readTo(page, 0.5);
  await page.goto(`/novel/${novel.slug}`);
  await expect(resume).toContainText('Chapitre\u00A03');
  await page.goto(`/novel/${vastNovel.slug}`);
  await expect(begin).toBeVisible();
});

test('a novel does not link to where another reader of the device stopped @variant', async ({
  page,
  catalogueNow: catalogue,
  signInAs,
}) => {
  const { novel } = catalogue.mixed;
  await signInAs();
  await page.goto(`/chapter/${required(novel.chapters[1], 'chapter')._id}`);
  await readTo(page, 0.3);
  await page.goto(`/novel/${novel.slug}`);
  await expect(page.getByRole('link', { name: 'Reprendre la lecture' })).toBeVisible();
  // What the page still asks for the first person is refused once their cookies are gone.
  await page.goto('/robots.txt');
  await page.context().clearCookies();
  await signInAs();
  // What the account has read is known then, and what the device has was looked at.
  const answer = page.waitForResponse((reply) => reply.url().endsWith('/library'));
  await page.goto(`/novel/${novel.slug}`);
  await (await answer).finished();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('link', { name: 'Commencer la lecture' })).toBeVisible();
});

test('the longest title leaves the read link on the first screen', async ({ page, catalogue }) => {
  const [longest] = catalogue.novels
    .filter(({ chapters, ratingCount }) => chapters.length > 0 && ratingCount > 0)
    .toSorted((one, other) => other.title.length - one.title.length);
  expect(longest?.title.length).toBeGreaterThanOrEqual(110);
  await page.goto(`/novel/${longest?.slug ?? ''}`);
  await expect(page.getByRole('link', { name: 'Commencer la lecture' })).toBeInViewport({
    ratio: 1,
  });
});

test('a novel without cover, ratings or chapters has a complete page @variant', async ({
  page,
  catalogueNow: catalogue,
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

test('a novel’s id leads to its slug for good', async ({ request, catalogueNow: catalogue }) => {
  const { novel } = catalogue.mixed;
  const answer = await request.get(`/novel/${novel._id}`, { maxRedirects: 0 });
  expect(answer.status()).toBe(301);
  expect(answer.headers().location).toBe(`/novel/${novel.slug}`);
});

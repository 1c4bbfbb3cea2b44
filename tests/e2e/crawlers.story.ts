import type { Page } from 'playwright/test';
import { z } from 'zod';
import { siteUrl } from './addresses.ts';
import { required } from './catalogue.ts';
import { expect, sentAlone, test } from './fixtures.ts';
import { open, type PageName } from './pages.ts';

// What crawlers read does not depend on the width of a screen.
test.use(sentAlone);
const site = siteUrl('demo');

const graph = z.object({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(z.looseObject({ '@type': z.string() })),
});

for (const name of ['home', 'novel', 'legal notice', 'privacy', 'terms'] as PageName[]) {
  test(`${name} tells crawlers its address, title and description @desktop`, async ({
    page,
    catalogueNow: catalogue,
    expectFailure,
  }) => {
    await open(name, { page, catalogue, expectFailure });
    const path = new URL(page.url()).pathname;
    const canonical = required(await href(page, 'canonical'), 'canonical address');
    expect(new URL(canonical).pathname).toBe(path);
    expect((await meta(page, 'name', 'description'))?.length).toBeGreaterThan(50);
    expect(await page.title()).toContain('Feuilleton');
    expect(await meta(page, 'name', 'robots')).toBeNull();
    expect(await meta(page, 'property', 'og:url')).toBe(canonical);
    expect(await meta(page, 'property', 'og:title')).not.toBeNull();
    expect(await meta(page, 'property', 'og:description')).not.toBeNull();
    expect(await meta(page, 'property', 'og:locale')).toBe('fr_FR');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  });
}

test('every novel’s picture for links exists @desktop @variant', async ({
  request,
  catalogueNow: catalogue,
}) => {
  for (const { slug } of catalogue.novels) {
    // Without a browser: opening the page would count a view.
    const html = await (await request.get(`/novel/${slug}`)).text();
    const found = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1];
    const image = required(found, `og:image of ${slug}`);
    const answer = await request.get(image);
    expect.soft(answer.status(), `og:image of ${slug}`).toBe(200);
    expect.soft(answer.headers()['content-type'], slug).toMatch(/^image\/(jpeg|png)$/);
  }
});

test('the list pages of a novel have the novel’s own address @desktop @variant', async ({
  page,
  catalogueNow: catalogue,
}) => {
  const { slug } = catalogue.mixed.novel;
  await page.goto(`/novel/${slug}?tri=desc`);
  expect(await href(page, 'canonical')).toBe(`${site}/novel/${slug}`);
});

test('structured data names the book, its rating and the way to it @desktop', async ({
  page,
  catalogueNow: catalogue,
}) => {
  const { novel } = catalogue.mixed;
  await page.goto(`/novel/${novel.slug}`);
  const source = await page.locator('script[type="application/ld+json"]').textContent();
  const data = graph.parse(JSON.parse(source ?? ''))['@graph'];
  expect(data.find((part) => part['@type'] === 'Book')).toMatchObject({
    name: novel.title,
    author: { name: novel.authorName },
    inLanguage: 'fr',
    url: `${site}/novel/${novel.slug}`,
    aggregateRating: { ratingValue: novel.rating, ratingCount: novel.ratingCount, bestRating: 5 },
  });
  const crumbs = data.find((part) => part['@type'] === 'BreadcrumbList');
  expect(crumbs?.itemListElement).toHaveLength(2);
});

test('only the unfiltered catalogue is for indexing @desktop @variant', async ({ page }) => {
  const robots = page.locator('meta[name="robots"]');
  const canonical = page.locator('link[rel="canonical"]');
  await page.goto('/romans?utm_source=lettre');
  await expect(robots).toHaveCount(0);
  await expect(canonical).toHaveAttribute('href', /\/romans$/);
  for (const query of ['q=dragons', 'genre=fantasy', 'statut=termine', 'tri=vues']) {
    await page.goto(`/romans?${query}`);
    await expect(robots).toHaveAttribute('content', 'noindex, follow');
    await expect(canonical).toHaveCount(0);
  }
});

test('chapters and 404 pages are not for indexing @desktop', async ({
  page,
  catalogueNow: catalogue,
  expectFailure,
}) => {
  for (const name of ['chapter', 'locked chapter', '404'] as PageName[]) {
    await open(name, { page, catalogue, expectFailure });
    expect(await meta(page, 'name', 'robots'), name).toBe('noindex');
  }
});

test('the sitemap lists home, the legal pages and every novel @desktop', async ({
  page,
  request,
  catalogueNow: catalogue,
}) => {
  const xml = await (await request.get('/sitemap.xml')).text();
  const { error, locations } = await readXml(page, xml);
  expect(error).toBe('');
  expect(locations).toEqual(
    expect.arrayContaining([
      `${site}/`,
      `${site}/mentions-legales`,
      ...catalogue.novels.map(({ slug }) => `${site}/novel/${slug}`),
    ]),
  );
  expect(locations.filter((location) => location.includes('/chapter/'))).toEqual([]);
});

test('the feeds are well-formed and hold titles without texts @desktop', async ({
  page,
  request,
  catalogueNow: catalogue,
}) => {
  for (const path of ['/feed.xml', `/novel/${catalogue.mixed.novel.slug}/feed.xml`]) {
    const answer = await request.get(path);
    expect(answer.headers()['content-type']).toContain('application/atom+xml');
    const { error, entries } = await readXml(page, await answer.text());
    expect(error, path).toBe('');
    expect(entries, path).toBeGreaterThan(3);
  }
});

function href(page: Page, rel: string): Promise<string | null> {
  return page.evaluate(
    (name) => document.querySelector<HTMLLinkElement>(`link[rel="${name}"]`)?.href ?? null,
    rel,
  );
}

function meta(page: Page, attribute: 'name' | 'property', value: string): Promise<string | null> {
  return page.evaluate(
    ([by, wanted]) =>
      document.querySelector(`meta[${by}="${wanted}"]`)?.getAttribute('content') ?? null,
    [attribute, value] as const,
  );
}

/** Lets the browser's own parser read a document. */
function readXml(page: Page, xml: string) {
  return page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, 'application/xml');
    return {
      error: parsed.querySelector('parsererror')?.textContent ?? '',
      locations: [...parsed.querySelectorAll('loc')].map((element) => element.textContent),
      entries: parsed.querySelectorAll('entry').length,
    };
  }, xml);
}

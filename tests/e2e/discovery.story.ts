/** From one novel to the next: lists, links, criteria, suggestions; and that no link leads nowhere. */
import type { APIRequestContext, Page } from 'playwright/test';
import { z } from 'zod';
import { siteUrl } from './addresses.ts';
import { required } from './catalogue.ts';
import { expect, sentAlone, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { longNovel, vastNovel } from './novels.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const titles = (page: Page) => page.locator('main h3');

/** Not the options of the catalogue's own lists. */
const suggested = (page: Page) =>
  page.getByRole('listbox', { name: 'Romans suggérés' }).getByRole('option');

test.describe('as they are sent', () => {
  test.use(sentAlone);

  test('a novel leads to its author, translator, language, genres and tags, and they back to it @variant', async ({
    page,
  }) => {
    const open = () => page.goto(`/novel/${vastNovel.slug}`);
    await open();
    await expect(page.getByText('Traduit de l’anglais')).toHaveText(
      `Traduit de l’anglais par ${vastNovel.translatorName}`,
    );
    await expect(page.getByText('Titre original')).toContainText(vastNovel.originalTitle);
    await expect(page.getByText(`Nouveau chapitre ${vastNovel.rhythm}`)).toBeVisible();
    const hero = page.locator('.hero');
    for (const [link, title] of [
      ['Prosper Escalier', 'Prosper Escalier'],
      [vastNovel.translatorName, vastNovel.translatorName],
      ['Aventure', 'Romans d’aventure'],
      ['#maison\u00A0ancienne', '#maison ancienne'],
      ['anglais', 'Tous les romans'],
    ] as const) {
      await open();
      await hero.getByRole('link', { name: link, exact: true }).click();
      await expect(heading(page)).toHaveText(title);
      await page.getByRole('link', { name: vastNovel.title }).click();
      await expect(page).toHaveURL(`/novel/${vastNovel.slug}`);
    }
  });

  test('what a novel contains is said before its first chapter, and found by', async ({ page }) => {
    const card = page.getByRole('article').filter({ hasText: vastNovel.title });
    await page.goto('/romans?q=soixante&age=12');
    await expect(page.getByRole('link', { name: /Âge conseillé : 12 ans au plus/ })).toBeVisible();
    await expect(card.getByText('Dès 12 ans')).toBeVisible();
    await expect(card.getByRole('img', { name: /^Contient : violence, racisme/ })).toBeVisible();
    await card.getByRole('link').click();
    const notice = page.getByText(vastNovel.notice);
    await expect(notice).toBeVisible();
    await page.getByRole('link', { name: /Commencer la lecture/ }).click();
    await expect(heading(page)).toHaveText('Porte 1');
    await expect(notice).toBeVisible();
    await page
      .getByRole('link', { name: /Porte 2|suivant/i })
      .first()
      .click();
    await expect(heading(page)).toHaveText('Porte 2');
    await expect(notice).toHaveCount(0);
    await page.goto('/romans?q=soixante&sans-avertissement=violence&age=12');
    await expect(card).toHaveCount(0);
  });

  test('a novel’s parts are titles in its list, and stand again on a later page', async ({
    page,
  }) => {
    const [first, second] = vastNovel.parts;
    const parts = page.locator('.chapters h3');
    await page.goto(`/novel/${vastNovel.slug}`);
    await expect(parts).toHaveText([first]);
    await page.goto(`/novel/${vastNovel.slug}?page=3`);
    await expect(parts).toHaveText([first]);
    await page.goto(`/novel/${vastNovel.slug}?tri=desc`);
    await expect(parts).toHaveText([second]);
  });

  test('an author’s page tells novels and chapters, for crawlers too @variant', async ({
    page,
    catalogueNow: catalogue,
  }) => {
    const written = catalogue.novels.filter(({ authorName }) => authorName === 'Prosper Escalier');
    const chapters = written.reduce((sum, { chapterCount }) => sum + chapterCount, 0);
    await page.goto('/auteur/prosper-escalier?utm_source=lettre');
    await expect(heading(page)).toHaveText('Prosper Escalier');
    await expect(titles(page)).toHaveCount(written.length);
    await expect(page.locator('main section').first()).toContainText(
      `${written.length}\u00A0romans, ${chapters}\u00A0chapitres`,
    );
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${siteUrl('demo')}/auteur/prosper-escalier`,
    );
    const graph = z.object({ '@graph': z.array(z.looseObject({ '@type': z.string() })) });
    const source = await page.locator('script[type="application/ld+json"]').textContent();
    const parts = graph.parse(JSON.parse(source ?? ''))['@graph'];
    expect(parts.map((part) => part['@type'])).toEqual([
      'CollectionPage',
      'Person',
      'BreadcrumbList',
    ]);
    const items = z.object({ itemListElement: z.array(z.object({ name: z.string() })) });
    expect(items.parse(parts[0]?.mainEntity).itemListElement.map(({ name }) => name)).toEqual(
      await titles(page).allInnerTexts(),
    );
  });

  test('further criteria are applied, kept, and removed one by one @variant', async ({ page }) => {
    await page.goto('/romans?q=prosper');
    await page.getByText('Plus de critères').click();
    await page.getByLabel('Longueur').selectOption({ label: 'Au moins 50\u00A0chapitres' });
    await page.getByLabel('Sans chapitre premium').check();
    await page.getByLabel('Sans les mots-clés').fill('dragon, Forge');
    await page.getByRole('group', { name: 'Sans ces genres' }).getByLabel('Horreur').check();
    await page.getByRole('button', { name: 'Appliquer ces critères' }).click();
    await expect(titles(page)).toHaveText([vastNovel.title]);
    const chosen = page.getByRole('navigation', { name: 'Critères choisis' });
    await expect(chosen.getByRole('link')).toHaveText([
      /«\sprosper\s»/,
      /Sans horreur/,
      /Sans #dragon/,
      /Sans #forge/,
      /Au moins 50/,
      /Sans chapitre premium/,
      'Tout effacer',
    ]);
    await expect(page.getByLabel('Sans les mots-clés')).toHaveValue('dragon, forge');
    await chosen.getByRole('link', { name: 'Sans #dragon' }).click();
    await expect(page).toHaveURL(
      '/romans?q=prosper&sans=horreur&sans-mot=forge&chapitres=50&gratuit=1',
    );
  });
});

test('chapters read to their end on this device are marked in the list, without layout shift', async ({
  page,
  catalogue,
}) => {
  const novel = catalogue.novel(longNovel.slug);
  const [first, second] = novel.chapters;
  await page.addInitScript(
    ([novelId, read]) => {
      localStorage.setItem('reading_last', JSON.stringify({ [novelId]: [read, 1] }));
      localStorage.setItem('reading_done', JSON.stringify([read]));
    },
    [novel._id, required(first, 'chapter')._id] as const,
  );
  await page.goto(`/novel/${longNovel.slug}`);
  const rows = page.locator('.chapters li');
  await expect(rows.nth(0).getByRole('link')).toHaveAccessibleName(/, lu$/);
  await expect(rows.nth(1).getByRole('link')).not.toHaveAccessibleName(/lu$/);
  expect(second).toBeDefined();
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
});

test('suggestions are chosen with the keyboard, and Escape keeps what was typed @variant', async ({
  page,
}) => {
  await page.goto('/romans');
  const field = page.getByLabel('Titre, auteur ou mot');
  const options = suggested(page);
  await field.focus();
  await field.pressSequentially('soixante po');
  await expect(field).toHaveRole('combobox');
  await expect(options).toHaveText([new RegExp(vastNovel.title)]);
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(field).toHaveValue('soixante po');
  await field.pressSequentially('r');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  const id = required(await options.first().getAttribute('id'), 'id of an option');
  await expect(field).toHaveAttribute('aria-activedescendant', id);
  await page.keyboard.press('ArrowDown');
  await expect(field).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/novel/${vastNovel.slug}`);
});

test('Enter without a chosen suggestion searches, and a click opens a suggestion @variant', async ({
  page,
}) => {
  await page.goto('/romans');
  const field = page.getByLabel('Titre, auteur ou mot');
  await field.focus();
  await field.pressSequentially('soixante');
  await expect(suggested(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/romans\?q=soixante/);
  await field.focus();
  await field.fill('soixante portes');
  await suggested(page).click();
  await expect(page).toHaveURL(`/novel/${vastNovel.slug}`);
});

test('similar novels are listed below a novel, without those read on this device @variant', async ({
  page,
  catalogue,
}) => {
  const similar = page.getByRole('region', { name: 'Si vous avez aimé ce roman' });
  // The job has run when the server began.
  await page.goto(`/novel/${longNovel.slug}`);
  const shown = await similar.getByRole('heading', { level: 3 }).allInnerTexts();
  expect(shown.length).toBeGreaterThan(1);
  expect(shown).not.toContain(longNovel.title);
  const read = required(
    catalogue.novels.find(({ title }) => title === shown[0]),
    'novel',
  );
  await page.evaluate(
    (id) => localStorage.setItem('reading_last', JSON.stringify({ [id]: [id, 1] })),
    read._id,
  );
  await page.reload();
  await expect(similar.getByRole('heading', { level: 3 })).toHaveText(shown.slice(1));
});

test('every link of the site leads somewhere, and every novel is reached by one @desktop @variant', async ({
  request,
  catalogueNow: catalogue,
}) => {
  test.setTimeout(240_000);
  // Before the links are followed: other stories add novels in between.
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const { answers, reached } = await crawl(request);
  expect(reached.size).toBeLessThan(pagesMax);
  expect([...answers].filter(([, status]) => status !== 200)).toEqual([]);
  const missing = catalogue.novels.filter(({ slug }) => !reached.has(`/novel/${slug}`));
  expect(missing.map(({ title }) => title)).toEqual([]);
  const listed = [...sitemap.matchAll(/<loc>([^<]+)</g)].map(
    ([, url]) => new URL(url ?? '').pathname,
  );
  expect(listed.filter((path) => !reached.has(path))).toEqual([]);
});

const requestsAtOnce = 8;
/** A site of the stories has fewer; where links made pages without end, this is the end. */
const pagesMax = 3_000;

/**
 * Follows every link from home. What is behind a link for nobody to follow is looked at, and no
 * further. Other sites, files and ways in are left out.
 * @returns the status of every address, and the addresses that followed links reach.
 */
async function crawl(request: APIRequestContext) {
  const answers = new Map<string, number>();
  const reached = new Set(['/']);
  const queue = ['/'];
  const leaves = new Set<string>();
  const work = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const answer = await request.get(path);
      answers.set(path, answer.status());
      for (const { to, isFollowed } of linksIn(await answer.text(), path)) {
        if (!isFollowed) leaves.add(to);
        else if (!reached.has(to) && reached.size < pagesMax) {
          reached.add(to);
          queue.push(to);
        }
      }
    }
  };
  // Some wait while the first pages come.
  while (queue.length > 0) await Promise.all(Array.from({ length: requestsAtOnce }, work));
  const rest = [...leaves].filter((path) => !reached.has(path)).slice(0, pagesMax);
  const look = async () => {
    for (let path = rest.shift(); path !== undefined; path = rest.shift()) {
      answers.set(path, (await request.get(path)).status());
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, look));
  return { answers, reached };
}

function linksIn(html: string, from: string): { to: string; isFollowed: boolean }[] {
  return [...html.matchAll(/<a\b[^>]*>/g)].flatMap(([tag]) => {
    const href = /\bhref="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&');
    if (href === undefined) return [];
    const site = siteUrl('demo');
    const url = new URL(href, site + from);
    const isOurs = url.origin === new URL(site).origin;
    if (!isOurs || /^\/(?:api|images|login)\b/.test(url.pathname)) return [];
    return [{ to: url.pathname + url.search, isFollowed: !/\brel="[^"]*nofollow/.test(tag) }];
  });
}

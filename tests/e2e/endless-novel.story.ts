import type { Page } from 'playwright/test';
import { getChapterPage } from '#shared/contracts/chapters.ts';
import { listNovels } from '#shared/contracts/novels.ts';
import { siteUrl } from './addresses.ts';
import { required } from './catalogue.ts';
import { knock } from './challenges.ts';
import { endlessNovel } from './endless-novel.ts';
import { expect, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';

const { chapterCount, parts, premiumFrom } = endlessNovel;
const site = siteUrl('vast');
const pageCall = /\/api\/novels\/[\w-]+\/chapters\?/;
const panel = (page: Page) => page.getByRole('dialog', { name: /^Sommaire/ });
const row = (page: Page, number: number) => itemOf(page, number).getByRole('link');
const itemOf = (page: Page, number: number) =>
  list(page).locator('li', { has: page.locator(`.number:text-is("${number}")`) });
/** What is shown: of a search, the whole list stays behind it. */
const list = (page: Page) => panel(page).locator('.parts:not([hidden])');
const rows = (page: Page) => list(page).locator('li a');

/** Ids of the novel and of its chapters with these numbers. */
async function findIds(page: Page, ...numbers: number[]): Promise<string[]> {
  const { novels } = listNovels.response.parse(
    await (await page.request.get(`${site}/api/novels`)).json(),
  );
  const novelId = required(novels[0], 'novel')._id;
  const ids = numbers.map(async (number) => {
    const query = `?page=${number}&size=1`;
    const answer = await page.request.get(`${site}/api/novels/${novelId}/chapters${query}`);
    const { chapters } = getChapterPage.response.parse(await answer.json());
    return required(chapters[0], `chapter ${number}`)._id;
  });
  return Promise.all(ids);
}

/** Opens the list over this chapter. */
async function openAt(page: Page, number: number): Promise<void> {
  const [id] = await findIds(page, number);
  await page.goto(`${site}/chapter/${id}`);
  await page.getByRole('button', { name: 'Sommaire', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(row(page, number)).toBeFocused();
}

/** Bytes of the answers for the list, before compression. */
function countBytes(page: Page): () => Promise<number> {
  const answers: Promise<number>[] = [];
  page.on('response', (response) => {
    if (pageCall.test(response.url())) {
      answers.push(response.body().then(({ byteLength }) => byteLength));
    }
  });
  return async () => (await Promise.all(answers)).reduce((sum, bytes) => sum + bytes, 0);
}

test('the list of 2,000 chapters opens at the current one, and loads what comes into view @variant', async ({
  page,
  axe,
}) => {
  const bytes = countBytes(page);
  await openAt(page, 1_000);
  await expect(row(page, 1_000)).toBeInViewport();
  await expect(row(page, 1_000)).toHaveAttribute('aria-current', 'page');
  for (const part of parts) {
    await expect(panel(page).getByRole('heading', { name: part })).toHaveCount(1);
  }
  // Its own page of fifty, and the one that comes after it.
  await expect(rows(page)).toHaveCount(100);
  expect(await bytes()).toBeLessThan(60_000);
  const item = itemOf(page, 1_000);
  await expect(item).toHaveAttribute('aria-posinset', '1000');
  await expect(item).toHaveAttribute('aria-setsize', String(chapterCount));
  await axe();

  const content = panel(page).locator('.content');
  await content.evaluate((box) => box.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(row(page, 1)).toBeInViewport();
  await content.evaluate((box) => box.scrollTo({ top: box.scrollHeight, behavior: 'instant' }));
  await expect(row(page, chapterCount)).toBeInViewport();
  await expect(rows(page)).toHaveCount(200);
  expect(await bytes()).toBeLessThan(120_000);
  await row(page, chapterCount).click();
  await expect(page.getByRole('heading', { name: `Page ${chapterCount}` })).toBeVisible();
});

test('rows that come in above and below move none that is seen @variant', async ({ page }) => {
  const [id] = await findIds(page, 1_003);
  await page.goto(`${site}/chapter/${id}`);
  // The first answer comes at once; the pages before and after it are held back.
  const held = await holdCalls(page, /chapters\?.*page=/);
  await page.getByRole('button', { name: 'Sommaire', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(row(page, 1_003)).toBeInViewport();
  await expect.poll(() => held.bodies().length).toBe(1);
  const top = () => row(page, 1_003).evaluate((link) => link.getBoundingClientRect().top);
  const before = await top();
  await held.release();
  await expect(row(page, 1_000)).toBeAttached();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
});

test('the keyboard goes on over the end of what is loaded, in both directions @desktop @variant', async ({
  page,
}) => {
  await openAt(page, 1_049);
  const held = await holdCalls(page, /chapters\?.*page=22/);
  await expect(row(page, 1_050)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(row(page, 1_050)).toBeFocused();
  await page.keyboard.press('Tab');
  const rest = panel(page).getByRole('button', { name: /^Afficher 50\s+chapitres$/ });
  await expect(rest.and(page.locator(':focus'))).toBeVisible();
  await held.release();
  await expect(row(page, 1_051)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(row(page, 1_050)).toBeFocused();
});

test('a page that does not come says so in its place, and is tried again @variant', async ({
  page,
  expectFailure,
  axe,
}) => {
  expectFailure(pageCall);
  await openAt(page, 1_050);
  const held = await holdCalls(page, /chapters\?.*page=1&/);
  const content = panel(page).locator('.content');
  await content.evaluate((box) => box.scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(() => held.bodies().length).toBe(1);
  await held.fail();
  await expect(panel(page).getByText('Erreur lors du chargement des chapitres')).toBeInViewport();
  await axe();
  await panel(page).getByRole('button', { name: 'Réessayer' }).click();
  await expect(row(page, 1)).toBeFocused();
});

test('turned around, the list begins with the last; a chapter is found by its number @variant', async ({
  page,
}) => {
  await openAt(page, 1_000);
  await panel(page).getByRole('button', { name: 'Décroissant' }).click();
  await expect(row(page, 1_000)).toBeInViewport();
  const content = panel(page).locator('.content');
  await content.evaluate((box) => box.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(row(page, chapterCount)).toBeInViewport();
  await expect(rows(page).first()).toContainText(`Page ${chapterCount}`);
  const last = itemOf(page, chapterCount);
  await expect(last).toHaveAttribute('aria-posinset', '1');

  const field = panel(page).getByRole('searchbox', { name: 'Chercher un chapitre' });
  await field.fill('1234');
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, 1_234)).toBeInViewport();
  await field.fill('1');
  // With a 1 in the title.
  await expect(panel(page).getByRole('status')).toHaveText(/^1\s?271\s+chapitres$/);
  await content.evaluate((box) => box.scrollTo({ top: box.scrollHeight, behavior: 'instant' }));
  await expect(row(page, 1)).toBeInViewport();
  await field.fill('');
  await expect(row(page, 1_000)).toBeInViewport();
});

test('each reader is told their own prices, in the panel and on the novel’s page', async ({
  page,
  signInAs,
}) => {
  const bytes = countBytes(page);
  const { id: userId } = await signInAs({}, 'vast');
  const [chapterId] = await findIds(page, 1_998);
  await knock(page, 'unlock', { userId, chapterId }, 'vast');
  await openAt(page, premiumFrom - 1);
  await expect(row(page, premiumFrom - 1).locator('.mark')).toHaveText(['En cours']);
  await expect(row(page, premiumFrom).locator('.mark')).toHaveText([/^1\s+crédit$/]);
  const content = panel(page).locator('.content');
  await content.evaluate((box) => box.scrollTo({ top: box.scrollHeight, behavior: 'instant' }));
  await expect(row(page, 1_998).locator('.mark')).toHaveText(['Déverrouillé']);
  await expect(row(page, 1_999).locator('.mark')).toHaveText([/^1\s+crédit$/]);

  for (const query of ['?page=200', '?tri=desc']) {
    const before = await bytes();
    await page.goto(`${site}/novel/${endlessNovel.slug}${query}`);
    const listed = page.locator('.chapters ol > li');
    await expect(listed.filter({ hasText: 'Déverrouillé' }).locator('.number')).toHaveText([
      '1998',
    ]);
    await expect(listed.locator('.badge').filter({ hasText: /crédit/ })).toHaveCount(9);
    // It used to be 898 kB.
    expect((await bytes()) - before).toBeLessThan(6_000);
  }
});

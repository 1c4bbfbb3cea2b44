import type { Page, Request } from 'playwright/test';
import { getNovel } from '#shared/contracts/novels.ts';
import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { countedNovel } from './novels.ts';

test('a novel’s view is counted once by a browser @desktop @variant', async ({
  page,
  catalogueNow: catalogue,
}) => {
  const novel = catalogue.novel(countedNovel.slug);
  const counted = countingCalls(page);
  await page.goto(`/novel/${countedNovel.slug}`);
  await expect.poll(() => stored(page, 'viewed_novels')).toBe(JSON.stringify([novel._id]));
  expect(await stored(page, 'client_token')).toMatch(/^[0-9a-f-]{36}\./);
  await page.reload();
  await settled(page);
  expect(counted.map((request) => new URL(request.url()).pathname)).toEqual([
    `/api/novels/${novel._id}`,
  ]);
  // The server writes views in batches, some seconds apart.
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`/api/novels/${novel._id}`);
        return getNovel.response.parse(await answer.json()).views;
      },
      { timeout: 30_000 },
    )
    .toBe(novel.views + 1);
});

test('a chapter’s view is counted once, under the same client token', async ({
  page,
  catalogueNow: catalogue,
}) => {
  const { novel, free } = catalogue.mixed;
  const counted = countingCalls(page);
  await page.goto(`/novel/${novel.slug}`);
  await expect.poll(() => stored(page, 'client_token')).not.toBeNull();
  const token = required(await stored(page, 'client_token'), 'client token');
  await page.goto(`/chapter/${free._id}`);
  await expect.poll(() => stored(page, 'viewed_chapters')).toBe(JSON.stringify([free._id]));
  await page.reload();
  await settled(page);
  expect(counted.map((request) => new URL(request.url()).pathname)).toEqual([
    `/api/novels/${novel._id}`,
    `/api/chapters/${free._id}`,
  ]);
  expect(counted[1]?.headers()['x-client-token']).toBe(token);
  expect(await stored(page, 'client_token')).toBe(token);
});

test('a locked chapter counts no view', async ({ page, catalogueNow: catalogue }) => {
  const counted = countingCalls(page);
  await page.goto(`/chapter/${catalogue.mixed.locked._id}`);
  await settled(page);
  expect(counted).toEqual([]);
  expect(await stored(page, 'viewed_chapters')).toBeNull();
});

test('a broken list of views is begun anew @variant', async ({ page, catalogueNow: catalogue }) => {
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.setItem('viewed_novels', '{"pas":"une liste"'));
  const { novel } = catalogue.mixed;
  await page.goto(`/novel/${novel.slug}`);
  await expect.poll(() => stored(page, 'viewed_novels')).toBe(JSON.stringify([novel._id]));
});

function countingCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('countView=true')) calls.push(request);
  });
  return calls;
}

function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** What the page does when idle has been done, and its requests are over. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.waitForLoadState('networkidle');
}

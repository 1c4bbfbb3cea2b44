import type { Page } from 'playwright/test';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { required, type Catalogue } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';

const dayMs = 86_400_000;
/** Of the demonstration: all free, with recaps and persons. */
const slug = 'contre-courant';
const chapterOf = (catalogue: Catalogue, number: number) =>
  required(catalogue.novel(slug).chapters[number - 1], 'chapter');

/** This device read the third chapter whole, so many days ago. */
async function readThird(page: Page, catalogue: Catalogue, daysAgo: number): Promise<void> {
  const { _id: novelId, title: novelTitle } = catalogue.novel(slug);
  const [third, fourth] = [chapterOf(catalogue, 3), chapterOf(catalogue, 4)];
  const way = { slug, novelTitle, chapterTitle: third.title, chapterCount: 8, percent: 100 };
  const last = { ...way, readAtMs: Date.now() - daysAgo * dayMs, nextId: fourth._id, reader: null };
  const value = JSON.stringify({ [novelId]: [third._id, 3, last] });
  await page.addInitScript(
    ([key = '', stored = '']) => localStorage.setItem(key, stored),
    [storageKeys.lastRead, value],
  );
}

test('who comes back after a week finds what came before, folded, and nothing moves', async ({
  page,
  catalogue,
  axe,
}) => {
  await readThird(page, catalogue, 8);
  await page.goto(`/chapter/${chapterOf(catalogue, 4)._id}`);
  const fold = page.locator('.recap');
  await expect(fold.locator('summary')).toHaveText('Précédemment');
  await expect(fold).not.toHaveAttribute('open');
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
  await fold.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(fold.locator('h2')).toHaveText([/Chapitre\s1/, /Chapitre\s2/, /Chapitre\s3/]);
  await expect(fold).toContainText('ne sait pas nager');
  await expect(fold).not.toContainText('halage');
  await axe();
});

test('who read yesterday is reminded of nothing, and nothing is asked', async ({
  page,
  catalogue,
}) => {
  await readThird(page, catalogue, 1);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const { _id: here } = chapterOf(catalogue, 4);
  await page.goto(`/chapter/${here}`);
  await page.mouse.wheel(0, 400);
  // The place is followed: who had to be reminded would be by now.
  const last = () => page.evaluate((key) => localStorage.getItem(key), storageKeys.lastRead);
  await expect.poll(last).toContain(here);
  await expect(page.locator('.recap')).toHaveCount(0);
  expect(asked.filter((url) => url.includes('/reminder?'))).toEqual([]);
});

test('the bar opens who is who, and a long press on a name tells of one of them', async ({
  page,
  catalogue,
  axe,
}) => {
  await page.goto(`/chapter/${chapterOf(catalogue, 1)._id}`);
  const bar = page.locator('.control-bar');
  const box = page.getByRole('dialog', { name: 'Personnages' });
  const name = page.locator('.chapter-text > p', { hasText: 'Elle s’appelait Capucine' }).first();
  await name.scrollIntoViewIfNeeded();
  await bar.getByRole('button', { name: 'Personnages' }).press('Enter');
  await expect(box).toContainText('Nommés sur cette page');
  await expect(box).toContainText('lit les règlements par plaisir');
  await expect(box).not.toContainText('La Tuile');
  await axe();
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);

  const { x, y } = await name.evaluate((block) => {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = (node as Text).data.indexOf('Capucine');
      if (start < 0 || node.parentElement?.closest('[hidden]')) continue;
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, start + 4);
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }
    return { x: 0, y: 0 };
  });
  const wasShown = await bar.getAttribute('data-shown');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForTimeout(600); // A press is a long one by its duration alone.
  await page.mouse.up();
  await expect(box).toContainText('lit les règlements par plaisir');
  await expect(box).not.toContainText('Odile');
  expect(await bar.getAttribute('data-shown')).toBe(wasShown);
  await box.getByRole('button', { name: 'Tous les personnages' }).click();
  await expect(box).toContainText('Odile Grandjean');
});

test('persons that cannot be asked for say so', async ({ page, catalogue, expectFailure }) => {
  expectFailure(/ERR_FAILED/);
  await page.goto(`/chapter/${chapterOf(catalogue, 1)._id}`);
  await page.mouse.wheel(0, 200);
  await page.waitForLoadState('networkidle');
  await page.route('**/reminder*', (route) => route.abort());
  await page.locator('.control-bar [data-panel="cast"]').press('Enter');
  await expect(page.getByRole('dialog', { name: 'Personnages' })).toContainText(
    'Aucune réponse reçue du serveur',
  );
});

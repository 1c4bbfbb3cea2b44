import type { Page } from 'playwright/test';
import { expect, sentAlone, test } from './fixtures.ts';
import { longNovel } from './novels.ts';

const address = `/novel/${longNovel.slug}`;
const count = longNovel.chapterCount;

test.describe('as it is sent', () => {
  test.use(sentAlone);

  test('the list goes to every page and back, ten chapters at a time', async ({ page }) => {
    await page.goto(address);
    await expectNumbers(page, from(1, 10));
    await expect(step(page, 'Page précédente')).toHaveCount(0);
    await expect(step(page, 'Première page')).toHaveCount(0);
    await step(page, 'Page suivante').click();
    await expectNumbers(page, from(11, 20));
    await step(page, 'Dernière page').click();
    await expectNumbers(page, from(21, count));
    await expect(page.getByText('Page 3 sur 3')).toBeVisible();
    await expect(step(page, 'Page suivante')).toHaveCount(0);
    await step(page, 'Page précédente').click();
    await expectNumbers(page, from(11, 20));
    await step(page, 'Première page').click();
    await expectNumbers(page, from(1, 10));
  });

  test('changing the order goes back to the first page', async ({ page }) => {
    await page.goto(`${address}?page=2`);
    await order(page, 'Décroissant, du dernier au premier').click();
    await expectNumbers(page, from(14, count).toReversed());
    await expect(page.getByText('Page 1 sur 3')).toBeVisible();
    await expect(order(page, 'Décroissant, du dernier au premier')).toHaveAttribute(
      'aria-current',
      'true',
    );
    await step(page, 'Dernière page').click();
    await expectNumbers(page, ['3', '2', '1']);
    await order(page, 'Croissant, du premier au dernier').click();
    await expectNumbers(page, from(1, 10));
  });

  test('odd list parameters fall back to what exists', async ({ page }) => {
    await page.goto(`${address}?page=99`);
    await expect(page.getByText('Page 3 sur 3')).toBeVisible();
    await page.goto(`${address}?tri=%3Cb%3E&page=-4`);
    await expectNumbers(page, from(1, 10));
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the details of a chapter unfold on a phone @variant', async ({ page }) => {
    await page.goto(address);
    const first = page.locator('.chapters ol > li').first();
    await expect(first.getByText('min de lecture')).toBeHidden();
    await first.locator('summary').click();
    await expect(first.getByText('min de lecture')).toBeVisible();
    await first.locator('summary').click();
    await expect(first.getByText('min de lecture')).toBeHidden();
  });
});

test('on a wide screen the details of a chapter are open, and its whole row leads to it @desktop', async ({
  page,
}) => {
  await page.goto(address);
  const rows = page.locator('.chapters ol > li');
  await expect(rows.first().getByText('min de lecture')).toBeVisible();
  await expect(rows.first().locator('summary')).toBeHidden();
  const box = await rows.nth(1).boundingBox();
  const [x, y] = [(box?.width ?? 0) - 20, (box?.height ?? 0) / 2];
  await rows.nth(1).click({ position: { x, y } });
  await expect(page.locator('.number')).toContainText('Chapitre 2');
});

function from(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}

async function expectNumbers(page: Page, numbers: string[]): Promise<void> {
  await expect(page.locator('.chapters ol > li .number')).toHaveText(numbers);
}

function step(page: Page, name: string) {
  return page.getByRole('link', { name, exact: true });
}

function order(page: Page, name: string) {
  const orders = page.getByRole('navigation', { name: 'Ordre des chapitres' });
  return orders.getByRole('link', { name, exact: true });
}

import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { longNovel } from './novels.ts';

const address = `/novel/${longNovel.slug}`;
const count = longNovel.chapterCount;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

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

test('the details of a chapter stand open on a wide screen @desktop', async ({ page }) => {
  await page.goto(address);
  const first = page.locator('.chapters ol > li').first();
  await expect(first.getByText('min de lecture')).toBeVisible();
  await expect(first.locator('summary')).toBeHidden();
});

test('the whole row of a chapter leads to it on a wide screen @desktop', async ({ page }) => {
  await page.goto(address);
  const row = page.locator('.chapters ol > li').nth(1);
  const box = await row.boundingBox();
  await row.click({ position: { x: (box?.width ?? 0) - 20, y: (box?.height ?? 0) / 2 } });
  await expect(page.locator('.number')).toContainText('Chapitre 2');
});

test('a premium chapter carries its price in the list', async ({ page }) => {
  await page.goto(`${address}?page=3`);
  await expect(page.locator('.chapters ol > li').filter({ hasText: '1 crédit' })).toHaveCount(3);
});

test('odd list parameters fall back to what exists @variant', async ({ page }) => {
  await page.goto(`${address}?page=99`);
  await expect(page.getByText('Page 3 sur 3')).toBeVisible();
  await page.goto(`${address}?tri=%3Cb%3E&page=-4`);
  await expectNumbers(page, from(1, 10));
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

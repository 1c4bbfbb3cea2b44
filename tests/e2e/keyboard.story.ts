import type { Page } from 'playwright/test';
import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';

const tabsMax = 400;

test('home, novel and chapter are walked with the keyboard alone @desktop', async ({
  page,
  catalogue,
}) => {
  const { novel } = catalogue.mixed;
  await page.goto('/');
  await tabTo(page, novel.title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(novel.title);
  await tabTo(page, /^Commencer la lecture/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    required(novel.chapters[0], 'chapter').title,
  );
  await tabTo(page, /^Chapitre suivant./);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    required(novel.chapters[1], 'second chapter').title,
  );
});

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let tab = 0; tab < tabsMax; tab++) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(
      () => document.activeElement?.textContent.replace(/\s+/g, ' ').trim() ?? '',
    );
    if (typeof name === 'string' ? text === name : name.test(text)) return;
  }
  throw new Error(`no stop named ${String(name)} within ${tabsMax} tabs`);
}

import type { Page } from 'playwright/test';
import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { open, pageNames } from './pages.ts';

const tabsMax = 400;

test('the first stop of every page skips to its content', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  for (const name of pageNames) {
    await open(name, { page, catalogue, expectFailure });
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Aller au contenu' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const isPastBar = await page.evaluate(
      () => document.activeElement?.closest('header.top-bar') === null,
    );
    expect(isPastBar, name).toBe(true);
  }
});

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

test('whatever has the focus shows it, at least 24 px large @desktop', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  for (const name of pageNames) {
    await open(name, { page, catalogue, expectFailure });
    const seen = new Set<string>();
    for (let tab = 0; tab < tabsMax; tab++) {
      await page.keyboard.press('Tab');
      const focus = await focused(page);
      if (focus === null || seen.has(focus.path)) break;
      seen.add(focus.path);
      expect.soft(focus.outlined, `${name}: outline of ${focus.text || focus.path}`).toBe(true);
      const isTarget = focus.inText || (focus.width >= 24 && focus.height >= 24);
      expect.soft(isTarget, `${name}: size of ${focus.text || focus.path}`).toBe(true);
    }
    expect(seen.size, name).toBeGreaterThan(3);
  }
});

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let tab = 0; tab < tabsMax; tab++) {
    await page.keyboard.press('Tab');
    const text = (await focused(page))?.text ?? '';
    if (typeof name === 'string' ? text === name : name.test(text)) return;
  }
  throw new Error(`no stop named ${String(name)} within ${tabsMax} tabs`);
}

type Focus = {
  path: string;
  text: string;
  outlined: boolean;
  width: number;
  height: number;
  /** A link within a sentence may be as high as its line (WCAG 2.5.8, inline). */
  inText: boolean;
};

/** What has the focus, or null when it left the page. */
function focused(page: Page): Promise<Focus | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    // A link that covers what is beside it is outlined around all of it.
    const isOutlined = (node: Element) =>
      [null, '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(node, part);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
      });
    const place = (node: Element): string =>
      node.parentElement
        ? `${place(node.parentElement)}/${[...node.parentElement.children].indexOf(node)}`
        : '';
    const card = element.closest('article.card');
    // A box's label is as much its target.
    const target = card ?? element.closest('label') ?? element;
    const { width, height } = target.getBoundingClientRect();
    return {
      path: place(element),
      text: element.textContent.replace(/\s+/g, ' ').trim(),
      outlined: isOutlined(element) || (card !== null && isOutlined(card)),
      width,
      height,
      inText: element.closest('.legal p, .legal li') !== null,
    };
  });
}

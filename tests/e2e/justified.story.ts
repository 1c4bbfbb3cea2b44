import type { Page } from 'playwright/test';
import { decoySelector } from '#shared/decoys.ts';
import { expect, test } from './fixtures.ts';

/** The widest space of a justified line, in normal spaces; how far into the text that is known. */
function widestGap(page: Page): Promise<number> {
  return page.locator('.chapter-text').evaluate((text, decoys) => {
    // No paragraph, which would be as wide as its alinéa as well.
    const probe = document.createElement('span');
    probe.textContent = ' ';
    probe.style.cssText = 'position: absolute; white-space: pre';
    text.append(probe);
    const normal = probe.getBoundingClientRect().width;
    probe.remove();
    const range = new Range();
    let widest = 0;
    for (const paragraph of text.querySelectorAll('p')) {
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!(node instanceof Text) || node.parentElement?.closest(decoys)) continue;
        for (const { index } of node.data.matchAll(/ /g)) {
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          widest = Math.max(widest, range.getBoundingClientRect().width / normal);
        }
      }
    }
    return widest;
  }, decoySelector);
}

async function readThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

test('no line justified at 360 px has wider gaps than two and a half spaces', async ({
  page,
  catalogue,
}) => {
  test.slow();
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.setItem('reader_textAlign', 'justify'));
  const novels = catalogue.novels.filter(({ ratingCount }) => ratingCount > 0).slice(0, 4);
  for (const { slug, chapters } of novels) {
    await page.goto(`/chapter/${chapters[0]?._id ?? ''}`);
    const written = await page.locator('.chapter-text').textContent();
    // Again until the module is there, which looks at lines near the window.
    await expect(async () => {
      await readThrough(page);
      expect(await widestGap(page), slug).toBeLessThanOrEqual(2.51);
    }).toPass({ timeout: 30_000 });
    // Nothing was written into the text.
    expect(await page.locator('.line-end').count()).toBeGreaterThan(0);
    expect(await page.locator('.chapter-text').textContent()).toBe(written);
  }
});

test('lines are ended anew when the text gets larger, and no more when it is ragged @variante', async ({
  page,
  catalogue,
}) => {
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.setItem('reader_textAlign', 'justify'));
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await readThrough(page);
  await expect.poll(() => page.locator('.line-end').count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Réglages', exact: true }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Réglages de lecture' });
  await panel.getByRole('button', { name: 'Augmenter la taille du texte' }).click();
  await readThrough(page);
  await expect.poll(() => widestGap(page)).toBeLessThanOrEqual(2.51);
  await panel.getByRole('radio', { name: 'À gauche' }).check();
  await expect(page.locator('.line-end')).toHaveCount(0);
});

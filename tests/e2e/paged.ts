import { expect, type Page } from 'playwright/test';
import { decoySelector } from '#shared/text/decoys.ts';

/** From now on, this browser's reader reads in pages, until they choose otherwise. */
export async function readInPages(page: Page, words = 'pages'): Promise<void> {
  await page.addInitScript((stored) => {
    if (sessionStorage.getItem('chose') !== null) return;
    localStorage.setItem('reader_page', stored);
    sessionStorage.setItem('chose', '');
  }, words);
}

/** Opens a chapter; its pages can be turned. */
export async function openInPages(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectTurned(page);
}

/** The line below the text, as the eyes read it. */
export const pageNumberLine = (page: Page) => page.locator('.page-number-line');

/** The module that turns is there: it has numbered the page. */
export async function expectTurned(page: Page): Promise<void> {
  await expect(pageNumberLine(page)).toContainText(/Pages?\u00A0\d+/);
}

/** The number of the page, or of the left one of two, and of all. */
export async function pageNumber(page: Page): Promise<{ shown: number; of: number }> {
  const words = (await pageNumberLine(page).textContent()) ?? '';
  const [, shown, of] = /Pages?\u00A0(\d+).* sur\u00A0(\d+)$/.exec(words) ?? [];
  return { shown: Number(shown), of: Number(of) };
}

export async function expectPage(page: Page, shown: number): Promise<void> {
  await expect.poll(async () => (await pageNumber(page)).shown).toBe(shown);
}

/** The last page is shown. */
export async function expectLast(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { shown, of } = await pageNumber(page);
      return of - shown;
    })
    .toBeLessThan((page.viewportSize()?.width ?? 0) < 1_000 ? 1 : 2);
}

/** The text's words on the page: some from its beginning, or all. */
export function wordsShown(page: Page, length = 60): Promise<string> {
  return page.evaluate(
    ([most, decoys]) => {
      let words = '';
      const text = document.querySelector('.chapter-text') ?? document.body;
      const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      while (words.length < most && walker.nextNode()) {
        const node = walker.currentNode as Text;
        if (node.parentElement?.closest(decoys)) continue;
        for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
          if (words.length >= most) break;
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          const isSeen = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
          if (isSeen) words += `${word} `;
        }
      }
      return words.trim();
    },
    [length, decoySelector] as const,
  );
}

/** The text is at rest when its place on this page has been noted. */
export async function rest(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
}

/** What a screen reader is given: each role with its name, in order. */
export async function accessibilityTree(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const lines = nodes
    // A generic one has no meaning: what can be scrolled is one.
    .filter(({ ignored, role }) => !ignored && !/InlineTextBox|generic/.test(String(role?.value)))
    .map(({ role, name }) => `${String(role?.value)} ${String(name?.value ?? '')}`)
    .filter((node) => !/Encore|Moins d’une minute|Fin du chapitre/.test(node));
  // A line that ends early cuts a text in two nodes, with white space between them: read as one.
  const texts = lines.join('\n').replaceAll(/(?<=^StaticText .*)\nStaticText /gm, '');
  return texts.replaceAll(/ {2,}/g, ' ').split('\n');
}

/** All text that a screen reader is given of a page, in order, without white space. */
export async function spokenText(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  // The nodes come level by level.
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (id: string): string => {
    const node = byId.get(id);
    if (!node?.ignored && node?.role?.value === 'StaticText') return String(node.name?.value ?? '');
    return (node?.childIds ?? []).map(textOf).join('');
  };
  return textOf(nodes[0]?.nodeId ?? '').replaceAll(/\s+/g, '');
}

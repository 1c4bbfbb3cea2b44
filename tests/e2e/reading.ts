import { expect, type Page } from 'playwright/test';
import { decoySelector } from '#shared/text/decoys.ts';

/** What the reader sees at the window's top: words of the first line that is whole. */
function firstWords(page: Page): Promise<string> {
  return page.evaluate((decoys) => {
    const text = document.querySelector('.chapter-text');
    if (!text) return '';
    let words = '';
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    while (words.length < 40 && walker.nextNode()) {
      const node = walker.currentNode as Text;
      if (node.parentElement?.closest(decoys)) continue;
      for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
        if (words.length >= 40) break;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        if (range.getBoundingClientRect().top >= 0) words += `${word} `;
      }
    }
    return words.trim();
  }, decoySelector);
}

/** How far below the window's top these words begin, in pixels. */
function topOf(page: Page, words: string): Promise<number> {
  return page.evaluate(
    ([wanted = '', decoys = '']) => {
      const text = document.querySelector('.chapter-text');
      const [first = ''] = wanted.split(' ');
      const walker = document.createTreeWalker(text ?? document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        if (node.parentElement?.closest(decoys)) continue;
        const range = document.createRange();
        range.selectNodeContents(text ?? document.body);
        for (const { index } of node.data.matchAll(/\S+/g)) {
          range.setStart(node, index);
          if (!node.data.startsWith(first, index)) continue;
          const seen = range.cloneContents();
          for (const decoy of seen.querySelectorAll(decoys)) decoy.remove();
          // Words were told apart where an element ends, too.
          const rest = seen.textContent.replaceAll(/\s+/g, '');
          if (rest.startsWith(wanted.replaceAll(' ', ''))) return range.getBoundingClientRect().top;
        }
      }
      return Number.NaN;
    },
    [words, decoySelector],
  );
}

/** A line is not so far from the window's top that it could be the second one. */
const firstLinePixels = 45;
/** So little of a letter's box above the window's top cuts nothing of the letter itself. */
const cutMaxPixels = 3;

/** These words stand in the first whole line, wherever in it. */
export async function expectAtTop(page: Page, words: string): Promise<void> {
  const where = async () => {
    const top = await topOf(page, words);
    return top >= -cutMaxPixels && top < firstLinePixels ? 'in the first line' : `at ${top} pixels`;
  };
  await expect.poll(where, { message: words }).toBe('in the first line');
}

/**
 * Reads on to a part of the text (0 is its top, 1 its end), until this device has kept the place.
 * @returns the words that are then at the window's top.
 */
export async function readTo(page: Page, part: number): Promise<string> {
  const before = await storedPlaces(page);
  await page.evaluate((share) => {
    const text = document.querySelector('.chapter-text')?.getBoundingClientRect();
    if (!text) throw new Error('there is no text');
    scrollTo({ top: scrollY + text.top + text.height * share, behavior: 'instant' });
  }, part);
  await expect.poll(() => storedPlaces(page)).not.toBe(before);
  return firstWords(page);
}

/** Resolves when the account has answered to a place. */
export const placeAnswered = (page: Page) =>
  page.waitForResponse(
    (reply) => reply.url().endsWith('/place') && reply.request().method() === 'PUT',
  );

export function storedPlaces(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('reading_places') ?? '');
}

import { expect, test } from 'vitest';
import { drawChapter } from '#shared/text/chapter-markup.ts';
import { hasTextBlocks } from '#shared/text/text-blocks.ts';
import { storedWidths } from '#shared/text/text-pictures.ts';
import { countWords } from '#shared/text/words.ts';

const table = '<table><tr><td>un</td><td>deux</td></tr><tr><td>trois</td><td></td></tr></table>';

test('a table is drawn in a box of its own that the keyboard reaches', () => {
  const drawn = drawChapter(`<p>a</p>\n${table}`, 'fr');
  expect(drawn).toContain(
    '<div class="table" role="group" aria-label="Tableau" tabindex="0"><table>',
  );
  expect(drawn).toContain('</table></div>');
});

test('cells are words apart, the words of a picture are none', () => {
  expect(countWords(table)).toBe(3);
  const picture = `<figure><img data-picture="${'0'.repeat(32)}" alt="Une tour" width="8" height="6"></figure>`;
  expect(countWords(`<p>un</p>${picture}`)).toBe(1);
});

test('a text without them is as it was, and needs no sheet', () => {
  const html = '<p>a</p>\n<p class="verse">b</p>';
  expect(drawChapter(html, 'fr')).toBe(html);
  expect(hasTextBlocks(html)).toBe(false);
  for (const one of [
    table,
    '<div class="box"><p>a</p></div>',
    '<p lang="en" class="centered">a</p>',
  ])
    expect(hasTextBlocks(one)).toBe(true);
});

test.each([
  [300, [300]],
  [480, [480]],
  [1_000, [480, 960, 1_000]],
  [5_000, [480, 960, 1_600]],
])('a picture %i pixels wide is kept at %j', (width, widths) => {
  expect(storedWidths(width)).toEqual(widths);
});

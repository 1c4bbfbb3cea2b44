import { describe, expect, test } from 'vitest';
import { countWords } from '#shared/text/words.ts';

describe('countWords', () => {
  test.each([
    ['', 0],
    ['<p>l’homme</p>', 2],
    ["<p>l'homme</p>", 2],
    ['<p>Aujourd’hui, jusqu’à demain.</p>', 4],
    ["<p>quelqu'un d'autre</p>", 3],
    ['<p>En 1815, 3 mâts</p>', 4],
    ['<p>peut-être un arc-en-ciel</p>', 3],
    ['<p>— Eh bien ! « oui » …</p>', 3],
    ['<p>mot<em>uni</em> a&amp;b</p>', 3],
    ['<p>un<br>deux</p>\n<p>trois</p>', 3],
    ['<p><ruby>漢<rt>kan</rt></ruby></p>', 1],
    ['<p>e\u0301te\u0301</p>', 1],
  ])('counts %s as %i', (html, words) => {
    expect(countWords(html)).toBe(words);
  });
});

import { readFile, readdir } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownToChapterHtml } from '#server/publishing/book/markdown.ts';
import { sanitizeChapterHtml } from '#server/publishing/sanitize.ts';
import { tableLimits } from '#shared/text/text-blocks.ts';

describe('the sanitizer', () => {
  test.each([
    ['<p>Un <em>mot</em><br>« deux » &amp; "trois" l’<strong>autre</strong></p>\n<hr>'],
    ['<blockquote class="verse"><p lang="la">Arma<br>virumque</p></blockquote>'],
    ['<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>\n<h2>Titre</h2>'],
    ['<p class="centered">Fin</p>\n<div class="box"><p>Force : 12</p><hr><p>PV : 3</p></div>'],
    ['<table><tr><th>Force</th><th>PV</th></tr><tr><td>12<br>(+1)</td><td></td></tr></table>'],
    ['<div class="box"><h3>Statut</h3><table><tr><td><em>a</em></td><td>b</td></tr></table></div>'],
  ])('lets the allowed subset through as it is: %s', (html) => {
    expect(sanitizeChapterHtml(html)).toBe(html);
  });

  test.each([
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['<p onclick="x()" style="color:red" id="i" class="verse mal">a</p>', '<p class="verse">a</p>'],
    ['<p><a href="javascript:x()">lien</a></p>', '<p>lien</p>'],
    ['<p><img src=x onerror=alert(1)>a</p>', '<p>a</p>'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg><p>a</p>', '<p>a</p>'],
    ['<p lang="fr&quot; onclick=&quot;x">a</p>', '<p>a</p>'],
  ])('lets nothing else through: %s', (html, expected) => {
    expect(sanitizeChapterHtml(html)).toBe(expected);
  });

  const row = (...cells: string[]) =>
    `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const picture = `data-picture="${'0123456789abcdef'.repeat(2)}"`;
  const wide = Array.from({ length: tableLimits.columns + 2 }, (_, index) => String(index + 1));

  test.each([
    [
      'fills the rows of a table',
      '<table><caption>Titre</caption><tbody><tr><td>a</td></tr>\n<tr><td>b</td><td>c</td></tr></tbody></table>',
      `<p>Titre</p><table>${row('a', '')}${row('b', 'c')}</table>`,
    ],
    [
      'leaves out tables without a word, and keeps a row that is still empty',
      '<table><tr><td> </td></tr></table><table><tr><td></td></tr><tr><td>a</td></tr></table>',
      `<table>${row('')}${row('a')}</table>`,
    ],
    [
      'keeps blocks within a cell as lines',
      '<table><tr><td><p>a</p>\n<p>b</p></td><td><h2>c</h2><table><tr><td>d</td><td>e</td></tr></table></td></tr></table>',
      `<table>${row('a<br>b', 'c<br>d<br>e')}</table>`,
    ],
    [
      'puts the words of cells beyond the last column into it',
      `<table>${row(...wide)}</table>`,
      `<table>${row(...wide.slice(0, tableLimits.columns - 1), wide.slice(tableLimits.columns - 1).join('<br>'))}</table>`,
    ],
    [
      'makes several tables of a long one',
      `<table>${row('a').repeat(tableLimits.rows + 1)}</table>`,
      `<table>${row('a').repeat(tableLimits.rows)}</table>\n<table>${row('a')}</table>`,
    ],
    [
      'has no table in a quotation, and none in a paragraph or heading',
      `<blockquote><table>${row('a', 'b')}</table></blockquote><h2>c<table>${row('d', 'e')}</table></h2>`,
      '<blockquote><p>a – b</p></blockquote><h2>c d – e</h2>',
    ],
    [
      'has no box in a box, and none in a quotation',
      '<div class="box"><div class="box"><p>a</p></div></div><blockquote><div class="box"><p>b</p></div></blockquote>',
      '<div class="box"><p>a</p></div><blockquote><p>b</p></blockquote>',
    ],
    [
      'knows no other part of a page',
      '<div class="x" id="y"><p>a</p></div><td>b</td>',
      '<p>a</p> b ',
    ],
    [
      'keeps a picture of this site with its words, at the top of the text',
      `<p>a</p><img src="https://x.fr/a.png" alt=" Une  « tour » " width="800" height="600" ${picture} onerror="x()">`,
      `<p>a</p><figure><img ${picture} alt="Une « tour »" width="800" height="600"></figure>`,
    ],
    [
      'leaves out any other picture',
      `<img src="a.png" alt="a"><img ${picture} alt="" width="8" height="6"><img ${picture} alt="a" width="0" height="6"><img data-picture="${'0'.repeat(31)}/" alt="a" width="8" height="6"><p>b<img ${picture} alt="a" width="8" height="6"></p>`,
      '<p>b</p>',
    ],
    ['leaves out an empty box', '<div class="box"> </div><p>a</p>', '<p>a</p>'],
    [
      'lets no attribute into a table',
      '<table onclick="x()" style="x"><tr id="a"><td colspan="2" onclick="x()">b</td></tr></table>',
      `<table>${row('b')}</table>`,
    ],
  ])('%s', (_, html, expected) => {
    expect(sanitizeChapterHtml(html)).toBe(expected);
    expect(sanitizeChapterHtml(expected)).toBe(expected);
  });

  test('preserves notes in their stored form', () => {
    const html =
      '<p>Un<sup><a href="#note-1">1</a></sup>, deux<sup><a href="#note-2">2</a></sup>.</p>\n' +
      '<aside id="note-1"><p>Le <em lang="la">premier</em>.</p><p>Suite.</p></aside>\n' +
      '<aside id="note-2"><p class="verse">Le<br>second.</p></aside>';
    expect(sanitizeChapterHtml(html)).toBe(html);
  });

  const mark = (number: number | string, shown = number) =>
    `<sup><a href="#note-${number}">${shown}</a></sup>`;
  const note = (number: number | string, words: string) =>
    `<aside id="note-${number}">${words}</aside>`;

  test.each([
    [
      'numbers notes as their markers come',
      `<p>a${mark(7)} b${mark(2, '*')}</p>${note(2, '<p>deux</p>')}${note(7, '<p>sept</p>')}`,
      `<p>a${mark(1)} b${mark(2)}</p>\n${note(1, '<p>sept</p>')}\n${note(2, '<p>deux</p>')}`,
    ],
    [
      'moves notes behind all other blocks',
      `<p>a${mark(1)}</p>\n${note(1, '<p>un</p>')}\n<p>b</p>`,
      `<p>a${mark(1)}</p>\n\n<p>b</p>\n${note(1, '<p>un</p>')}`,
    ],
    ['drops a marker without a note', `<p>a${mark(1)}</p>`, '<p>a</p>'],
    ['drops a note without a marker', `<p>a</p>\n${note(1, '<p>un</p>')}`, '<p>a</p>\n'],
    ['drops a note without a word', `<p>a${mark(1)}</p>${note(1, '<p> </p>')}`, '<p>a</p>'],
    [
      'drops a second marker and a second note of a number',
      `<p>a${mark(1)}b${mark(1)}</p>${note(1, '<p>un</p>')}${note(1, '<p>autre</p>')}`,
      `<p>a${mark(1)}b</p>\n${note(1, '<p>un</p>')}`,
    ],
    [
      'makes one paragraph of a note that holds more than paragraphs',
      `<p>a${mark(1)}</p>${note(1, '<h2>T</h2><blockquote><p>un</p></blockquote>x')}`,
      `<p>a${mark(1)}</p>\n${note(1, '<p>T un x</p>')}`,
    ],
    [
      'leaves no marker and no note within a note',
      `<p>a${mark(1)}b${mark(2)}</p>${note(1, `<p>un${mark(2)}</p>${note(2, '<p>deux</p>')}`)}`,
      `<p>a${mark(1)}b</p>\n${note(1, '<p>un</p><p>deux</p>')}`,
    ],
    [
      'knows no other link, number or id',
      '<p><sup>2</sup><a href="https://x.fr">b</a><a href="#note-1">c</a></p><aside id="top"><p>d</p></aside>' +
        '<p><sup><a href="#note-01">e</a></sup><sup><a href="#autre">f</a></sup></p>',
      '<p>2bc</p><p>d</p><p>ef</p>',
    ],
  ])('%s', (_, html, expected) => {
    expect(sanitizeChapterHtml(html)).toBe(expected);
  });

  const inline = fc.constantFrom(
    'mot ',
    '<em>mot</em>',
    '<br>',
    mark(1),
    mark(2),
    mark('01', '1'),
    mark(3, '*'),
    '<a href="#note-1">1</a>',
    '<sup>2</sup>',
    '<sup><em>e</em></sup>',
    '<a id="note-1">x</a>',
  );
  const paragraph = fc.array(inline, { maxLength: 6 }).map((words) => `<p>${words.join('')}</p>`);
  const block = fc.oneof(
    paragraph,
    paragraph.map((words) => `<blockquote>${words}</blockquote>`),
    fc.tuple(fc.constantFrom('1', '2', '3', 'x'), paragraph).map(([id, p]) => note(id, p)),
    fc.constantFrom(
      '\n',
      '<hr>',
      '<aside><p>a</p></aside>',
      '<h2>T<sup>1</sup></h2>',
      '<div class="box">',
      '</div>',
      '<table><tr><td>a<sup><a href="#note-1">1</a></sup>',
      '</td><th>',
      '</table>',
      note(2, 'mot'),
    ),
  );

  test('numbers notes, is idempotent, and removes any other link', () => {
    const marker = /<sup><a href="#note-(\d+)">\1<\/a><\/sup>/g;
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const once = sanitizeChapterHtml(blocks.join(''));
        expect(sanitizeChapterHtml(once)).toBe(once);
        const end = once.search(/<aside/);
        const numbers = [...once.matchAll(marker)].map(([, number]) => Number(number));
        const notes = [...once.matchAll(/<aside id="note-(\d+)">/g)].map(([, n]) => Number(n));
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
        expect(notes).toEqual(numbers);
        expect(once.replace(marker, '')).not.toMatch(/<(?:a|sup)\b|href/);
        if (end >= 0) expect(once.slice(end)).toMatch(/^(?:<aside id="note-\d+">.*<\/aside>\n?)+$/);
      }),
      { numRuns: 1_000 },
    );
  });

  test('changes no chapter of the demonstration', async () => {
    const folder = new URL('../../../../demo/', import.meta.url);
    const files = (await readdir(folder, { recursive: true })).filter((f) => f.endsWith('.md'));
    expect(files.length).toBeGreaterThanOrEqual(60);
    for (const file of files) {
      const { html } = markdownToChapterHtml(await readFile(new URL(file, folder), 'utf8'));
      expect(sanitizeChapterHtml(html)).toBe(html);
    }
  });
});

test('keeps notes of any number', () => {
  const html =
    '<p>Un<sup><a href="#note-10000">10000</a></sup>.</p>\n<aside id="note-10000"><p>Note.</p></aside>';
  expect(sanitizeChapterHtml(html)).toBe(html.replaceAll('10000', '1'));
});

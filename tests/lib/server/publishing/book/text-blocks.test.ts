import { describe, expect, test } from 'vitest';
import { blocksToHtml } from '#server/publishing/book/block.ts';
import { readBlocks } from '#server/publishing/book/blocks.ts';
import { parseHtml } from '#server/publishing/book/html-tree.ts';
import { markdownToChapterHtml } from '#server/publishing/book/markdown.ts';
import { epub, paragraphs } from './epub-fixtures.ts';
import { readExpectedBook } from './reading.ts';

const readAsBook = (html: string) => blocksToHtml(readBlocks(parseHtml(html)).blocks);
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

describe('tables of a book', () => {
  test('are kept, with their captions, rows of equal length and lines in cells', () => {
    const html =
      '<table border="1"><caption>Les prix</caption><thead><tr><th>Objet</th><th>Prix</th></tr></thead>' +
      '<tbody><tr><td colspan="2"><p>Lampe</p><p>rouge</p></td></tr><tr><td>Clef</td></tr><tr><td></td><td> </td></tr></tbody></table>';
    expect(readAsBook(html)).toBe(
      `<p>Les prix</p>\n<table><tr><th>Objet</th><th>Prix</th></tr>${row('Lampe<br>rouge', '')}${row('Clef', '')}</table>`,
    );
  });

  test.each([
    ['one column', `<table>${row('a')}${row('b')}</table>`],
    ['one row', `<table>${row('a', 'b')}</table>`],
    ['a heading', `<table>${row('<h2>a</h2>', 'b')}${row('c', 'd')}</table>`],
    ['links to chapters', `<table>${row('<a href="#c">a</a>', 'b')}${row('c', 'd')}</table>`],
    [
      'notes after their marks',
      `<table>${row('<a href="#call1">[1]</a>', 'b')}${row('a', 'd')}</table>`,
    ],
    ['a long text', `<table>${row('a '.repeat(400), 'b')}${row('c', 'd')}</table>`],
    ['another table', `<table>${row(`<table>${row('a')}</table>`, 'b')}${row('c', 'd')}</table>`],
  ])('that lay out a page become paragraphs: %s', (_, html) => {
    expect(readAsBook(html)).not.toContain('<table>');
    expect(readAsBook(html)).toContain('a');
  });

  test.each([
    ['one framed column', `<table border="1">${row('a')}${row('b')}</table>`],
    ['one framed row', `<table style="border: 1px solid">${row('a', 'b')}</table>`],
    [
      'framed cells',
      '<table><tr><td style="border:1px solid">a</td></tr><tr><td>b</td></tr></table>',
    ],
    ['a head over one column', '<table><tr><th>a</th></tr><tr><td>b</td></tr></table>'],
  ])('of %s are kept', (_, html) => {
    expect(readAsBook(html)).toMatch(/^<table>.*a.*b.*<\/table>$/);
  });

  test('one cell with the border of a table is a box', () => {
    expect(readAsBook(`<table border="1">${row('a')}</table>`)).toBe(
      '<div class="box"><p>a</p></div>',
    );
    expect(readAsBook(`<table border="0">${row('a')}</table>`)).toBe('<p>a</p>');
  });

  test('keep the calls of notes, whose texts follow the chapter', async () => {
    const noted = `<table><tr><th>A</th><th>B</th></tr>${row('c', 'd<sup><a href="#note-1">1</a></sup>')}</table>`;
    const { html, removed } = markdownToChapterHtml(
      '| A | B |\n| --- | --- |\n| c | d[^1] |\n\n[^1]: Sa note.\n',
    );
    expect(html).toBe(`${noted}\n<aside id="note-1"><p>Sa note.</p></aside>`);
    expect(removed.tables).toBe(0);
    const call = '<sup><a epub:type="noteref" href="#n1">1</a></sup>';
    const book = await readExpectedBook(
      epub({
        documents: {
          'a.xhtml': `<h1>Chapitre 1</h1>${paragraphs(8)}<table><tr><th>A</th><th>B</th></tr>${row('c', `d${call}`)}</table><aside epub:type="footnote" id="n1"><p>Sa note.</p></aside>`,
        },
      }),
      'a.epub',
    );
    expect(book.chapters[0]?.html).toContain(noted);
    expect(book.chapters[0]?.html).toContain('<aside id="note-1"><p>Sa note.</p></aside>');
  });

  test('are framed by the sheet of a book as by themselves', async () => {
    const read = async (css: string) => {
      const fixture = {
        documents: {
          'a.xhtml': `<h1>Chapitre 1</h1>${paragraphs(8)}<table>${row('a', 'b')}</table>`,
        },
        manifest: '<item id="css" href="style.css" media-type="text/css"/>',
        extra: [{ name: 'OPS/style.css', content: css }],
      };
      return (await readExpectedBook(epub(fixture), 'a.epub')).chapters[0]?.html;
    };
    expect(await read('th, td { border: 1px solid; }')).toContain(
      `<table>${row('a', 'b')}</table>`,
    );
    expect(await read('td { border: none }')).not.toContain('<table>');
  });

  test('come from Markdown too', () => {
    const { html, removed } = markdownToChapterHtml('| A | B |\n| --- | --- |\n| *c* | d |\n');
    expect(html).toBe(`<table><tr><th>A</th><th>B</th></tr>${row('<em>c</em>', 'd')}</table>`);
    expect(removed.tables).toBe(0);
  });
});

describe('boxes and centred lines of a book', () => {
  test.each([
    ['a class', '<div class="status-window"><p>a</p><p>b</p></div>'],
    ['a border', '<aside style="border: 1px solid"><p>a</p><p>b</p></aside>'],
    [
      'a bordered cell',
      '<table style="border:2px solid red"><tr><td><p>a</p><p>b</p></td></tr></table>',
    ],
  ])('are known by %s', (_, html) => {
    expect(readAsBook(`<p>x</p>${html}<p>y</p>`)).toBe(
      '<p>x</p>\n<div class="box"><p>a</p><p>b</p></div>\n<p>y</p>',
    );
  });

  test.each([
    '<div style="border: none"><p>a</p></div>',
    '<div style="border-bottom: 1px solid"><p>a</p></div>',
    `<div class="box"><h1>T</h1><p>a</p></div>`,
    `<div class="frame"><p>${'a '.repeat(3_000)}</p></div>`,
  ])('are not seen in %s', (html) => {
    expect(readAsBook(html)).not.toContain('class="box"');
  });

  test('a box keeps its breaks, and is not in another', () => {
    const html = '<div class="box"><p>a</p><hr/><div class="box"><p>b</p></div></div><hr/><p>c</p>';
    expect(readAsBook(html)).toBe('<div class="box"><p>a</p><hr><p>b</p></div>\n<hr>\n<p>c</p>');
  });

  test.each([
    '<p align="center">a</p>',
    '<center>a</center>',
    '<div class="centre"><p>a</p></div>',
    '<p style="text-align: center">a</p>',
  ])('a line is centred: %s', (html) => {
    expect(readAsBook(`${html}<p>b</p>`)).toBe('<p class="centered">a</p>\n<p>b</p>');
  });

  test('the style sheets of an EPUB are asked', async () => {
    const book = await readExpectedBook(
      epub({
        documents: {
          'a.xhtml': `<h1>Chapitre 1</h1>${paragraphs(8)}<div class="c7"><p>STATUT</p></div><p class="c8">* Plus tard *</p>`,
        },
        manifest: '<item id="css" href="style.css" media-type="text/css"/>',
        extra: [
          {
            name: 'OPS/style.css',
            content: '.c7 { border: 1px solid #000 } p.c8 { text-align: center }',
          },
        ],
      }),
      'a.epub',
    );
    expect(book.chapters[0]?.html).toContain('<div class="box"><p>STATUT</p></div>');
    expect(book.chapters[0]?.html).toContain('<p class="centered">* Plus tard *</p>');
  });
});

import { describe, expect, test } from 'vitest';
import { blocksToHtml } from '#server/publishing/book/block.ts';
import { readBlocks } from '#server/publishing/book/blocks.ts';
import { readSheet } from '#server/publishing/book/css-rules.ts';
import { createStyle } from '#server/publishing/book/document-style.ts';
import { parseHtml } from '#server/publishing/book/html-tree.ts';
import { epub, paragraphs } from './epub-fixtures.ts';
import { readExpectedBook } from './reading.ts';

function read(body: string, css: string) {
  const style = createStyle(readSheet(css).rules);
  const { blocks, removed } = readBlocks(parseHtml(`<html><body>${body}</body></html>`), { style });
  return { html: blocksToHtml(blocks).replaceAll('\n', ''), hidden: removed.hidden };
}

const notice = 'Ce texte a été pris ailleurs.';
const hiding = (attributes: string) => `<p>Un mot <span ${attributes}>${notice} </span>encore.</p>`;
const without = { html: '<p>Un mot encore.</p>', hidden: [notice] };

describe('text that the style hides is left out and counted', () => {
  test.each([
    ['a class', 'class="x"', '.x{display:none}'],
    ['a name', 'id="x"', '#x { visibility : hidden }'],
    ['an element', '', 'span{display:none}'],
    ['an ancestor', 'class="x"', 'p .x{display:none}'],
    ['a parent', '', 'body > p > span{display:none}'],
    ['a group', 'class="x"', 'h1, .y, .x{display:none}'],
    ['an attribute', 'title="x"', 'span[title=x]{display:none}'],
    ['a neighbour', 'class="x"', '.x:last-child{display:none}'],
    ['a style', 'style="display: none"', ''],
    ['an attribute of HTML', 'hidden=""', ''],
    ['a screen', 'class="x"', '@media screen and (min-width: 100px) {.x{display:none}}'],
    ['no opacity', 'class="x"', '.x{opacity:0}'],
    ['no size', 'class="x"', '.x{font-size:0}'],
    ['hardly a size', 'style="font-size:0.05em"', ''],
    ['its colour', 'class="x"', '.x{color:#fff}'],
    ['a colour of its ground', 'class="x"', 'p{background:#123456} .x{color:rgb(18, 52, 86)}'],
    ['no colour', 'class="x"', '.x{color:transparent}'],
    ['its place', 'class="x"', '.x{position:absolute;left:-9999px}'],
    ['an indent', 'class="x"', '.x{display:block;text-indent:-9999px}'],
    ['being cut off', 'class="x"', '.x{height:0;overflow:hidden}'],
    ['importance', 'class="x"', '.x{display:none!important} span.x{display:inline}'],
    ['a later rule', 'class="x"', '.x{display:inline} .x{display:none}'],
    ['a comment between', 'class="x"', '/* {} */ .x{ /* ; */ display : none }'],
  ])('by %s', (_, attributes, css) => {
    expect(read(hiding(attributes), css)).toEqual(without);
  });

  test.each([
    ['on paper only', 'class="x"', '@media print {.x{display:none}}'],
    ['before a later rule shows it', 'class="x"', '.x{display:none} .x{display:inline}'],
    ['before a stronger rule shows it', 'class="x"', 'p .x{display:inline} .x{display:none}'],
    ['for screen readers only', 'aria-hidden="true"', ''],
    ['elsewhere', 'class="x"', 'div .x, .y > .x, .x::before, .x:hover{display:none}'],
    ['by name alone', 'hidden="" class="x"', '.x{display:inline}'],
    ['on a dark ground', 'class="x"', 'p{background:#000} .x{color:white}'],
    ['in a damaged sheet', 'class="x"', '.x{display:none} } .x{display:inline} @media {'],
  ])('but not %s', (_, attributes, css) => {
    expect(read(hiding(attributes), css).hidden).toEqual([]);
  });

  test('what a hidden element shows again stays', () => {
    const body = `<p>a<span class="x">${notice}<b class="y"> vu</b></span></p>`;
    const css = '.x{visibility:hidden} .y{visibility:visible}';
    expect(read(body, css)).toEqual({
      html: '<p>a<strong> vu</strong></p>',
      hidden: [`${notice} vu`],
    });
  });

  test('a page that hides all of itself is shown', () => {
    expect(read('<p>Un mot.</p>', 'body{color:white;visibility:hidden}').html).toBe(
      '<p>Un mot.</p>',
    );
  });

  test('a paragraph is no blank line, and its places stay', () => {
    const { html, hidden } = read(
      `<p>a</p><p class="x" id="i">${notice}</p><p>b</p><p>c</p>`,
      '.x{display:none}',
    );
    expect([html, hidden]).toEqual(['<p>a</p><p>b</p><p>c</p>', [notice]]);
  });
});

describe('italics and weight of a block', () => {
  const [em, strong, plain] = ['<p><em>a</em></p>', '<p><strong>a</strong></p>', '<p>a</p>'];
  test.each([
    ['a class', '<p class="x">a</p>', '.x{font-style:italic}', em],
    ['oblique', '<p class="x">a</p>', '.x{font-style: oblique 10deg}', em],
    ['a shorthand', '<p class="x">a</p>', '.x{font: italic 1em/1.2 serif}', em],
    ['a weight', '<p class="x">a</p>', '.x{font-weight:700}', strong],
    ['a light weight', '<p class="x">a</p>', '.x{font-weight:500}', plain],
    ['a shorthand of weight', '<p style="font: bold 12pt Arial">a</p>', '', strong],
    ['what is around', '<div class="x"><p>a</p></div>', '.x{font-style:italic}', em],
    [
      'a reset',
      '<div class="x"><p class="n">a</p></div>',
      '.x{font-style:italic} .n{font-style:normal}',
      plain,
    ],
    [
      'a reset by shorthand',
      '<div class="x"><p class="n">a</p></div>',
      '.x{font-weight:bold} .n{font:1em serif}',
      plain,
    ],
    [
      'upright words in it',
      '<p class="x">a <i>b</i></p>',
      '.x{font-style:italic} .x i{font-style:normal}',
      '<p><em>a </em>b</p>',
    ],
    [
      'emphasis in it',
      '<p class="x">a <em>b</em></p>',
      '.x{font-style:italic}',
      '<p><em>a b</em></p>',
    ],
    ['a heading', '<h2 class="x">a</h2>', '.x{font-weight:bold;font-style:italic}', '<h2>a</h2>'],
  ])('%s', (_, body, css, expected) => {
    expect(read(body, css).html).toBe(expected);
  });
});

test('a document has the sheets that it links and imports, and its own', async () => {
  const hidden = (name: string) => `<p class="${name}">${notice} ${name}</p>`;
  const links =
    '<link rel="stylesheet" href="a.css"/><link rel="alternate stylesheet" href="c.css"/>';
  const body = `<h1>I</h1>${links}<style>.own{display:none}</style>${paragraphs(3)}`;
  const book = await readExpectedBook(
    epub({
      version: '2.0',
      documents: { 'a.xhtml': body + ['own', 'linked', 'imported', 'other'].map(hidden).join('') },
      extra: [
        { name: 'OPS/a.css', content: '@import url("b.css"); .linked{display:none}' },
        { name: 'OPS/b.css', content: '@import "a.css"; .imported{display:none}' },
        { name: 'OPS/c.css', content: '.other{display:none}' },
      ],
    }),
    'x.epub',
  );
  expect(book.chapters[0]?.html.match(/pris ailleurs\. \w+/g)).toEqual(['pris ailleurs. other']);
  expect(book.report.join(' ')).toContain('3 passages cachés par la mise en forme du livre');
});

test('notes that are hidden until they are called are kept', () => {
  const { blocks, removed } = readBlocks(
    parseHtml('<div hidden><aside id="n" epub:type="footnote">Une note.</aside></div>'),
    { style: createStyle([]) },
  );
  expect([blocks.map(({ note }) => note), removed.hidden]).toEqual([[1], []]);
});

describe('blank lines of a book', () => {
  const blank = (line: string) => `<p>a</p><p>b</p>${line}<p>c</p><p>d</p>`;
  test.each([
    '<p>&nbsp;</p>',
    '<p><br/></p>',
    '<p></p>',
    '<p>\u200b</p>',
    '<p><span> &nbsp;</span></p>',
    '<br/>',
    '<div>&#160;</div>',
  ])('%s parts scenes where it is rare', (line) => {
    expect(read(blank(line), '').html).toBe('<p>a</p><p>b</p><hr><p>c</p><p>d</p>');
  });

  test('are spacing where they are everywhere, but for more of them', () => {
    const gap = '<p>&nbsp;</p>';
    const all = ['a', 'b', 'c', 'd', 'e'].map((text) => `<p>${text}</p>`);
    expect(read(all.join(gap), '').html).not.toContain('<hr>');
    const [first = '', ...rest] = all;
    expect(read(`${first}${gap}${gap}${rest.join(gap)}`, '').html).toContain(
      '<p>a</p><hr><p>b</p>',
    );
  });

  test('are none beside a title, a separator or an anchor', () => {
    const body = `<h2>T</h2><p>&nbsp;</p><p>a</p><p>&nbsp;</p><p>***</p><p>&nbsp;</p><p>b</p><p><a id="p"></a></p><p>c</p>`;
    expect(read(body, '').html).toBe('<h2>T</h2><p>a</p><hr><p>b</p><p>c</p>');
  });
});

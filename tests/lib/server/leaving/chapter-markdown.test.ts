import { expect, test } from 'vitest';
import { cleanChapterHtml } from '#server/publishing/book/chapter-html.ts';
import { ownMarkdownToHtml } from '#server/publishing/book/own-markdown.ts';
import { chapterToMarkdown } from '#server/publishing/leaving/chapter-markdown.ts';

const texts = {
  'plain paragraphs': '<p>Un soir.</p>\n<p>— Deux, dit-elle.</p>',
  'emphasis within words': '<p>a<em>b</em>c <strong>d</strong><em>e</em></p>',
  'emphasis at spaces': '<p>a <em>b </em>c <em> d</em></p>',
  'marks of Markdown': '<p># 1 * 2 _a_ [b](c) `d` ~~e~~ \\ &lt;p&gt; &amp;amp; ![x](y)</p>',
  'lines that begin like lists':
    '<p>- un</p>\n<p>1. deux</p>\n<p>+ trois</p>\n<p>&gt; quatre</p>\n<p>===</p>',
  'a literal note reference': '<p>Il a écrit [^1] et [^x]: rien.</p>',
  verse: '<p class="verse">Un<br>deux<br>trois</p>\n<p>a<br>b</p>',
  'headings and rules': '<h2>Un</h2>\n<p>a</p>\n<hr>\n<h3>D<em>eu</em>x</h3>\n<p>b</p>',
  quotations: '<blockquote><p>a</p><p>b<br>c</p></blockquote>\n<blockquote><p>- d</p></blockquote>',
  'languages and ruby':
    '<p lang="en">Hello <em>you</em>.</p>\n<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>',
  notes:
    '<p>a<sup><a href="#note-1">1</a></sup> b<sup><a href="#note-2">2</a></sup></p>\n<aside id="note-1"><p>Un.</p></aside>\n<aside id="note-2"><p>Deux.</p><p>Encore [^1] <em>deux</em>.</p></aside>',
  'notes after a number in brackets':
    '<p>a (12)<sup><a href="#note-1">1</a></sup></p>\n<aside id="note-1"><p>- Un.</p></aside>',
  tables:
    '<table><tr><th>Force</th><th>PV</th></tr><tr><td>12 | 3</td><td><em>a</em><br>b*c*</td></tr></table>\n<p>Suite.</p>',
  'a table that Markdown can say':
    '<table><tr><th>a|b</th><th>*c*</th></tr><tr><td>1. d</td><td></td></tr><tr><td>e</td><td># f</td></tr></table>\n<p>g</p>',
  'a table with lines and a side of headings':
    '<table><tr><th>a</th><th>b</th></tr><tr><th>c</th><td>d<br>e</td></tr></table>',
  'tables with notes':
    '<table><tr><td>a<sup><a href="#note-1">1</a></sup> [^1]</td><td></td></tr></table>\n<aside id="note-1"><p>Un.</p></aside>',
  boxes:
    '<div class="box"><h3>Statut</h3><p class="centered">a</p><hr><table><tr><td>b</td><td>c</td></tr></table></div>\n<div class="box"><p>- d</p></div>',
  pictures:
    '<p>a</p>\n<figure><img data-picture="0123456789abcdef0123456789abcdef" alt="Une « tour » &amp; &quot;deux&quot; [^1]" width="800" height="600"></figure>',
  'centred lines': '<p class="centered">* a *</p>\n<p lang="en" class="centered">b</p>',
  'narrow spaces': '<p>« Quoi\u202F? »\u00A0: non\u202F!</p>',
};

test.each(Object.entries(texts))('the archive gives back %s', (_, html) => {
  const { html: stored } = cleanChapterHtml(html);
  expect(ownMarkdownToHtml(chapterToMarkdown(stored))).toBe(stored);
});

test('a table with headings is written as Markdown, any other as HTML', () => {
  const row = (name: string, ...cells: string[]) =>
    `<tr>${cells.map((cell) => `<${name}>${cell}</${name}>`).join('')}</tr>`;
  const table = `<table>${row('th', 'Objet', 'Prix | an')}${row('td', '<em>Lampe</em>', '')}</table>`;
  expect(chapterToMarkdown(table)).toBe('| Objet | Prix \\| an |\n| --- | --- |\n| *Lampe* |  |\n');
  const mixed = `<table>${row('td', 'PV', '3')}</table>`;
  expect(chapterToMarkdown(mixed)).toBe(`${mixed}\n`);
});

test('a plain chapter is written as Markdown, without tags', () => {
  const html =
    '<h2>Un</h2>\n<p>Elle <em>court</em>.</p>\n<hr>\n<blockquote><p>Vite.</p></blockquote>';
  expect(chapterToMarkdown(html)).toBe('## Un\n\nElle *court*.\n\n***\n\n> Vite.\n');
});

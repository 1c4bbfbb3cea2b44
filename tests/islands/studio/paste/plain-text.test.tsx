import { expect, test } from 'vitest';
import { chapterHtml } from '#islands/studio/editor/chapter-html.ts';
import { readPlainText } from '#islands/studio/editor/paste/plain-text.ts';
import { chapterSchema } from '#islands/studio/editor/schema.ts';

const read = (text: string) =>
  chapterHtml(chapterSchema.nodes.doc.create(null, readPlainText(text, []).content)).split('\n');

test.each([
  [
    'a blank line among lines',
    'a\nb\n\nc\nd',
    ['<p>a</p>', '<p>b</p>', '<hr>', '<p>c</p>', '<p>d</p>'],
  ],
  ['one between all', 'a\n\nb\n\nc\n', ['<p>a</p>', '<p>b</p>', '<p>c</p>']],
  [
    'two where one is usual',
    'a\r\n\r\nb\r\n\r\n\r\nc',
    ['<p>a</p>', '<p>b</p>', '<hr>', '<p>c</p>'],
  ],
  [
    'signs, with blank lines around them',
    'a\nb\n\n* * *\n\nc',
    ['<p>a</p>', '<p>b</p>', '<hr>', '<p>c</p>'],
  ],
  ['dashes', 'a\n— — —\nb', ['<p>a</p>', '<hr>', '<p>b</p>']],
  ['tabs', '\ta\n\t\n\tb\tc', ['<p>a</p>', '<p>b c</p>']],
  ['a line separator', 'a\u2028b\u2029c', ['<p>a<br>b</p>', '<p>c</p>']],
  ['lines of an old Mac', 'a\rb', ['<p>a</p>', '<p>b</p>']],
])('a text without HTML is read as typed: %s', (_, text, html) => {
  expect(read(text)).toEqual(html);
});

test('a single line keeps its spaces, and its signs', () => {
  expect(readPlainText(' mot ', []).content.textBetween(0, 7)).toBe(' mot ');
  expect(read('***')).toEqual(['<p>***</p>']);
});

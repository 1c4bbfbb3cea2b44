import { history } from 'prosemirror-history';
import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import {
  addColumn,
  addRow,
  evenRows,
  insertTable,
  removeColumn,
  removeRow,
  removeTable,
  tableKeys,
  toggleBox,
  toggleCentered,
  toggleHeaderRow,
} from '#islands/studio/editor/block-commands.ts';
import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import { tools } from '#islands/studio/editor/commands.ts';

/** The text with the cursor before the letter `|`, which is no part of it. */
function open(html: string): EditorState {
  const doc = parseChapter(html);
  let state = EditorState.create({ doc, plugins: [history(), evenRows()] });
  let at = 1;
  doc.descendants((node, start) => {
    const found = node.isText ? (node.text ?? '').indexOf('|') : -1;
    if (found >= 0) at = start + found;
  });
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at, at + 1)));
  return state.apply(state.tr.deleteSelection());
}
const textOf = (state: EditorState) => chapterHtml(state.doc);
function run(state: EditorState, command: Command): EditorState {
  let next = state;
  expect(command(state, (tr) => (next = state.apply(tr)))).toBe(true);
  return next;
}
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

describe('tables, boxes and centred lines in the editor', () => {
  test.each([
    '<p class="centered">a</p>',
    '<div class="box"><h3>Statut</h3><p class="centered">a</p><hr><p>b</p></div>',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>c<br>d</td><td><em>e</em></td></tr></table>',
    `<div class="box"><table>${row('a', '')}</table></div>\n<p>b</p>`,
    `<table>${row('a<sup><a href="#note-1">1</a></sup>')}</table>\n<aside id="note-1"><p>b</p></aside>`,
  ])('come back as they are stored: %s', (html) => {
    expect(chapterHtml(parseChapter(html))).toBe(html);
  });

  test.each([
    [
      'blocks in cells become their lines',
      '<table><tbody><tr><td><p>a</p><p><b>b</b></p></td><td><ul><li>c</li><li>d</li></ul></td></tr></tbody></table>',
      `<table>${row('a<br><strong>b</strong>', 'c<br>d')}</table>`,
    ],
    [
      'rows have as many cells, whatever they span',
      '<table><tr><td colspan="2">a</td></tr><tr><td>b</td><td>c</td><td>d</td></tr></table>',
      `<table>${row('a', '', '')}${row('b', 'c', 'd')}</table>`,
    ],
    [
      'a table in a quotation is none',
      `<blockquote><p>a</p><table>${row('b')}</table></blockquote>`,
      `<blockquote><p>a</p></blockquote>\n<table>${row('b')}</table>`,
    ],
    [
      'titles and scene breaks leave a quotation',
      '<blockquote><h2>a</h2><p>b</p><hr><p>c</p></blockquote>',
      '<h2>a</h2>\n<blockquote><p>b</p></blockquote>\n<hr>\n<blockquote><p>c</p></blockquote>',
    ],
    [
      'a quotation in another one is part of it',
      '<blockquote><blockquote><p>a</p></blockquote><p>b</p></blockquote>',
      '<blockquote><p>a</p><p>b</p></blockquote>',
    ],
  ])('pasted HTML: %s', (_, html, expected) => {
    expect(chapterHtml(parseChapter(html))).toBe(expected);
  });

  test('a quotation takes no title, no quotation and no scene break', () => {
    const quoted = '<blockquote><p>a|</p></blockquote>';
    expect(tools.part.run(open(quoted))).toBe(false);
    expect(tools.quote.run(open('<h2>a|</h2>'))).toBe(false);
    const empty = '<blockquote><p>a</p><p>|</p></blockquote>';
    for (const html of [quoted, empty]) {
      const separated = run(open(html), tools.separator.run);
      expect(() => separated.doc.check()).not.toThrow();
      expect(textOf(separated)).toBe(`${html.replace('|', '')}\n<hr>\n<p></p>`);
    }
    expect(textOf(run(open('<p>a</p>\n<p>|</p>'), tools.separator.run))).toBe(
      '<p>a</p>\n<hr>\n<p></p>',
    );
  });

  test('a line is centred, and no more', () => {
    const centred = run(open('<p class="verse">a|</p>'), toggleCentered);
    expect(textOf(centred)).toBe('<p class="centered">a</p>');
    expect(textOf(run(centred, toggleCentered))).toBe('<p>a</p>');
  });

  test('a paragraph is put in a box, and taken out', () => {
    const boxed = run(open('<p>a|</p>\n<p>b</p>'), toggleBox);
    expect(textOf(boxed)).toBe('<div class="box"><p>a</p></div>\n<p>b</p>');
    expect(textOf(run(boxed, toggleBox))).toBe('<p>a</p>\n<p>b</p>');
    expect(toggleBox(open('<blockquote><p>a|</p></blockquote>'))).toBe(false);
  });

  test('a table takes the place of an empty paragraph, with room to go on after it', () => {
    const state = run(open('<p>a</p><p>|</p>'), insertTable);
    const cells = '<tr><th></th><th></th></tr>' + row('', '').repeat(2);
    expect(textOf(state)).toBe(`<p>a</p>\n<table>${cells}</table>\n<p></p>`);
    expect(textOf(state.apply(state.tr.insertText('b')))).toContain('<tr><th>b</th><th></th></tr>');
    expect(insertTable(state)).toBe(false);
    expect(textOf(run(state, removeTable))).toBe('<p>a</p>\n<p></p>\n<p></p>');
  });

  test('rows and columns come and go where the cursor is', () => {
    const html = `<table>${row('a', 'b|')}${row('c', 'd')}</table>`;
    const at = (command: Command) => textOf(run(open(html), command));
    expect(at(addRow)).toBe(`<table>${row('a', 'b')}${row('', '')}${row('c', 'd')}</table>`);
    expect(at(addColumn)).toBe(`<table>${row('a', 'b', '')}${row('c', 'd', '')}</table>`);
    expect(at(removeRow)).toBe(`<table>${row('c', 'd')}</table>`);
    expect(at(removeColumn)).toBe(`<table>${row('a')}${row('c')}</table>`);
    expect(at(toggleHeaderRow)).toBe(
      `<table><tr><th>a</th><th>b</th></tr>${row('c', 'd')}</table>`,
    );
    expect(removeRow(open(`<table>${row('a|')}</table>`))).toBe(false);
    expect(removeColumn(open(`<table>${row('a|')}</table>`))).toBe(false);
  });

  test('Tab goes from cell to cell and leaves the last one, Enter begins a line', () => {
    const { Tab, Enter } = tableKeys;
    const state = open(`<table>${row('a|', '')}${row('c', 'd')}</table>`);
    if (!Tab || !Enter) throw new Error('no keys');
    const second = run(state, Tab);
    expect(textOf(run(second, Enter))).toContain('<td>a</td><td><br></td>');
    expect(Tab(run(run(second, Tab), Tab))).toBe(false);
  });

  test('a deletion over several cells leaves rows of the same length', () => {
    const state = open(`<table>${row('|a', 'b')}${row('c', 'd')}</table>`);
    const { from } = state.selection;
    const cut = state.apply(state.tr.deleteRange(from, from + 7));
    const lengths = [...textOf(cut).matchAll(/<tr>(.*?)<\/tr>/g)].map(
      ([, cells = '']) => cells.split('<td>').length,
    );
    expect(new Set(lengths).size).toBe(1);
  });
});

import { history, undo } from 'prosemirror-history';
import { EditorState, Selection, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { describe, expect, test } from 'vitest';
import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import { editorKeys } from '#islands/studio/editor/commands.ts';
import { inputHelp, undoReplacement } from '#islands/studio/editor/input-help.ts';
import { spelled } from '#tests/lib/shared/text/typography-examples.ts';

function open(html = '<p></p>', language = 'fr') {
  const plugins = [history(), inputHelp(language)];
  const doc = parseChapter(html);
  const state = EditorState.create({ doc, plugins, selection: Selection.atEnd(doc) });
  return new EditorView(document.createElement('div'), { state });
}
/** Types as a keyboard does, character by character. */
function type(view: EditorView, text: string): EditorView {
  for (const sign of text) {
    const { from, to } = view.state.selection;
    const plain = () => view.state.tr.insertText(sign, from, to);
    const isDone = view.someProp('handleTextInput', (handle) =>
      handle(view, from, to, sign, plain),
    );
    if (isDone !== true) view.dispatch(plain());
  }
  return view;
}
const enter = (view: EditorView): boolean =>
  editorKeys.some(({ Enter }) => Enter?.(view.state, view.dispatch, view) === true);
const textOf = (view: EditorView) =>
  spelled(chapterHtml(view.state.doc).replaceAll('&nbsp;', '\u00A0')).replaceAll('&gt;', '>');

const habits: [typed: string, becomes: string, undone: string][] = [
  ['Il dit *non*', '<p>Il dit <em>non</em></p>', '<p>Il dit *non*</p>'],
  ['Il dit _non_', '<p>Il dit <em>non</em></p>', '<p>Il dit _non_</p>'],
  ['Il dit **non**', '<p>Il dit <strong>non</strong></p>', '<p>Il dit **non**</p>'],
  ['Il dit __non__', '<p>Il dit <strong>non</strong></p>', '<p>Il dit __non__</p>'],
  ['> ', '<blockquote><p></p></blockquote>', '<p>> </p>'],
  ['# ', '<h2></h2>', '<p># </p>'],
  ['## ', '<h3></h3>', '<p>## </p>'],
  ['***', '<hr>\n<p></p>', '<p>***</p>'],
  ['Il dit "', '<p>Il dit «_</p>', '<p>Il dit "</p>'],
  ["L'", '<p>L’</p>', "<p>L'</p>"],
  ['Ah !', '<p>Ah_!</p>', '<p>Ah !</p>'],
  ['Ah...', '<p>Ah…</p>', '<p>Ah...</p>'],
  ['- ', '<p>—^</p>', '<p>- </p>'],
];

describe('typing', () => {
  test.each(habits)('%s is replaced, and one undo gives it back', (typed, becomes, undone) => {
    const view = type(open('<p>Un.</p><p></p>'), typed);
    expect(textOf(view)).toBe(`<p>Un.</p>\n${becomes}`);
    undo(view.state, view.dispatch);
    expect(textOf(view)).toBe(`<p>Un.</p>\n${undone}`);
  });

  test.each(habits)('%s is given back by Backspace right after', (typed, _, undone) => {
    const view = type(open(), typed);
    expect(undoReplacement(view.state, view.dispatch)).toBe(true);
    expect(textOf(view)).toBe(undone);
    expect(undoReplacement(view.state, view.dispatch)).toBe(false);
  });

  test('what was typed after a replacement is undone before it', () => {
    const view = type(open(), 'Il dit "oui');
    undo(view.state, view.dispatch);
    expect(textOf(view)).toBe('<p>Il dit «_</p>');
    undo(view.state, view.dispatch);
    expect(textOf(view)).toBe('<p>Il dit "</p>');
    expect(undoReplacement(view.state, view.dispatch)).toBe(false);
  });

  test.each([
    ['"Oui", dit-il.', '«_Oui_», dit-il.'],
    ['— "Oui" !', '— «_Oui_»_!'],
    ['("oui")', '(«_oui_»)'],
    ['Il lit "Le "Phare" rouge".', 'Il lit «_Le “Phare” rouge_».'],
    ['L\'"ami"', 'L’«_ami_»'],
    ['« oui »', '«_oui_»'],
    ['Un écran de 5"', 'Un écran de 5"'],
  ])('quotation marks of %s are French', (typed, becomes) => {
    expect(textOf(type(open(), typed))).toBe(`<p>${becomes}</p>`);
  });

  test.each([
    ['5 * 3 * 2', '<p>5 * 3 * 2</p>'],
    ['mon_nom_long', '<p>mon_nom_long</p>'],
    ['a > b', '<p>a > b</p>'],
    ['n° # 3', '<p>n° # 3</p>'],
    ['**', '<p>**</p>'],
  ])('%s stays as it is typed', (typed, expected) => {
    expect(textOf(type(open(), typed))).toBe(expected);
  });

  test('a mark ends where it was closed', () => {
    expect(textOf(type(open(), '*non* et _oui_.'))).toBe('<p><em>non</em> et <em>oui</em>.</p>');
  });

  test.each([
    ['the end', '<p>Un.</p><p></p>', ''],
    ['the middle', '<p>Un.</p><p></p><p>Trois.</p>', '\n<p>Trois.</p>'],
  ])('a new scene at %s begins behind its break, after Enter too', (_, html, rest) => {
    const view = open(html);
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 6)));
    type(view, '***');
    expect(enter(view)).toBe(true);
    expect(textOf(type(view, 'Deux.'))).toBe(`<p>Un.</p>\n<hr>\n<p>Deux.</p>${rest}`);
  });

  test('a paragraph with a note becomes no heading', () => {
    const html = '<p>a<sup><a href="#note-1">1</a></sup></p>\n<aside id="note-1"><p>b</p></aside>';
    const view = open(html);
    view.dispatch(view.state.tr.setSelection(Selection.atStart(view.state.doc)));
    expect(textOf(type(view, '# '))).toContain('<p># a<sup>');
  });

  test('quotation marks stay straight in another language, also in a passage of one', () => {
    expect(textOf(type(open('<p></p>', 'en'), 'He says "yes".'))).toBe('<p>He says "yes".</p>');
    expect(textOf(type(open('<p lang="en">He </p>'), 'says "yes"'))).toContain('says "yes"');
  });
});

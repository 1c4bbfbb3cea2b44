import { history, undo, undoDepth } from 'prosemirror-history';
import { EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import { typographyOf } from '#islands/studio/editor/set-typography.ts';
import {
  asStored,
  examples,
  spelled,
  unspelled,
} from '#tests/lib/shared/text/typography-examples.ts';

const open = (html: string) =>
  EditorState.create({ doc: parseChapter(unspelled(html)), plugins: [history()] });
/** The server stores characters for what a browser writes as entities. */
const textOf = (state: EditorState) =>
  spelled(chapterHtml(state.doc).replaceAll('&nbsp;', '\u00A0'));
const set = (state: EditorState, ...more: [within?: { from: number; to: number }]) => {
  const { tr, places } = typographyOf(state, 'fr', ...more);
  return { state: state.apply(tr), places };
};
/** The place of the cursor, between what is before and after it in its paragraph. */
const cursorIn = ({ selection: { $from } }: EditorState) =>
  spelled(
    `${$from.parent.textBetween(0, $from.parentOffset)}|${$from.parent.textBetween($from.parentOffset, $from.parent.content.size)}`,
  );

describe('typography in the editor', () => {
  test.each(examples)('sets %s as an import does', (_, given, expected) => {
    const { state, places } = set(open(given));
    expect(textOf(state)).toBe(asStored(expected));
    expect(places > 0).toBe(textOf(open(given)) !== asStored(expected));
    expect(set(state).places).toBe(0);
  });

  test('counts the places between words that differ', () => {
    expect(set(open('<p>— Oui ? dit "Paul"... L\'an.</p>')).places).toBe(5);
    expect(set(open('<p>Rien à dire.</p>')).places).toBe(0);
  });

  test('is one step of undo, apart from what was written before', () => {
    const opened = open('<p>"Oui" ?</p><p>L\'an</p>');
    const written = opened.apply(opened.tr.insertText('Ah ! ', 1));
    const { state } = set(written);
    expect(textOf(state)).toBe('<p>Ah_! «_Oui_»_?</p>\n<p>L’an</p>');
    let undone = state;
    undo(state, (tr) => {
      undone = state.apply(tr);
    });
    expect(textOf(undone)).toBe(textOf(written));
    expect(undoDepth(undone)).toBe(1);
  });

  test.each([
    ['before a mark', '<p>Quoi ? Oui</p>', 7, 'Quoi_?| Oui'],
    ['in a word', '<p>— L\'an "mille"</p>', 7, '—^L’an| «_mille_»'],
    ['at the end', '<p>Il dit "oui"</p>', 13, 'Il dit «_oui_»|'],
  ])('keeps a cursor %s', (_, html, at, expected) => {
    const opened = open(html);
    const placed = opened.apply(opened.tr.setSelection(TextSelection.create(opened.doc, at)));
    expect(cursorIn(set(placed).state)).toBe(expected);
  });

  test('of a part leaves the rest of its paragraph', () => {
    const { state, places } = set(open('<p>Ah ! Oh ! Eh !</p>'), { from: 5, to: 9 });
    expect(textOf(state)).toBe('<p>Ah ! Oh_! Eh !</p>');
    expect(places).toBe(1);
  });

  test.each([
    ['end', '<p>Il dit "oui".</p>', { from: 9, to: 14 }],
    ['beginning', '<p>Il dit "oui".</p>', { from: 1, to: 12 }],
  ])('of a part leaves a pair of which it has the %s alone', (_, html, part) => {
    expect(textOf(set(open(html), part).state)).toBe(html);
  });

  test('sets a French note of a passage in another language', () => {
    const html =
      '<p lang="en">No ?<sup><a href="#note-1">1</a></sup></p>\n<aside id="note-1"><p>Non ?</p></aside>';
    const { state, places } = set(open(html));
    expect(textOf(state)).toBe(html.replace('Non ?', 'Non_?'));
    expect(places).toBe(1);
  });
});

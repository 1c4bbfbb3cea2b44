import { history, undo } from 'prosemirror-history';
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { describe, expect, test } from 'vitest';
import { createPictureQueue } from '#islands/studio/editor/picture-queue.ts';
import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import {
  dismissReport,
  pasteParts,
  pasteReport,
} from '#islands/studio/editor/paste/paste-report.ts';

function open(html: string, at: number) {
  const doc = parseChapter(html);
  const selection = TextSelection.create(doc, at);
  const state = EditorState.create({
    doc,
    selection,
    plugins: [history(), pasteReport(createPictureQueue('c'))],
  });
  return new EditorView(document.createElement('div'), { state });
}
/** Kind, beginning, and the text from the place on. */
const report = ({ state }: EditorView) =>
  pasteParts(state).map(({ kind, shown, at }) => [
    kind,
    shown,
    state.doc.textBetween(at, Math.min(at + 4, state.doc.content.size), '|'),
  ]);
const pasted =
  '<p>Un <u>deux</u></p><ul><li>trois</li></ul><p>Le <a href="https://a.fr/">lien</a></p>';
const lost = [
  ['underline', 'deux', 'deux'],
  ['list', 'trois', 'troi'],
  ['link', 'https://a.fr/', 'lien'],
];

describe('the report of a paste', () => {
  test.each([
    ['an empty text', '<p></p>', 1],
    ['the midst of a paragraph', '<p>Avant après</p><p>Fin</p>', 7],
    ['the end of the text', '<p>Avant</p><p>Fin</p>', 11],
  ])('says what is missing and where, in %s', (_, html, at) => {
    const view = open(html, at);
    view.pasteHTML(pasted);
    expect(report(view)).toEqual(lost);
  });

  test('follows its places through later changes', () => {
    const view = open('<p>Avant</p>', 1);
    view.pasteHTML(pasted);
    view.dispatch(view.state.tr.insertText('Bien ', 1));
    expect(report(view)).toEqual(lost);
  });

  test('is gone with the paste, with the next one, and when dismissed', () => {
    const view = open('<p>Avant</p>', 1);
    view.pasteHTML(pasted);
    undo(view.state, view.dispatch);
    expect(report(view)).toEqual([]);
    view.pasteHTML(pasted);
    view.dispatch(dismissReport(view.state));
    expect(report(view)).toEqual([]);
    view.pasteHTML(pasted);
    view.pasteHTML('<p>Tout va.</p>');
    expect(report(view)).toEqual([]);
  });

  test('has the points of a list apart', () => {
    const view = open('<p></p>', 1);
    view.pasteHTML('<ul><li>un</li><li><b>d</b>eux</li></ul><p>Fin</p>');
    expect(report(view)).toEqual([['list', 'un deux', 'un|']]);
  });

  test('is none for a text without HTML, nor for a copy of a chapter', () => {
    const view = open('<p>Avant</p>', 1);
    view.pasteText('Un\n\n_deux_');
    expect(report(view)).toEqual([]);
    view.pasteHTML('<p data-pm-slice="1 1 []">Un <em>deux</em></p>');
    expect(report(view)).toEqual([]);
  });

  test('joins the runs of one construct, and tells long ones by their beginning', () => {
    const view = open('<p></p>', 1);
    view.pasteHTML('<p><u>un</u><u> deux</u> trois <b>a</b><b>b</b></p>');
    expect(report(view)).toEqual([['underline', 'un\u00A0deux', 'un d']]);
  });

  test('has one line for all passages in other languages', () => {
    const view = open('<p></p>', 1);
    view.pasteHTML(
      '<body lang="fr"><p>Elle lut <span lang="en-GB">tide</span>, <u>puis</u> <span lang="de">Meer</span>, <span lang="fr-CA">donc</span>.</p></body>',
    );
    expect(report(view)).toEqual([
      ['language', 'tide\u00A0Meer', 'tide'],
      ['underline', 'puis', 'puis'],
    ]);
  });

  test('keeps the words of a caption as a paragraph before its table', () => {
    const view = open('<p></p>', 1);
    view.pasteHTML(
      '<table><caption>Les <b>prix</b></caption><tr><td>Pain</td><td>2</td></tr></table>',
    );
    expect(chapterHtml(view.state.doc)).toBe(
      '<p>Les <strong>prix</strong></p>\n<table><tr><td>Pain</td><td>2</td></tr></table>',
    );
    expect(report(view)).toEqual([]);
  });

  test('names a box that stood in another block, with its words', () => {
    const view = open('<p></p>', 1);
    const framed = 'style="border: 1px solid red"';
    view.pasteHTML(
      `<div ${framed}><p>Un</p><div ${framed}><p>Deux</p></div></div><ul><li><div ${framed}>Trois</div></li></ul>`,
    );
    expect(chapterHtml(view.state.doc)).toBe(
      '<div class="box"><p>Un</p><p>Deux</p></div>\n<p>Trois</p>',
    );
    expect(report(view)).toEqual([
      ['innerBox', 'Deux\u00A0Trois', 'Deux'],
      ['list', 'Trois', 'Troi'],
    ]);
  });

  test('leaves out what its page hides, and names it with its words', () => {
    const view = open('<p></p>', 1);
    view.pasteHTML(
      '<style>.secret { display: none }</style><p>Un <span style="visibility:hidden">deux</span>trois.</p><p hidden>Quatre</p><p class="secret">Cinq</p><div style="display:none"></div>',
    );
    expect(chapterHtml(view.state.doc)).toBe('<p>Un trois.</p>');
    expect(report(view).map(([kind, shown]) => [kind, shown])).toEqual([
      ['hidden', 'deux'],
      ['hidden', 'Quatre'],
      ['hidden', 'Cinq'],
    ]);
  });

  test('puts lines between what stands in a cell, however it is written', () => {
    const view = open('<p></p>', 1);
    view.pasteHTML(
      '<table><tr><td>\n<p>Un</p>deux<div><p>trois</p></div><p> </p></td><td>\n<p>a</p>\n</td></tr><tr><td>x</td><td>y</td></tr></table>',
    );
    expect(chapterHtml(view.state.doc)).toBe(
      '<table><tr><td>Un<br>deux<br>trois</td><td>a</td></tr><tr><td>x</td><td>y</td></tr></table>',
    );
  });
});

describe('a paste into a cell of a table', () => {
  const table = '<table><tr><td>a</td><td>b</td></tr></table><p>Fin</p>';
  const cells = (lines: string) =>
    `<table><tr><td>a${lines}</td><td>b</td></tr></table>\n<p>Fin</p>`;

  test.each([
    ['paragraphs', '<p>Un.</p><p>Deux.</p>', 'Un.<br>Deux.', []],
    ['words of a sentence', 'un <em>mot</em>', 'un <em>mot</em>', []],
    [
      'a title and a scene break',
      '<h2>T</h2><hr><p>Deux.</p>',
      'T<br>Deux.',
      ['heading', 'separator'],
    ],
    ['a table', '<table><tr><td>x</td><td>y</td></tr></table>', 'x<br>y', ['table']],
    [
      'a picture from elsewhere',
      '<p>Un.</p><img src="https://a.fr/x.png" alt="Tour">',
      'Un.',
      ['image'],
    ],
  ])('stays in the cell: %s', (_, html, lines, named) => {
    const view = open(table, 4);
    view.pasteHTML(html);
    expect(chapterHtml(view.state.doc)).toBe(cells(lines));
    expect(report(view).map(([kind]) => kind)).toEqual(named);
  });

  test('of text without markup has its lines', () => {
    const view = open(table, 4);
    view.pasteText('Un.\n\nDeux.');
    expect(chapterHtml(view.state.doc)).toBe(cells('Un.<br>Deux.'));
  });
});

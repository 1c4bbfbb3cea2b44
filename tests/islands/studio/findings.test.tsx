import { history, undo } from 'prosemirror-history';
import { EditorState, NodeSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import {
  accept,
  aloudPlaces,
  breakInstead,
  proposalsOf,
  selectPlace,
} from '#islands/studio/editor/check/findings.ts';
import { spelled } from '#tests/lib/shared/text/typography-examples.ts';

const open = (html: string) =>
  EditorState.create({ doc: parseChapter(html), plugins: [history()] });
const textOf = (state: EditorState) =>
  spelled(chapterHtml(state.doc).replaceAll('&nbsp;', '\u00A0'));
const written = '<p>Ah ! dit "Paul". L\'an</p>';

describe('the checker', () => {
  test('proposes each change with what it is, a pair of marks as one', () => {
    const shown = proposalsOf(open(written).doc, 'fr').map(({ label, excerpt }) => [
      label,
      spelled(excerpt.map(({ text, as }) => (as === 'kept' ? text : `[${as}:${text}]`)).join('')),
    ]);
    expect(shown).toEqual([
      ['Espace insécable', 'Ah[removed: ][added:_]! dit "Paul". '],
      ['Guillemets', 'Ah ! dit [removed:"][added:«_]Paul[removed:"][added:_»]. L\'an'],
      ['Apostrophe', ' dit "Paul". L[removed:\'][added:’]an'],
    ]);
  });

  test('accepts one, as a step of undo, and leaves the others', () => {
    const state = open(written);
    const [, quotes] = proposalsOf(state.doc, 'fr');
    if (!quotes) throw new Error('No proposal');
    const after = state.apply(accept(state, [quotes]));
    expect(textOf(after)).toBe("<p>Ah ! dit «_Paul_». L'an</p>");
    expect(proposalsOf(after.doc, 'fr')).toHaveLength(2);
    let undone = after;
    undo(after, (tr) => (undone = after.apply(tr)));
    expect(textOf(undone)).toBe(written);
  });

  test('accepts all at once; nothing is left then', () => {
    const state = open(written);
    const after = state.apply(accept(state, proposalsOf(state.doc, 'fr')));
    expect(textOf(after)).toBe('<p>Ah_! dit «_Paul_». L’an</p>');
    expect(proposalsOf(after.doc, 'fr')).toEqual([]);
  });

  test.each([
    ['<p>Il vint -- enfin -- et dit</p>', '<p>Il vint — enfin — et dit</p>'],
    ['<p>Il vint--enfin.</p>', '<p>Il vint — enfin.</p>'],
    ['<p>« Oui » -- dit-il.</p>', '<p>«_Oui_» — dit-il.</p>'],
    ['<p><em>Il vint -- enfin</em></p>', '<p><em>Il vint — enfin</em></p>'],
    ['<p>Oui, dit-il - et la neige</p>', '<p>Oui, dit-il – et la neige</p>'],
    ['<p>Lui - enfin - vint.</p>', '<p>Lui – enfin – vint.</p>'],
    ['<p>"Oui" -- "non"</p>', '<p>«_Oui_» -- «_non_»</p>'],
  ])('proposes a dash for hyphens typed for it in a sentence: %s', (html, expected) => {
    const state = open(html);
    expect(textOf(state.apply(accept(state, proposalsOf(state.doc, 'fr'))))).toBe(expected);
  });

  test('calls that a dash, and accepts it alone', () => {
    const state = open('<p>Un -- deux -- trois</p>');
    const [first, second] = proposalsOf(state.doc, 'fr');
    expect([first?.label, second?.label]).toEqual(['Tiret', 'Tiret']);
    if (!second) throw new Error('No proposal');
    expect(textOf(state.apply(accept(state, [second])))).toBe('<p>Un -- deux — trois</p>');
  });

  test.each([
    '<p>- Oui</p>',
    '<p>De 3 - 2 reste 1</p>',
    '<p>Oui. - Non</p>',
    '<p>dit -il</p>',
    '<p>-- -- --</p>',
    '<p>git log --oneline -- src</p>',
    '<p>let n = i -- j</p>',
    '<p>Voir https://exemple.fr/un--deux</p>',
    '<p>Un --- deux</p>',
    '<p>Non, je --</p>',
    '<p lang="en">He came -- at last.</p>',
  ])('proposes no dash in %s', (html) => {
    expect(proposalsOf(open(html).doc, 'fr')).toEqual([]);
  });

  test('proposes no dash in a text of another language', () => {
    expect(proposalsOf(open('<p>He came -- at last.</p>').doc, 'en')).toEqual([]);
  });

  test('keeps emphasis beside a change as it was', () => {
    const state = open('<p>«<em>Oui</em>»</p>');
    const after = state.apply(accept(state, proposalsOf(state.doc, 'fr')));
    expect(textOf(after)).toBe('<p>«_<em>Oui</em>_»</p>');
  });

  test('shows a change in a note', () => {
    const { doc } = open(
      '<p>a<sup><a href="#note-1">1</a></sup></p>\n<aside id="note-1"><p>Non ?</p></aside>',
    );
    const [proposal] = proposalsOf(doc, 'fr');
    expect(proposal?.label).toBe('Dans une note');
    expect(spelled(proposal?.excerpt[0]?.text ?? '')).toBe('Non_?');
  });

  test('finds places that sound wrong, where they are in the text', () => {
    const { doc } = open(
      '<p>Un.</p><p>a<br>b <em>c</em> :-)</p><table><tr><td>x</td><td>www.a.fr</td></tr></table>',
    );
    const places = aloudPlaces(doc).map(({ kind, from, to }) => [kind, doc.textBetween(from, to)]);
    expect(places).toEqual([
      ['emoticon', ':-)'],
      ['address', 'www.a.fr'],
    ]);
  });

  test('finds pictures that an import gave no words, and selects them', () => {
    const figure = (alt: string) =>
      `<figure><img data-picture="${'a'.repeat(32)}" alt="${alt}" width="9" height="9"></figure>`;
    const state = open(`<p>Un.</p>${figure('Une tour')}${figure('Illustration')}<p>Deux.</p>`);
    const [place, ...others] = aloudPlaces(state.doc);
    expect([place?.kind, place?.shown, others]).toEqual(['picture', 'Illustration', []]);
    const { selection } = state.apply(selectPlace(state, place?.from ?? 0, place?.to));
    expect(selection instanceof NodeSelection && selection.node.attrs.alt).toBe('Illustration');
  });

  test('puts a scene break in place of a typed one, not within a box', () => {
    const state = open('<p>Un.</p><p>=====</p><p>Deux.</p>');
    const [place] = aloudPlaces(state.doc);
    const change = place && breakInstead(state, place);
    if (!change) throw new Error('No change');
    expect(textOf(state.apply(change))).toBe('<p>Un.</p>\n<hr>\n<p>Deux.</p>');
    const boxed = open('<div class="box"><p>=====</p></div>');
    const [inBox] = aloudPlaces(boxed.doc);
    expect(inBox && breakInstead(boxed, inBox)).toBeNull();
  });
});

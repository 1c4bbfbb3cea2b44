import { EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import { RubyDialog } from '#islands/studio/editor/RubyDialog.tsx';

/** The dialog over the text from one place to another, or over the node at a place. */
async function open(html: string, from: number, to?: number) {
  const doc = parseChapter(html);
  const selection =
    to === undefined ? NodeSelection.create(doc, from) : TextSelection.create(doc, from, to);
  const place = document.body.appendChild(document.createElement('div'));
  const view = new EditorView(place, { state: EditorState.create({ doc, selection }) });
  const screen = await render(<RubyDialog view={view} onClosed={() => undefined} />);
  return { view, screen, text: () => chapterHtml(view.state.doc) };
}

describe('the dialog of a reading', () => {
  test.each([
    [
      'a note',
      '<p>Le mot<sup><a href="#note-1">1</a></sup> ici</p>\n<aside id="note-1"><p>Précieux.</p></aside>',
      [4, 9],
    ],
    ['a line break', '<p>Un<br>deux</p>', [1, 6]],
    ['a reading beside other words', '<p>Un <ruby>漢<rt>kan</rt></ruby></p>', [1, 5]],
    ['several paragraphs', '<p>Un</p>\n<p>deux</p>', [1, 7]],
    ['a word with several readings', '<p><ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby></p>', [1]],
  ] as const)('refuses a selection with %s, and changes nothing', async (_, html, [from, to]) => {
    const { screen, text } = await open(html, from, to);
    const alert = screen.getByRole('alert').getByText(/^Sélectionnez un seul mot/);
    await expect.element(alert).toBeInTheDocument();
    await expect.element(screen.getByLabelText(/^Lecture, au-dessus/)).not.toBeInTheDocument();
    expect(text()).toBe(html);
  });

  test.each([
    ['the words of the selection', '<p>Un 漢 là</p>', [4, 5], '<ruby>漢<rt>kan</rt></ruby>'],
    [
      'words that were selected with the spaces around them, which stay',
      '<p>Un 漢 là</p>',
      [3, 6],
      '<ruby>漢<rt>kan</rt></ruby>',
    ],
    [
      'the reading that is selected, which keeps its language and parentheses',
      '<p>Un <ruby lang="ja">漢<rp>(</rp><rt>ka</rt><rp>)</rp></ruby> là</p>',
      [4],
      '<ruby lang="ja">漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>',
    ],
    [
      'one that is selected as words are',
      '<p>Un <ruby lang="ja">漢<rt>ka</rt></ruby> là</p>',
      [4, 5],
      '<ruby lang="ja">漢<rt>kan</rt></ruby>',
    ],
  ] as const)('sets the reading of %s', async (_, html, [from, to], ruby) => {
    const { screen, text } = await open(html, from, to);
    await screen.getByLabelText(/^Lecture, au-dessus/).fill('kan');
    await screen.getByRole('button', { name: 'Insérer' }).click();
    expect(text()).toBe(`<p>Un ${ruby} là</p>`);
  });

  test('asks for the word under its field where there is none', async () => {
    const { screen, text } = await open('<p>Un 漢 là</p>', 4, 5);
    const word = screen.getByLabelText('Mot', { exact: true });
    await word.fill(' ');
    await screen.getByRole('button', { name: 'Insérer' }).click();
    await expect.element(word).toHaveAccessibleDescription(/Écrivez le mot\.$/);
    await expect.element(word).toHaveFocus();
    expect(text()).toBe('<p>Un 漢 là</p>');
  });
});

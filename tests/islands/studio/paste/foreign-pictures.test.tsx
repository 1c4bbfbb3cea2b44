import { undo } from 'prosemirror-history';
import { describe, expect, test, vi } from 'vitest';
import { listTextPictures } from '#shared/contracts/text-pictures.ts';
import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import { createView } from '#islands/studio/editor/create-view.ts';
import { pasteParts } from '#islands/studio/editor/paste/paste-report.ts';
import { createPictureQueue } from '#islands/studio/editor/picture-queue.ts';
import { createPictureAddresses } from '#islands/studio/editor/picture-view.ts';
import { answers, isOffline } from '#tests/islands/world/forged-server.ts';

const [ours, foreign] = ['a'.repeat(32), 'b'.repeat(32)];
const figure = (hash: string, alt: string) =>
  `<figure><img data-picture="${hash}" alt="${alt}" width="9" height="9"></figure>`;
const known = figure(ours, 'D’ici');
const unknown = figure(foreign, 'D’ailleurs');
/** As our editor marks what it copies. */
const copied = (html: string) => html.replace('>', ' data-pm-slice="0 0 []">');

function open(html: string) {
  const view = createView({
    place: document.body.appendChild(document.createElement('div')),
    doc: parseChapter(html),
    language: 'fr',
    describedBy: '',
    addresses: createPictureAddresses('c'),
    queue: createPictureQueue('c'),
    onState: () => undefined,
  });
  const named = () => pasteParts(view.state).map(({ kind, shown }) => [kind, shown]);
  return { view, named, text: () => chapterHtml(view.state.doc) };
}
const hasOurs = () => {
  const address = '/favicon.svg';
  answers(listTextPictures, { pictures: [{ hash: ours, width: 9, height: 9, address }] });
};

describe('a picture that the novel does not have', () => {
  test('leaves a paste and is named, and does not come back by an undo', async () => {
    hasOurs();
    const { view, named, text } = open('<p></p>');
    view.pasteHTML(copied(`<p>Un</p>${known}${unknown}<p>deux</p>`));
    await vi.waitFor(() => expect(named()).toEqual([['image', 'D’ailleurs']]));
    expect(text()).toBe(`<p>Un</p>\n${known}\n<p>deux</p>`);
    undo(view.state, view.dispatch);
    expect(text()).toBe('');
    expect(named()).toEqual([]);
  });

  test('leaves a paragraph where it was all of the text', async () => {
    hasOurs();
    const { view, named, text } = open('<p></p>');
    view.pasteHTML(copied(unknown));
    await vi.waitFor(() => expect(named()).toEqual([['image', 'D’ailleurs']]));
    expect(text()).not.toContain('figure');
  });

  test('stays where the list of pictures cannot be read: it may be one of them', async () => {
    isOffline(listTextPictures);
    const { view, named, text } = open('<p></p>');
    view.pasteHTML(copied(`<p>Un</p>${known}`));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(text()).toContain(known);
    expect(named()).toEqual([]);
  });

  test('is named, as all that is lost is, in a copy of another site with the same editor', () => {
    const { view, named, text } = open('<p></p>');
    view.pasteHTML(
      '<p data-pm-slice="0 0 []">Un <a href="https://a.fr/">lien</a> <strong>gras</strong></p><img src="https://a.fr/x.png" alt="Tour">',
    );
    expect(named()).toEqual([
      ['link', 'https://a.fr/'],
      ['image', 'Tour'],
    ]);
    expect(text()).toBe('<p>Un lien <strong>gras</strong></p>');
  });
});

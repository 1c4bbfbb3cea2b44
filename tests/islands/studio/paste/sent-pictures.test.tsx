import { redo, undo } from 'prosemirror-history';
import type { EditorView } from 'prosemirror-view';
import { AllSelection, TextSelection } from 'prosemirror-state';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { copyTextPicture, listTextPictures } from '#shared/contracts/text-pictures.ts';
import { pictureLimits } from '#shared/text/text-pictures.ts';
import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import { createView } from '#islands/studio/editor/create-view.ts';
import { pasteParts } from '#islands/studio/editor/paste/paste-report.ts';
import { unsentPictures } from '#islands/studio/editor/picture-commands.ts';
import { createPictureQueue } from '#islands/studio/editor/picture-queue.ts';
import { createPictureAddresses } from '#islands/studio/editor/picture-view.ts';
import { answers } from '#tests/islands/world/forged-server.ts';
import { ForgedUpload, forgeUploads, sentUpload } from '#tests/islands/world/forged-upload.ts';
import { signIn } from '#tests/islands/world/signed-in.ts';

beforeEach(() => {
  forgeUploads();
  signIn({ role: 'author' });
  answers(listTextPictures, { pictures: [] });
});
const views: EditorView[] = [];
afterEach(() => {
  // What is still on its way belongs to its own test.
  for (const view of views.splice(0)) view.destroy();
  vi.unstubAllGlobals();
});

/** Bytes above the minimum size of a pasted picture; only the server decodes them. */
const dot = `data:image/png;base64,${btoa('x'.repeat(240))}`;
const [one = '', two = '', three = ''] = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
const figure = (hash = '', alt = 'Illustration') =>
  `<figure><img data-picture="${hash}" alt="${alt}" width="9" height="9"></figure>`;

function open(html: string) {
  const queue = createPictureQueue('c');
  const view = createView({
    place: document.body.appendChild(document.createElement('div')),
    doc: parseChapter(html),
    language: 'fr',
    describedBy: '',
    addresses: createPictureAddresses('c'),
    queue,
    onState: () => undefined,
  });
  views.push(view);
  const paste = (data: Record<string, string>, files: readonly File[] = []) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
    for (const file of files) clipboardData.items.add(file);
    const options = { bubbles: true, cancelable: true, clipboardData };
    view.dom.dispatchEvent(new ClipboardEvent('paste', options));
  };
  return {
    view,
    queue,
    paste,
    pasteHtml: (body: string) => paste({ 'text/html': body, 'text/plain': 'x' }),
    text: () => chapterHtml(view.state.doc),
    named: () => pasteParts(view.state).map(({ kind, shown, reason }) => [kind, shown, reason]),
    unsent: () => unsentPictures(view.state.doc),
  };
}

describe('pictures that come with a paste', () => {
  test('are sent one after the other; no saved text has them before', async () => {
    const { pasteHtml, text, named, unsent } = open('<p></p>');
    pasteHtml(
      `<p>Au loin, <img src="${dot}" alt="Une barque"> une barque.</p><p><img src='${dot}' alt="b.png"></p><p>Fin.</p>`,
    );
    expect(unsent()).toBe(2);
    expect(text()).toBe('<p>Au loin, une barque.</p>\n<p>Fin.</p>');
    const first = await sentUpload(0);
    expect(ForgedUpload.sent).toHaveLength(1);
    expect(first.file).toMatchObject({ type: 'image/png', size: 240 });
    first.answer(one);
    (await sentUpload(1)).answer(two);
    const whole = `<p>Au loin, une barque.</p>\n${figure(one, 'Une barque')}\n${figure(two)}\n<p>Fin.</p>`;
    await vi.waitFor(() => expect(text()).toBe(whole));
    expect(named()).toEqual([['undescribed', 'Au loin, une barque.', undefined]]);
  });

  test('stand beside the block that they were in', async () => {
    const { pasteHtml, text } = open('<p></p>');
    pasteHtml(
      `<p><img src="${dot}" alt="Une tour"></p><table><tr><td><p>Carte</p></td><td><p><img src="${dot}" alt="La carte"></p></td></tr></table><ul><li><img src="${dot}" alt="Une barque">Puis.</li></ul>`,
    );
    for (const [index, name] of [one, two, three].entries()) (await sentUpload(index)).answer(name);
    const table = '<table><tr><td>Carte</td><td></td></tr></table>';
    const whole = `${figure(one, 'Une tour')}\n${table}\n${figure(two, 'La carte')}\n${figure(three, 'Une barque')}\n<p>Puis.</p>`;
    await vi.waitFor(() => expect(text()).toBe(whole));
  });

  test('are fetched by the server where Google keeps them for its Docs', async () => {
    const asked = vi.fn<(address: string) => void>();
    answers(copyTextPicture, ({ address }) => {
      asked(address);
      return { hash: one, width: 9, height: 9, address: '/chapter/c/images/x' };
    });
    const { pasteHtml, text } = open('<p></p>');
    pasteHtml(
      '<p><span><img alt="Une barque" src="https://lh7-rt.googleusercontent.com/docsz/AD_4?a=1&amp;key=b" width="64"></span>Fin.</p>',
    );
    await vi.waitFor(() => expect(text()).toBe(`${figure(one, 'Une barque')}\n<p>Fin.</p>`));
    expect(asked.mock.calls).toEqual([
      ['https://lh7-rt.googleusercontent.com/docsz/AD_4?a=1&key=b'],
    ]);
  });

  test.each([
    [
      'cropped in Google Docs',
      '<img src="https://lh7-rt.googleusercontent.com/docsz/A" style="margin-left:-12px;margin-top:0px" alt="Carte">',
      /recadrée/,
    ],
    [
      'too large',
      `<img src="data:image/png;base64,${'A'.repeat(14_000_000)}" alt="Carte">`,
      /dépasse/,
    ],
    [
      'a dot in its place',
      '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="Carte">',
      null,
    ],
    ['drawn later by a script', `<img src="${dot}" data-src="carte.jpg" alt="Carte">`, null],
  ])('are named where one is %s', (_, image, reason) => {
    const { pasteHtml, named, unsent } = open('<p></p>');
    pasteHtml(`<p>Une rue. ${image}</p>`);
    expect(unsent()).toBe(0);
    expect(named()).toEqual([
      ['image', 'Carte', reason === null ? undefined : expect.stringMatching(reason)],
    ]);
  });

  test('leave words alone that look like one', () => {
    const { pasteHtml, text } = open('<p></p>');
    pasteHtml('<p>Il lut data:image/png;base64,iVBORw0KGgo à voix haute.</p>');
    expect(text()).toBe('<p>Il lut data:image/png;base64,iVBORw0KGgo à voix haute.</p>');
  });

  test('take the place of as many that are selected', () => {
    const { view, pasteHtml, unsent, named } = open(figure(one, 'Une tour').repeat(60));
    view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)));
    pasteHtml(`<p>Un.</p><img src="${dot}" alt="Une barque">`);
    expect(unsent()).toBe(1);
    expect(named()).toEqual([]);
  });

  test('without words stay listed after another paste, and again once a description is undone', async () => {
    const { view, pasteHtml, named } = open('<p></p>');
    pasteHtml(`<p>La rue.</p><img src="${dot}">`);
    (await sentUpload(0)).answer(one);
    await vi.waitFor(() => expect(view.dom.querySelector('img')).not.toBeNull());
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 2)));
    view.pasteHTML('mot');
    expect(named()).toEqual([['undescribed', expect.stringContaining('rue'), undefined]]);
    const at = view.state.doc.child(0).nodeSize;
    view.dispatch(view.state.tr.setNodeAttribute(at, 'alt', 'Une barque'));
    expect(named()).toEqual([]);
    undo(view.state, view.dispatch);
    expect(named()).toHaveLength(1);
  });

  test('have their words in a copy of the text on this device until they are sent', async () => {
    const { view, pasteHtml } = open('<p></p>');
    const copy = () => chapterHtml(view.state.doc, { isUnsentNamed: true });
    pasteHtml(`<p>Un.</p><img src="${dot}" alt="Une barque">`);
    expect(copy()).toBe('<p>Un.</p>\n<p>[Image non envoyée&nbsp;: Une barque]</p>');
    (await sentUpload(0)).answer(one);
    await vi.waitFor(() => expect(copy()).toContain(figure(one, 'Une barque')));
  });

  test('go with an undo of the paste, also while they are on their way, and come back', async () => {
    const { view, pasteHtml, text } = open('<p>Avant</p>');
    pasteHtml(`<p>Un.</p><img src="${dot}" alt="Une barque">`);
    const sent = await sentUpload(0);
    undo(view.state, view.dispatch);
    expect(text()).toBe('<p>Avant</p>');
    sent.answer(one);
    redo(view.state, view.dispatch);
    await vi.waitFor(() => expect(text()).toContain(figure(one, 'Une barque')));
    undo(view.state, view.dispatch);
    expect(text()).toBe('<p>Avant</p>');
  });

  test('that the server refuses are in no saved text and are named with its reason', async () => {
    const { view, pasteHtml, text, named } = open('<p></p>');
    pasteHtml(`<p>Un.</p><p><img src="${dot}" alt="Une barque"></p>`);
    const message = 'Ce fichier n’est pas une image.';
    (await sentUpload(0)).refuse(422, { error: 'PICTURE_REFUSED', message });
    await vi.waitFor(() => expect(named()).toEqual([['image', 'Une barque', message]]));
    expect(text()).toBe('<p>Un.</p>');
    expect(view.dom.querySelector('figcaption')?.textContent).toContain('absente du texte');
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'leave undo and redo right, whatever the server answers between (%i)',
    async (seed) => {
      let state = seed;
      const dice = (sides: number) => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((state / 2_147_483_648) * sides);
      };
      const { view, pasteHtml, text } = open('<p>Avant le texte</p>');
      const pictureAt = () =>
        view.state.doc.children.findIndex(({ type }) => type.name === 'picture');
      const acts = [
        () => pasteHtml(`<p>Un.</p><p><img src="${dot}" alt="Une barque"></p><p>Deux.</p>`),
        () => view.dispatch(view.state.tr.insertText('mot ', 1)),
        () => {
          const index = pictureAt();
          if (index < 0) return;
          const at = view.state.doc.children
            .slice(0, index)
            .reduce((sum, { nodeSize }) => sum + nodeSize, 0);
          view.dispatch(view.state.tr.delete(at, at + 1));
        },
        () => undo(view.state, view.dispatch),
        () => redo(view.state, view.dispatch),
      ];
      let answered = 0;
      for (let step = 0; step < 24; step += 1) {
        acts[dice(acts.length)]?.();
        const sent = ForgedUpload.sent[answered];
        if (sent && dice(2) === 0) {
          answered += 1;
          if (dice(2) === 0) sent.answer(one);
          else sent.refuse(422, { error: 'PICTURE_REFUSED', message: 'Non.' });
        }
        await new Promise((resolve) => setTimeout(resolve));
      }
      while (undo(view.state, view.dispatch)) view.state.doc.check();
      expect(text()).toBe('<p>Avant le texte</p>');
    },
  );

  test('that fail do not keep others from going; a deleted one is not sent again', async () => {
    const { view, pasteHtml, text, unsent } = open('<p></p>');
    pasteHtml(
      `<p>Un.</p><p><img src="${dot}" alt="Une tour"></p><p><img src="${dot}" alt="Une barque"></p>`,
    );
    (await sentUpload(0)).refuse(500, { error: 'INTERNAL', message: 'Panne.' });
    await vi.waitFor(() => {
      dispatchEvent(new Event('online'));
      expect(ForgedUpload.sent).toHaveLength(2);
    });
    (await sentUpload(1)).answer(one);
    await vi.waitFor(() => expect(text()).toContain(figure(one, 'Une barque')));
    const at = view.state.doc.child(0).nodeSize;
    view.dispatch(view.state.tr.delete(at, at + 1));
    expect(unsent()).toBe(0);
  });

  test('wait for a connection, and for a server that has no time', async () => {
    const { pasteHtml, text, queue } = open('<p></p>');
    pasteHtml(`<p>Un.</p><p><img src="${dot}" alt="Une barque"></p>`);
    (await sentUpload(0)).fail();
    await vi.waitFor(() => expect(queue.$isHeld.get()).toBe(true));
    dispatchEvent(new Event('online'));
    const busy = { error: 'PICTURE_REFUSED', message: 'Plus tard.', reason: 'BUSY' };
    (await sentUpload(1)).refuse(422, busy);
    await vi.waitFor(() => {
      dispatchEvent(new Event('online'));
      expect(ForgedUpload.sent).toHaveLength(3);
    });
    (await sentUpload(2)).answer(one);
    await vi.waitFor(() => expect(text()).toContain(figure(one, 'Une barque')));
    expect(queue.$isHeld.get()).toBe(false);
  });

  test('of another page, whose files are gone, are named', async () => {
    const { pasteHtml, text, named } = open('<p></p>');
    const name = `unsent-${crypto.randomUUID()}`;
    pasteHtml(
      `<p data-pm-slice="0 0 []">Un.</p><figure><img data-picture="${name}" alt="Une barque" width="9" height="9"></figure>`,
    );
    await vi.waitFor(() => expect(named()).toEqual([['image', 'Une barque', undefined]]));
    expect(text()).toBe('<p>Un.</p>');
  });

  test.each([
    ['a box', '<div class="box"><p>Niveau</p></div><p>Fin</p>', 8],
    ['a quotation', '<blockquote><p>Mots</p></blockquote><p>Fin</p>', 4],
    ['a heading', '<h2>Titre</h2><p>Fin</p>', 3],
  ])('are in the text or named, pasted into %s', (_, html, at) => {
    const { view, pasteHtml, named, unsent } = open(html);
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, at)));
    pasteHtml(`<p>Un.</p><img src="${dot}" alt="Une barque"><p>Deux.</p>`);
    const lost = named().filter(([kind]) => kind === 'image');
    expect(unsent() + lost.length).toBe(1);
  });

  test('are named where a cell of a table has no place for them', () => {
    const { view, pasteHtml, text, named, unsent } = open(
      '<table><tr><td>a</td><td>b</td></tr></table><p>Fin</p>',
    );
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 4)));
    pasteHtml(`<p>Un.</p><img src="${dot}" alt="Une barque"><p>Deux.</p>`);
    expect(text()).toBe('<table><tr><td>aUn.<br>Deux.</td><td>b</td></tr></table>\n<p>Fin</p>');
    expect(unsent()).toBe(0);
    expect(named()).toEqual([['image', 'Une barque', undefined]]);
  });

  test('are no more than a text may have', () => {
    const { view, pasteHtml, named, unsent } = open(
      `${figure(one, 'Une tour').repeat(58)}<p>Fin</p>`,
    );
    view.dispatch(view.state.tr.setSelection(TextSelection.atEnd(view.state.doc)));
    pasteHtml(`<p>Un.</p>${`<img src="${dot}" alt="Une barque">`.repeat(3)}`);
    expect(unsent()).toBe(pictureLimits.perChapter - 58);
    expect(named().map(([kind]) => kind)).toEqual(['image']);
  });

  test.each([
    ['drawn in SVG', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['broken', 'data:image/png;base64,====='],
    ['elsewhere', 'https://exemple.fr/carte.png'],
  ])('are named where they are %s', (_, address) => {
    const { pasteHtml, text, named, unsent } = open('<p></p>');
    pasteHtml(`<p>Une rue. <img src="${address}" alt="Carte"></p>`);
    expect(unsent()).toBe(0);
    expect(text()).toBe('<p>Une rue.</p>');
    expect(named().map(([kind, shown]) => [kind, shown])).toEqual([['image', 'Carte']]);
  });

  test('keep their legends, as paragraphs', async () => {
    const { pasteHtml, text } = open('<p></p>');
    pasteHtml(
      `<figure><img src="${dot}" alt="Une barque"><figcaption>Fig. 1, la barque</figcaption></figure><p>Fin.</p>`,
    );
    (await sentUpload(0)).answer(one);
    const whole = `${figure(one, 'Une barque')}\n<p>Fig. 1, la barque</p>\n<p>Fin.</p>`;
    await vi.waitFor(() => expect(text()).toBe(whole));
  });
});

test('several picture files are put into the text together, to be described after', async () => {
  const { paste, text, named } = open('<p>Avant</p>');
  const png = (name: string) => new File([new Uint8Array([1])], name, { type: 'image/png' });
  const large = new File([new Uint8Array(pictureLimits.uploadBytes + 1)], 'mur.png', {
    type: 'image/png',
  });
  const heic = new File([new Uint8Array([1])], 'plage.heic', { type: 'image/heic' });
  paste({}, [png('un.png'), large, heic, png('deux.png')]);
  (await sentUpload(0)).answer(one);
  (await sentUpload(1)).answer(two);
  await vi.waitFor(() =>
    expect(text()).toBe(`<p>Avant</p>\n${figure(one)}\n${figure(two)}\n<p></p>`),
  );
  expect(named()).toEqual([
    ['image', 'mur.png', expect.stringMatching(/dépasse/)],
    ['image', 'plage.heic', expect.stringMatching(/JPEG/)],
    ['undescribed', 'Avant', undefined],
    ['undescribed', 'Avant', undefined],
  ]);
});

import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render, type RenderResult } from 'vitest-browser-react';

import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import { pasteParts, pasteReport } from '#islands/studio/editor/paste/paste-report.ts';
import { pictureLimits } from '#shared/text/text-pictures.ts';
import { pictureFiles } from '#islands/studio/editor/create-view.ts';
import { createPictureQueue } from '#islands/studio/editor/picture-queue.ts';
import { PictureDialogs } from '#islands/studio/editor/PictureDialog.tsx';
import { pictureAsked } from '#islands/studio/editor/picture-commands.ts';

import { ForgedUpload, forgeUploads, sentUpload } from '../world/forged-upload.ts';
import { signIn } from '../world/signed-in.ts';

beforeEach(() => {
  forgeUploads();
  signIn({ role: 'author' });
});
afterEach(() => void vi.unstubAllGlobals());

const addresses = {
  add: () => undefined,
  find: () => Promise.resolve(''),
  lacking: () => Promise.resolve([]),
};

/** The dialog, up to the file that is on its way. */
async function send() {
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({ doc: parseChapter('<p>Avant</p>') }),
  });
  const screen = await render(<PictureDialogs view={view} addresses={addresses} chapterId="c" />);
  view.dom.dispatchEvent(new Event(pictureAsked));
  const file = new File([new Uint8Array([1])], 'tour.png', { type: 'image/png' });
  await screen.getByLabelText(/^Fichier/).upload(file);
  await screen.getByLabelText(/^Ce que montre/).fill('Une tour');
  await screen.getByRole('button', { name: 'Insérer l’image' }).click();
  const sent = await sentUpload(0);
  /** After the answer, and what follows from it. */
  const text = async () => {
    sent.answer();
    await new Promise((resolve) => setTimeout(resolve, 50));
    return chapterHtml(view.state.doc);
  };
  return { view, screen, sent, text };
}

test('a picture that was sent is put into the text', async () => {
  const { text } = await send();
  expect(await text()).toContain('alt="Une tour"');
});

test('one without words is not sent, and the field for them gets the focus', async () => {
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({ doc: parseChapter('<p>Avant</p>') }),
  });
  const screen = await render(<PictureDialogs view={view} addresses={addresses} chapterId="c" />);
  view.dom.dispatchEvent(new Event(pictureAsked));
  await screen.getByRole('button', { name: 'Insérer l’image' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(screen.getByLabelText(/^Ce que montre/)).toHaveFocus();
  expect(ForgedUpload.sent).toEqual([]);
});

test.each(['paste', 'drop'])('a file that comes by %s asks for its words alone', async (kind) => {
  const place = document.body.appendChild(document.createElement('div'));
  const doc = parseChapter('<p>Avant</p>');
  const state = EditorState.create({ doc, plugins: [pictureFiles(createPictureQueue('c'))] });
  const view = new EditorView(place, { state });
  const screen = await render(<PictureDialogs view={view} addresses={addresses} chapterId="c" />);
  const carried = new DataTransfer();
  carried.items.add(new File([new Uint8Array([1])], 'carte.png', { type: 'image/png' }));
  const options = { bubbles: true, cancelable: true };
  const { left = 0, top = 0 } = view.dom.querySelector('p')?.getBoundingClientRect() ?? {};
  view.dom.dispatchEvent(
    kind === 'paste'
      ? new ClipboardEvent('paste', { ...options, clipboardData: carried })
      : new DragEvent('drop', {
          ...options,
          dataTransfer: carried,
          clientX: left + 5,
          clientY: top + 5,
        }),
  );
  await expect.element(screen.getByText(/^Fichier\s: carte\.png$/)).toBeVisible();
  await expect.element(screen.getByLabelText(/^Fichier/)).not.toBeInTheDocument();
  await screen.getByLabelText(/^Ce que montre/).fill('La carte de l’île');
  await screen.getByRole('button', { name: 'Insérer l’image' }).click();
  (await sentUpload(0)).answer();
  await vi.waitFor(() => expect(chapterHtml(view.state.doc)).toContain('alt="La carte de l’île"'));
});

test('a text that is full of pictures names the file that it cannot take', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const picture = `<figure><img data-picture="${'a'.repeat(32)}" alt="Une tour" width="9" height="9"></figure>`;
  const doc = parseChapter(picture.repeat(pictureLimits.perChapter) + '<p>Fin</p>');
  const state = EditorState.create({
    doc,
    plugins: [pictureFiles(createPictureQueue('c')), pasteReport(createPictureQueue('c'))],
  });
  const view = new EditorView(place, { state });
  view.dispatch(view.state.tr.setSelection(TextSelection.atEnd(view.state.doc)));
  const screen = await render(<PictureDialogs view={view} addresses={addresses} chapterId="c" />);
  const carried = new DataTransfer();
  carried.items.add(new File([new Uint8Array([1])], 'carte.png', { type: 'image/png' }));
  const options = { bubbles: true, cancelable: true, clipboardData: carried };
  view.dom.dispatchEvent(new ClipboardEvent('paste', options));
  expect(pasteParts(view.state)).toMatchObject([{ kind: 'image', shown: 'carte.png' }]);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('a word processor’s picture of the copied text is left to the text', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const state = EditorState.create({
    doc: parseChapter('<p></p>'),
    plugins: [pictureFiles(createPictureQueue('c'))],
  });
  const view = new EditorView(place, { state });
  const screen = await render(<PictureDialogs view={view} addresses={addresses} chapterId="c" />);
  const carried = new DataTransfer();
  carried.items.add(new File([new Uint8Array([1])], 'image.png', { type: 'image/png' }));
  carried.setData('text/plain', 'Il était une fois.');
  const options = { bubbles: true, cancelable: true, clipboardData: carried };
  view.dom.dispatchEvent(new ClipboardEvent('paste', options));
  await vi.waitFor(() => expect(chapterHtml(view.state.doc)).toContain('Il était une fois.'));
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test.each([
  ['Annuler', (screen: RenderResult) => screen.getByRole('button', { name: 'Annuler' }).click()],
  ['Échap', () => userEvent.keyboard('{Escape}')],
  ['another screen', (screen: RenderResult) => screen.unmount()],
])('one that is given up by %s is not, whatever comes later', async (_, giveUp) => {
  const { screen, sent, text } = await send();
  await giveUp(screen);
  await vi.waitFor(() => expect(sent.isAborted).toBe(true));
  expect(await text()).toBe('<p>Avant</p>');
});

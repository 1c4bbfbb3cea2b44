import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createView } from '#islands/studio/editor/create-view.ts';
import { parseChapter } from '#islands/studio/editor/chapter-html.ts';
import { PasteReport } from '#islands/studio/editor/paste/PasteReport.tsx';
import { createPictureQueue } from '#islands/studio/editor/picture-queue.ts';
import { createPictureAddresses } from '#islands/studio/editor/picture-view.ts';
import { listTextPictures } from '#shared/contracts/text-pictures.ts';
import { axeEverywhere } from '#tests/islands/world/axe.ts';
import { answers } from '#tests/islands/world/forged-server.ts';
import { forgeUploads } from '#tests/islands/world/forged-upload.ts';
import { signIn } from '#tests/islands/world/signed-in.ts';

let view: EditorView;
beforeEach(() => {
  forgeUploads();
  signIn({ role: 'author' });
  answers(listTextPictures, { pictures: [] });
});
afterEach(() => {
  view.destroy();
  vi.unstubAllGlobals();
});

async function open(html: string) {
  const place = document.createElement('div');
  const $state = atom<EditorState | null>(null);
  view = createView({
    place,
    doc: parseChapter(html),
    language: 'fr',
    describedBy: '',
    addresses: createPictureAddresses('c'),
    queue: createPictureQueue('c'),
    onState: (state) => $state.set(state),
  });
  const Report = () => (
    <PasteReport view={view} state={useStore($state) ?? view.state} isCovered={false} />
  );
  await render(
    <main>
      <h1>Chapitre 1</h1>
      <h2>Texte</h2>
      <Report />
    </main>,
  );
  document.body.append(place);
}

function drop(files: readonly File[], on: string) {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const target = page.getByText(on).element();
  const { left, top, height } = target.getBoundingClientRect();
  const place = { clientX: left + 1, clientY: top + height / 2 };
  const options = { bubbles: true, cancelable: true, dataTransfer, ...place };
  target.dispatchEvent(new DragEvent('drop', options));
}

test('pictures dropped on the text are put there; the report names those without words and the refused', async () => {
  await open('<p>Au loin, une barque.</p><p>Fin.</p>');
  const bytes = 'x'.repeat(240);
  drop(
    [
      new File([bytes], 'barque.png', { type: 'image/png' }),
      new File([bytes], 'carte.tiff', { type: 'image/tiff' }),
    ],
    'Fin.',
  );
  const report = page.getByRole('region', {
    name: /^1\sélément n’a pas été gardé, 1\simage à décrire$/,
  });
  await expect.element(report).toMatchTextContent(/«\scarte\.tiff\s»/);
  await expect.element(report.getByRole('button', { name: /^Décrire/ })).toBeVisible();
  expect(view.state.doc.children.map(({ type }) => type.name)).toContain('picture');
  await axeEverywhere();
});

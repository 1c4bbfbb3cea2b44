import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { copyTextPicture } from '#shared/contracts/text-pictures.ts';
import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import { pasteParts, pasteReport } from '#islands/studio/editor/paste/paste-report.ts';
import { sentPictures } from '#islands/studio/editor/create-view.ts';
import { unsentPictures } from '#islands/studio/editor/picture-commands.ts';
import { createPictureQueue } from '#islands/studio/editor/picture-queue.ts';
import { createPictureAddresses } from '#islands/studio/editor/picture-view.ts';
import { answers } from '#tests/islands/world/forged-server.ts';
import { signIn } from '#tests/islands/world/signed-in.ts';
import { matrix } from './matrix.ts';
import { sourceNames, sources } from './sources.ts';

beforeEach(() => {
  signIn({ role: 'author' });
  const address = '/chapter/c/images/x';
  answers(copyTextPicture, { hash: 'a'.repeat(32), width: 9, height: 9, address });
});

/** As the editor does with a clipboard, up to the server's answer for a picture. */
async function paste(html: string) {
  const queue = createPictureQueue('c');
  const addresses = createPictureAddresses('c');
  const plugins = [pasteReport(queue), sentPictures({ queue, addresses })];
  const state = EditorState.create({ doc: parseChapter('<p></p>'), plugins });
  const view = new EditorView(document.createElement('div'), { state });
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', html);
  clipboardData.setData('text/plain', 'x');
  const options = { bubbles: true, cancelable: true, clipboardData };
  view.dom.dispatchEvent(new ClipboardEvent('paste', options));
  await vi.waitFor(() => expect(unsentPictures(view.state.doc)).toBe(0));
  const pasted = { html: chapterHtml(view.state.doc), named: pasteParts(view.state) };
  view.destroy();
  return pasted;
}

describe('what a paste keeps, changes or names as dropped', () => {
  for (const { construct, cells } of matrix) {
    for (const source of sourceNames) {
      const cell = cells[source];
      if (!cell) continue;
      test(`${sources[source].name}: ${construct}`, async () => {
        const { html, named } = await paste(sources[source].frame(cell.copied));
        expect(html).toBe(cell.pasted);
        expect(named.map(({ kind }) => kind)).toEqual(cell.named ?? []);
      });
    }
  }
});

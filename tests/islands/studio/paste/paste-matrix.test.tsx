import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { describe, expect, test } from 'vitest';
import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import { droppedParts, pasteReport } from '#islands/studio/editor/paste/paste-report.ts';
import { matrix } from './matrix.ts';
import { sourceNames, sources } from './sources.ts';

/** As the editor does with a clipboard. */
function paste(html: string) {
  const doc = parseChapter('<p></p>');
  const state = EditorState.create({ doc, plugins: [pasteReport()] });
  const view = new EditorView(document.createElement('div'), { state });
  view.pasteHTML(html);
  const pasted = { html: chapterHtml(view.state.doc), named: droppedParts(view.state) };
  view.destroy();
  return pasted;
}

describe('what a paste keeps, changes or names as dropped', () => {
  for (const { construct, cells } of matrix) {
    for (const source of sourceNames) {
      const cell = cells[source];
      if (!cell) continue;
      test(`${sources[source].name}: ${construct}`, () => {
        const { html, named } = paste(sources[source].frame(cell.copied));
        expect(html).toBe(cell.pasted);
        expect(named.map(({ kind }) => kind)).toEqual(cell.named ?? []);
      });
    }
  }
});

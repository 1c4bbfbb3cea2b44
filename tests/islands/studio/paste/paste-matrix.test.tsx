import { DOMParser as SchemaParser } from 'prosemirror-model';
import { describe, expect, test } from 'vitest';
import { chapterHtml } from '#islands/studio/editor/chapter-html.ts';
import { readPastedHtml, withoutEmptyBlocks } from '#islands/studio/editor/paste/clean-paste.ts';
import { droppedFrom } from '#islands/studio/editor/paste/dropped.ts';
import { chapterSchema } from '#islands/studio/editor/schema.ts';
import { matrix } from './matrix.ts';
import { sourceNames, sources } from './sources.ts';

/** As the editor does with a clipboard. */
function paste(html: string) {
  const { html: clean, constructs } = readPastedHtml(html);
  const { body } = new DOMParser().parseFromString(clean, 'text/html');
  const parsed = SchemaParser.fromSchema(chapterSchema).parseSlice(body);
  const slice = withoutEmptyBlocks(parsed);
  const doc = chapterSchema.topNodeType.createAndFill(null, slice.content);
  return { html: doc ? chapterHtml(doc) : '', named: droppedFrom(constructs, slice) };
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

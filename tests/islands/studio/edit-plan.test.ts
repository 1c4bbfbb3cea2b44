import { describe, expect, test } from 'vitest';
import {
  joinToPrevious,
  joinedParts,
  part,
  rename,
  split,
  splitPlaces,
  take,
} from '#islands/studio/import/edit-plan.ts';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import { planChapters, type Proposed } from '#shared/site/import-plan.ts';

const proposals: Proposed[] = [
  { part: null, title: 'Préface', wordCount: 300, isTaken: false, headings: [] },
  {
    part: null,
    title: 'Le départ',
    wordCount: 1_000,
    isTaken: true,
    headings: [
      { title: 'La gare', wordCount: 200 },
      { title: 'Le train', wordCount: 700 },
    ],
  },
  { part: null, title: 'Le retour', wordCount: 500, isTaken: true, headings: [] },
];
const planned = (edits: readonly ImportEdit[]) => {
  const { chapters, unknown } = planChapters(proposals, edits);
  expect(unknown).toEqual([]);
  return chapters;
};
const chapter = (edits: readonly ImportEdit[], piece: string) => {
  const found = planned(edits).find((one) => one.piece === piece);
  if (!found) throw new Error(`no chapter begins at ${piece}`);
  return found;
};

describe('what a person does to the chapters of an import', () => {
  test('is kept only where it differs from what was proposed', () => {
    const taken = take([], proposals, { piece: '1', isTaken: true });
    expect(taken).toEqual([{ kind: 'take', piece: '1' }]);
    expect(take(taken, proposals, { piece: '1', isTaken: false })).toEqual([]);
    const named = rename([], '3', ' Chez soi ');
    expect(named).toEqual([{ kind: 'rename', piece: '3', title: 'Chez soi' }]);
    expect(rename(named, '3', '  ')).toEqual([]);
  });

  test('splits at each heading of a chapter, and nowhere else', () => {
    const whole = chapter([], '2');
    expect(splitPlaces(whole, proposals).map(({ piece }) => piece)).toEqual(['2@1', '2@2']);
    const edits = split([], proposals, whole, '2@2');
    expect(planned(edits).map(({ title }) => title)).toEqual([
      'Préface',
      'Le départ',
      'Le train',
      'Le retour',
    ]);
    expect(splitPlaces(chapter(edits, '2'), proposals).map(({ piece }) => piece)).toEqual(['2@1']);
    expect(splitPlaces(chapter(edits, '2@2'), proposals)).toEqual([]);
  });

  test('takes what is split off a chapter only where the chapter is taken', () => {
    const left = take([], proposals, { piece: '2', isTaken: false });
    const edits = split(left, proposals, chapter(left, '2'), '2@1');
    expect(chapter(edits, '2@1').isTaken).toBe(false);
  });

  test('leaves no edit behind of what was split off and joined again', () => {
    const named = rename(split([], proposals, chapter([], '2'), '2@1'), '2@1', 'Le quai');
    expect(joinToPrevious(named, '2@1')).toEqual([]);
  });

  test('parts what was joined', () => {
    const edits = joinToPrevious([], '3');
    expect(joinedParts(chapter(edits, '2'))).toEqual([{ piece: '3', title: 'Le retour' }]);
    expect(part(edits, '3')).toEqual([]);
  });
});

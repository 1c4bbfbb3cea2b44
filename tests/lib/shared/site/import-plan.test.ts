import { describe, expect, test } from 'vitest';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import { planChapters, type Proposed } from '#shared/site/import-plan.ts';

const book: Proposed[] = [
  { part: null, title: 'Préface', wordCount: 300, isTaken: false, headings: [] },
  {
    part: 'Livre I',
    title: 'Le départ',
    wordCount: 1_000,
    isTaken: true,
    headings: [
      { title: 'La gare', wordCount: 200 },
      { title: 'Le train', wordCount: 700 },
    ],
  },
  { part: 'Livre I', title: 'Le retour', wordCount: 500, isTaken: true, headings: [] },
];
const plan = (...edits: ImportEdit[]) =>
  planChapters(book, edits).chapters.map(
    ({ piece, title, wordCount, isTaken }) =>
      `${isTaken ? '+' : '-'} ${piece} ${title} (${wordCount})`,
  );

describe('the plan of an import', () => {
  test('is the proposals without edits', () => {
    expect(plan()).toEqual(['- 1 Préface (300)', '+ 2 Le départ (1000)', '+ 3 Le retour (500)']);
  });

  test('splits at a heading, which names the following chapter', () => {
    expect(plan({ kind: 'split', piece: '2@2' })).toEqual([
      '- 1 Préface (300)',
      '+ 2 Le départ (300)',
      '+ 2@2 Le train (700)',
      '+ 3 Le retour (500)',
    ]);
  });

  test('merges a fragment into the previous one', () => {
    expect(plan({ kind: 'split', piece: '2@2' }, { kind: 'merge', piece: '3' })).toEqual([
      '- 1 Préface (300)',
      '+ 2 Le départ (300)',
      '+ 2@2 Le train (1200)',
    ]);
  });

  test('selects, deselects and renames', () => {
    expect(
      plan(
        { kind: 'take', piece: '1' },
        { kind: 'skip', piece: '3' },
        { kind: 'rename', piece: '2', title: 'Adieux' },
      ),
    ).toEqual(['+ 1 Préface (300)', '+ 2 Adieux (1000)', '- 3 Le retour (500)']);
  });

  test('does not depend on the order of edits', () => {
    const edits: ImportEdit[] = [
      { kind: 'rename', piece: '2@1', title: 'Le quai' },
      { kind: 'split', piece: '2@1' },
      { kind: 'merge', piece: '3' },
    ];
    expect(plan(...edits)).toEqual(plan(...edits.toReversed()));
    expect(plan(...edits)).toContain('+ 2@1 Le quai (1400)');
  });

  test('names the fragments that the book does not have', () => {
    const { unknown } = planChapters(book, [
      { kind: 'skip', piece: '4' },
      { kind: 'split', piece: '2@3' },
      { kind: 'rename', piece: '2@1', title: 'Sans coupe' },
      { kind: 'merge', piece: '1' },
    ]);
    expect(unknown).toEqual(['4', '2@3', '2@1', '1']);
  });
});

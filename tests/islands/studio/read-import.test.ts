import { expect, test } from 'vitest';
import { defaultOptions } from '#islands/studio/import/ImportPrices.tsx';
import { readImport } from '#islands/studio/import/read-import.ts';
import type { PlannedChapter } from '#shared/site/import-plan.ts';

const chapter = (piece: string, wordCount: number): PlannedChapter => ({
  piece,
  title: piece,
  part: null,
  wordCount,
  isTaken: true,
  stretches: [],
  opening: [],
});

test('a title page takes no day of the schedule from the chapters after it', () => {
  const taken = [chapter('Un', 900), chapter('Deuxième partie', 0), chapter('Deux', 800)];
  const schedule = { weekdays: [1], time: '18:00', fromDay: '2026-12-01' };
  const read = readImport(
    { ...defaultOptions, publication: 'scheduled' },
    { schedule, taken, now: new Date('2026-11-27T12:00:00Z') },
  );
  if ('errors' in read) throw new Error('the options are refused');
  // Mondays at 18:00 in Paris; the page without words stays a draft, whatever its instant.
  expect(read.slots?.[0]).toBe('2026-12-07T17:00:00.000Z');
  expect(read.slots?.[2]).toBe('2026-12-14T17:00:00.000Z');
  expect(read.slots).toHaveLength(3);
});

test('pages without a word are drafts, whatever was chosen', () => {
  const schedule = { weekdays: [1], time: '18:00', fromDay: '2026-12-01' };
  const read = readImport(
    { ...defaultOptions, publication: 'scheduled' },
    { schedule, taken: [chapter('Titre', 0)], now: new Date('2026-11-27T12:00:00Z') },
  );
  expect(read).toMatchObject({ publication: 'draft', slots: [] });
});

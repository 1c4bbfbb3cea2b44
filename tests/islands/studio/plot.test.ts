import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveItem } from '#islands/studio/chapters/OrderChapters.tsx';
import { linePath, niceAxis } from '#islands/studio/figures/plot.ts';
import { openedWords } from '#islands/studio/figures/PeriodPart.tsx';

test.each([
  [0, 1, 1],
  [3, 3, 1],
  [11, 12, 2],
  [248, 250, 50],
  [251, 300, 50],
  [528, 600, 100],
  [1001, 1200, 200],
  [1201, 1250, 250],
])('the axis of counts up to %i ends at %i in steps of %i', (highest, top, step) => {
  expect(niceAxis(highest)).toEqual({ top, step });
});

test('an axis has few lines at whole counts, and at most a quarter of it stays empty', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (highest) => {
      const { top, step } = niceAxis(highest);
      expect(Number.isInteger(step) && top % step === 0 && top / step <= 6).toBe(true);
      expect(top).toBeGreaterThanOrEqual(highest);
      expect((top - highest) / top).toBeLessThanOrEqual(0.25);
    }),
  );
});

test.each([
  [40, 10, '10 lecteurs sur 40 ont déverrouillé le chapitre 7 (25 %).'],
  [36, 1, '1 lecteur sur 36 a déverrouillé le chapitre 7 (3 %).'],
  [36, 0, 'Aucun des 36 lecteurs n’a déverrouillé le chapitre 7.'],
  [36, 36, 'Les 36 lecteurs ont tous déverrouillé le chapitre 7.'],
  [1, 1, 'Son seul lecteur a déverrouillé le chapitre 7.'],
  [1, 0, 'Son seul lecteur n’a pas déverrouillé le chapitre 7.'],
  [0, 0, 'Aucun lecteur connecté pour le moment.'],
])('of %i readers %i opened the next: “%s”', (readers, opened, words) => {
  expect(openedWords(readers, opened, 7).replaceAll(/\s/g, ' ')).toBe(words);
});

test('a line goes from edge to edge, high values up', () => {
  expect(linePath([0, 5, 10], 10, 100, 50)).toBe('M0 50L50 25L100 0');
});

test('an item is put elsewhere, never outside of the list', () => {
  const items = ['a', 'b', 'c'];
  expect(moveItem(items, 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(items, 2, -5)).toEqual(['c', 'a', 'b']);
  expect(moveItem(items, 1, 1)).toBe(items);
});

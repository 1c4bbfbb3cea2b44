import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveItem } from '#islands/studio/chapters/move-item.ts';
import { linePath, niceAxis } from '#islands/studio/figures/plot.ts';
import { readerWords } from '#islands/studio/figures/went-on.ts';

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
  [93, 34, '93 lecteurs : 34 de ces 93 ont lu le suivant (37 %)'],
  [4, 1, '4 lecteurs : 1 de ces 4 a lu le suivant (25 %)'],
  [4, 0, '4 lecteurs, dont aucun n’a lu le suivant'],
  [1, 1, '1 lecteur, qui a lu le suivant'],
  [1, 0, '1 lecteur, qui n’a pas lu le suivant'],
  [0, 0, '0 lecteur'],
  [13, null, '13 lecteurs'],
])('of %i readers %s went on: “%s”', (readers, wentOn, words) => {
  expect(readerWords(readers, wentOn).replaceAll(/\s/g, ' ')).toBe(words);
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

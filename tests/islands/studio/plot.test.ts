import { expect, test } from 'vitest';
import { moveItem } from '../../../src/islands/studio/chapters/move-item.ts';
import { linePath, niceMax } from '../../../src/islands/studio/figures/plot.ts';

test.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [10, 10],
  [11, 20],
  [999, 1000],
  [1001, 2000],
])('the top of an axis above %i is %i', (value, top) => {
  expect(niceMax(value)).toBe(top);
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

import { describe, expect, test } from 'vitest';
import {
  alongPages,
  columnNumbers,
  columnOf,
  isTooLow,
  pageOf,
  type Pages,
} from '#browser/reader/pages/page-geometry.ts';

const phone: Pages = { width: 360, columns: 1, top: 72, height: 596 };
const desk: Pages = { width: 1280, columns: 2, top: 72, height: 656 };

describe('a point in the text', () => {
  test.each([
    [phone, 16, 0, 0],
    [phone, 359.9, 0, 0],
    [phone, 360, 1, 1],
    [phone, 7 * 360 + 16, 7, 7],
    [desk, 50, 0, 0],
    [desk, 690, 1, 0],
    [desk, 1280 + 50, 2, 1],
    [desk, 1280 + 690, 3, 1],
    // Hanging punctuation begins in the margin.
    [desk, 1280 + 641, 3, 1],
  ])('%o, %d px from the left: column %d, page %d', (pages, x, column, page) => {
    expect(columnOf(pages, { x, y: 100 })).toBe(column);
    expect(pageOf(pages, { x, y: 100 })).toBe(page);
  });

  test('is as far along the text as the columns before it are high', () => {
    expect(alongPages(phone, 0, { x: 16, y: 72 })).toBe(0);
    expect(alongPages(phone, 0, { x: 16, y: 172 })).toBe(100);
    expect(alongPages(phone, 0, { x: 376, y: 172 })).toBe(696);
    expect(alongPages(desk, 1, { x: 1330, y: 72 })).toBe(0);
    expect(alongPages(desk, 1, { x: 1970, y: 82 })).toBe(666);
  });

  test('before the shown page has a negative distance, however low it is', () => {
    expect(alongPages(phone, 3, { x: 2 * 360 + 16, y: 668 })).toBe(0);
    expect(alongPages(phone, 3, { x: 2 * 360 + 16, y: 667 })).toBe(-1);
    expect(alongPages(desk, 1, { x: 50, y: 72 })).toBe(-2 * 656);
  });

  test('above its column, as high letters are, is at the column’s top', () => {
    expect(alongPages(phone, 1, { x: 376, y: 69 })).toBe(0);
    expect(alongPages(phone, 1, { x: 376, y: 673 })).toBe(596);
  });

  test('after it lies beyond all of its columns', () => {
    expect(alongPages(desk, 0, { x: 1330, y: 72 })).toBe(2 * 656);
    expect(alongPages(desk, 0, { x: 690, y: 727 })).toBeLessThan(2 * 656);
  });
});

describe('the numbers of a page', () => {
  test.each([
    [phone, 0, 12, { first: 1, last: 1 }],
    [phone, 11, 12, { first: 12, last: 12 }],
    [desk, 0, 13, { first: 1, last: 2 }],
    [desk, 5, 13, { first: 11, last: 12 }],
    [desk, 6, 13, { first: 13, last: 13 }],
    [desk, 0, 1, { first: 1, last: 1 }],
  ])('%o, turned %d times, of %d columns: %o', (pages, page, columns, numbers) => {
    expect(columnNumbers(pages, page, columns)).toEqual(numbers);
  });
});

test.each([
  [596, 32.4, false],
  [162, 32.4, false],
  [161, 32.4, true],
  [596, 120, true],
])('a page of %d px with lines of %d px is too low: %s', (height, lineHeight, isLow) => {
  expect(isTooLow({ height }, lineHeight)).toBe(isLow);
});

import { describe, expect, test } from 'vitest';
import { cutIntoSlices, parseListedPage } from '#browser/reader/chapters/listed-chapters.ts';

const told = (chapterNumber: number, changes: Record<string, unknown> = {}) => ({
  _id: `0190-${chapterNumber}`,
  chapterNumber,
  title: `Marche ${chapterNumber}`,
  part: null,
  isLocked: false,
  isPremium: false,
  creditCost: 1,
  ...changes,
});

const page = (chapters: unknown, more: Record<string, unknown> = {}) => ({
  chapters,
  page: 1,
  total: 1,
  ...more,
});

describe('the answer', () => {
  test('is read field by field', () => {
    const parts = [{ title: 'I', chapters: 1, more: 1 }];
    const answer = page([told(3, { part: 'I', isLocked: true, creditCost: 2 })], { parts });
    expect(parseListedPage(answer)).toEqual({
      chapters: [
        {
          id: '0190-3',
          chapterNumber: 3,
          title: 'Marche 3',
          part: 'I',
          isLocked: true,
          isPremium: false,
          creditCost: 2,
        },
      ],
      page: 1,
      total: 1,
      parts: [{ title: 'I', chapters: 1 }],
    });
    expect(parseListedPage(page([]))?.parts).toEqual([]);
  });

  test.each([
    null,
    {},
    'x',
    [],
    page(null),
    page([null]),
    page([told(1, { title: 3 })]),
    page([told(1, { chapterNumber: '1' })]),
    page([], { total: '2' }),
    page([], { page: -1 }),
    page([], { parts: [{ title: 'I' }] }),
    // Its id could lead elsewhere.
    page([told(1, { _id: '../novel/x' })]),
  ])('that is invalid (%j) is no page', (body) => {
    expect(parseListedPage(body)).toBeNull();
  });
});

describe('the list', () => {
  test('is cut by parts and by pages', () => {
    const parts = [
      { title: 'I', chapters: 7 },
      { title: null, chapters: 1 },
      { title: 'I', chapters: 4 },
    ];
    expect(cutIntoSlices({ total: 12, parts }, 5)).toEqual([
      {
        title: 'I',
        slices: [
          { page: 1, first: 0, length: 5 },
          { page: 2, first: 5, length: 2 },
        ],
      },
      { title: null, slices: [{ page: 2, first: 7, length: 1 }] },
      {
        title: 'I',
        slices: [
          { page: 2, first: 8, length: 2 },
          { page: 3, first: 10, length: 2 },
        ],
      },
    ]);
  });

  test('has every chapter once, whatever its parts say', () => {
    expect(cutIntoSlices({ total: 3, parts: [{ title: 'I', chapters: 1 }] }, 5)).toEqual([
      { title: 'I', slices: [{ page: 1, first: 0, length: 1 }] },
      { title: null, slices: [{ page: 1, first: 1, length: 2 }] },
    ]);
    expect(cutIntoSlices({ total: 3, parts: [{ title: 'I', chapters: 9 }] }, 5)).toEqual([
      { title: 'I', slices: [{ page: 1, first: 0, length: 3 }] },
    ]);
    expect(cutIntoSlices({ total: 0, parts: [] }, 5)).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { groupByPart, isMeant, parseListedChapters } from '#browser/reader/listed-chapters.ts';

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

describe('the answer', () => {
  test('is read field by field', () => {
    expect(parseListedChapters([told(3, { part: 'I', isLocked: true, creditCost: 2 })])).toEqual([
      {
        id: '0190-3',
        chapterNumber: 3,
        title: 'Marche 3',
        part: 'I',
        isLocked: true,
        isPremium: false,
        creditCost: 2,
      },
    ]);
  });

  test.each([null, {}, 'x', [null], [told(1, { title: 3 })], [told(1, { chapterNumber: '1' })]])(
    'that is invalid (%j) is no list',
    (body) => {
      expect(parseListedChapters(body)).toBeNull();
    },
  );

  test('whose id could lead elsewhere is no list', () => {
    expect(parseListedChapters([told(1, { _id: '../novel/x' })])).toBeNull();
  });
});

test('parts group consecutive chapters, and may occur again', () => {
  const chapters = parseListedChapters([
    told(1, { part: 'I' }),
    told(2, { part: 'I' }),
    told(3),
    told(4, { part: 'I' }),
  ]);
  const parts = groupByPart(chapters ?? []);
  expect(
    parts.map(({ title, chapters }) => [title, chapters.map((one) => one.chapterNumber)]),
  ).toEqual([
    ['I', [1, 2]],
    [null, [3]],
    ['I', [4]],
  ]);
});

describe('search matches of', () => {
  const chapter = { chapterNumber: 12, title: 'L’Été où la mer s’est tue' };
  test.each(['', '  ', '12', '1', 'ete', 'ÉTÉ mer', 'mer 12'])('“%s” is this chapter', (words) => {
    expect(isMeant(chapter, words)).toBe(true);
  });
  test.each(['2', 'hiver', 'été hiver', '123'])('“%s” is another one', (words) => {
    expect(isMeant(chapter, words)).toBe(false);
  });
});

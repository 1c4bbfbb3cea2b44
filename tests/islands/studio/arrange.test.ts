import { describe, expect, test } from 'vitest';
import {
  choose,
  filterFor,
  initialView,
  sortFor,
  type View,
} from '#islands/studio/batch/arrange.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';

const chapter = (chapterNumber: number, more: Partial<StudioChapterBody> = {}) =>
  ({
    _id: `id-${chapterNumber}`,
    chapterNumber,
    title: `Jour ${chapterNumber}`,
    part: null,
    publicTitle: '',
    status: 'draft',
    publishedAt: null,
    isPremium: false,
    wordCount: 100,
    views: 0,
    likes: 0,
    comments: 0,
    creditsEarned: 0,
    ...more,
  }) as StudioChapterBody;

const chapters = [
  chapter(1, { status: 'published', publishedAt: '2026-01-01T00:00:00.000Z', views: 9 }),
  chapter(2, { status: 'scheduled', publishedAt: '2026-02-01T00:00:00.000Z', isPremium: true }),
  chapter(3, { title: 'Aube', part: 'Livre deux', wordCount: 20 }),
  chapter(10, { part: 'Livre deux', isPremium: true }),
];
const shown = (changes: Partial<View>) => {
  const view = { ...initialView, ...changes };
  return filterFor(sortFor(chapters, view), view).map(({ chapterNumber }) => chapterNumber);
};

describe('the shown chapters', () => {
  test.each([
    [{}, [1, 2, 3, 10]],
    [{ show: 'draft' as const }, [3, 10]],
    [{ show: 'premium' as const }, [2, 10]],
    [{ show: 'free' as const }, [1, 3]],
    [{ part: 'Livre deux' }, [3, 10]],
    // By its number, or by words of its title.
    [{ wanted: ' 10 ' }, [10]],
    [{ wanted: '1' }, [1, 10]],
    [{ wanted: 'âUB' }, [3]],
    [{ wanted: 'jour', show: 'draft' as const }, [10]],
    [{ wanted: 'nuit' }, []],
    [{ sort: 'title' as const }, [3, 1, 2, 10]],
    [{ sort: 'state' as const }, [3, 10, 2, 1]],
    // Those without a date after all others.
    [{ sort: 'date' as const }, [1, 2, 3, 10]],
    [{ sort: 'date' as const, isDescending: true }, [3, 10, 2, 1]],
    // Equal ones stay by number, in either direction.
    [{ sort: 'views' as const, isDescending: true }, [1, 2, 3, 10]],
    [{ sort: 'words' as const }, [3, 1, 2, 10]],
  ])('of %j are %j', (view, numbers) => {
    expect(shown(view)).toEqual(numbers);
  });
});

describe('what is chosen', () => {
  const order = ['a', 'b', 'c', 'd'];
  const after = (chosen: string[], id: string, lastId: string | null, isRange: boolean) =>
    [...choose(new Set(chosen), order, { id, lastId, isRange })].toSorted().join('');

  test('is one more, or one less', () => {
    expect(after(['a'], 'c', 'a', false)).toBe('ac');
    expect(after(['a', 'c'], 'c', 'a', false)).toBe('a');
  });

  test('is a range from the last pressed one, in either direction', () => {
    expect(after(['a'], 'c', 'a', true)).toBe('abc');
    expect(after(['d'], 'b', 'd', true)).toBe('bcd');
    expect(after(['a', 'b', 'c', 'd'], 'd', 'b', true)).toBe('a');
  });

  test('is the pressed one alone where the last one is not shown any more', () => {
    expect(after(['x'], 'b', 'x', true)).toBe('bx');
    expect(after([], 'b', null, true)).toBe('b');
  });
});

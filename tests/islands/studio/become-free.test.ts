import { describe, expect, test } from 'vitest';
import { becomeFreeAtOnce } from '#islands/studio/batch/FreeRulesDialog.tsx';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
const chapter = (part: string | null, more: Partial<StudioChapterBody> = {}) =>
  ({
    part,
    isPremium: true,
    status: 'published',
    publishedAt: daysAgo(10),
    freeFrom: null,
    ...more,
  }) as StudioChapterBody;
const rules = { days: null, parts: [{ part: 'Livre I', days: 30 }] };
const countOf = (chapters: StudioChapterBody[], parts: (string | null)[], days: number) =>
  becomeFreeAtOnce(chapters, rules, parts, days, now);

describe('chapters that a rule makes free at once', () => {
  test.each([
    ['came out that long ago', {}, 10, 1],
    ['came out later', {}, 11, 0],
    ['is not premium', { isPremium: false }, 1, 0],
    ['is scheduled', { status: 'scheduled' as const }, 1, 0],
    ['is free already', { freeFrom: daysAgo(1) }, 1, 0],
    ['would be free later by a rule', { freeFrom: daysAgo(-1), isFreeByRule: true }, 1, 1],
    ['has a day that its author chose', { freeFrom: daysAgo(-1), isFreeByRule: false }, 1, 0],
  ])('are counted where one %s', (_, more, days, count) => {
    expect(countOf([chapter(null, more)], [null], days)).toBe(count);
  });

  test('are those of the novel without the parts that have a rule, or those of the parts', () => {
    const chapters = [chapter(null), chapter('Livre I'), chapter('Livre II'), chapter('Livre II')];
    expect(countOf(chapters, [null], 5)).toBe(3);
    expect(countOf(chapters, ['Livre I'], 5)).toBe(1);
    expect(countOf(chapters, ['Livre I', 'Livre II'], 5)).toBe(3);
    expect(countOf(chapters, [null, 'Livre I'], 5)).toBe(4);
  });
});

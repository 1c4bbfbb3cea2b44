import { expect, test } from 'vitest';
import { priceNow, priceOf, shortDateOf } from '#islands/studio/chapters/chapter-words.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';

const now = Date.parse('2026-11-29T12:00:00Z');
const plain = (text: string) => text.replaceAll(/\s/g, ' ');
const date = (status: StudioChapterBody['status'], publishedAt: string | null) =>
  plain(shortDateOf({ status, publishedAt } as StudioChapterBody, now));

test('a list leaves out the year where no other is meant', () => {
  expect(date('published', '2026-03-03T12:00:00Z')).toBe('3 mars');
  expect(date('published', '2025-12-31T22:59:00Z')).toBe('31 déc. 2025');
  expect(date('published', '2025-12-31T23:00:00Z')).toBe('1er janv.');
  expect(date('scheduled', '2027-01-14T17:00:00Z')).toBe('14 janv., 18:00');
  expect(date('scheduled', '2027-12-01T17:00:00Z')).toBe('1er déc. 2027, 18:00');
  expect(date('draft', null)).toBe('');
});

test('a premium chapter is free from its day on', () => {
  const premium = { isPremium: true, creditCost: 2, freeFrom: '2026-12-02T12:00:00Z' };
  expect(plain(priceOf(premium, now))).toBe('2 crédits, gratuit dans 3 jours');
  const later = Date.parse('2026-12-03T12:00:00Z');
  expect(plain(priceOf(premium, later))).toBe('Gratuit depuis le 2 décembre 2026');
  expect(priceNow(premium, later)).toEqual({ price: 'Gratuit', then: '' });
});

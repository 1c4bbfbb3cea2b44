import { expect, test } from 'vitest';
import { formatDueDay } from '#server/catalogue/due-day.ts';

const now = new Date('2026-11-24T12:00:00Z');

test.each([
  ['2026-12-02T08:00:00Z', 'mercredi 2 décembre'],
  ['2026-12-01T08:00:00Z', 'mardi 1er décembre'],
  // Already the next day, and the next year, in Paris.
  ['2026-12-31T23:30:00Z', 'vendredi 1er janvier 2027'],
])('says %s as a reader in Paris would', (due, words) => {
  expect(formatDueDay(new Date(due), now)).toBe(words.replaceAll(' ', '\u00A0'));
});

import { expect, test } from 'vitest';
import { formatDueDay, freeWords } from '#server/catalogue/due-day.ts';

const now = new Date('2026-11-24T12:00:00Z');

test.each([
  ['2026-12-02T08:00:00Z', 'mercredi 2 décembre'],
  ['2026-12-01T08:00:00Z', 'mardi 1er décembre'],
  // Already the next day, and the next year, in Paris.
  ['2026-12-31T23:30:00Z', 'vendredi 1er janvier 2027'],
])('says %s as a reader in Paris would', (due, words) => {
  expect(formatDueDay(new Date(due), now)).toBe(words.replaceAll(' ', '\u00A0'));
});

test.each([
  ['2026-11-24T18:00:00Z', 'Gratuit aujourd’hui à 19:00'],
  // The next day in Paris, though not yet in UTC.
  ['2026-11-24T23:30:00Z', 'Gratuit demain à 00:30'],
  ['2026-11-26T08:00:00Z', 'Gratuit dans 2 jours, jeudi 26 novembre'],
  ['2026-11-30T08:00:00Z', 'Gratuit dans 6 jours, lundi 30 novembre'],
  ['2026-12-01T08:00:00Z', 'Gratuit le mardi 1er décembre'],
])('says of a chapter that is free from %s on when that is', (freeFrom, words) => {
  expect(freeWords(new Date(freeFrom), now).replaceAll(/\s/g, ' ')).toBe(words);
});

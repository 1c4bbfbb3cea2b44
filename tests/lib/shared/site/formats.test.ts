import { describe, expect, test } from 'vitest';
import {
  beginningOf,
  compactPlural,
  descriptionPreview,
  formatCompactCount,
  formatCount,
  formatDay,
  formatEuros,
  formatFullSlot,
  formatSlot,
  formatPercent,
  formatReadingTime,
  languageName,
  plural,
  readingMinutes,
} from '#shared/site/formats.ts';
import { genreLabel, genres } from '#shared/site/genres.ts';
import { statusLabel } from '#shared/messages.ts';

/** Intl uses several kinds of spaces, which do not matter here. */
const plainSpaces = (text: string) => text.replaceAll(/\s/g, ' ');

describe('a day', () => {
  test('is in Paris time', () => {
    expect(formatDay('2026-11-20T23:30:00Z')).toBe('21\u00A0novembre\u00A02026');
    expect(formatDay(new Date('2026-07-14T21:59:00Z'))).toBe('14\u00A0juillet\u00A02026');
    expect(formatDay('2026-10-01T12:00:00Z')).toBe('1er\u00A0octobre\u00A02026');
    expect(formatDay('2026-10-11T12:00:00Z')).toBe('11\u00A0octobre\u00A02026');
  });
  test('of what comes next has its year in another year than now', () => {
    const now = new Date('2026-11-28T12:00:00Z');
    const slotOf = (date: string) => plainSpaces(formatSlot(new Date(date), now));
    expect(slotOf('2026-11-30T17:00:00Z')).toBe('lundi 30 novembre à 18:00');
    expect(slotOf('2026-12-31T23:30:00Z')).toBe('vendredi 1er janvier 2027 à 00:30');
  });

  test('of a slot in full keeps its day with its month, and its time with “à”', () => {
    const slot = formatFullSlot(new Date('2026-10-01T16:00:00Z'));
    expect(slot).toBe('jeudi 1er\u00A0octobre 2026 à\u00A018:00');
  });
  test.each([null, undefined, 'hier', ''])('that is %s is unknown', (date) => {
    expect(formatDay(date)).toBe('Date inconnue');
  });
});

test('prices and counts are French', () => {
  expect(plainSpaces(formatEuros(499))).toBe('4,99 €');
  expect(plainSpaces(formatEuros(-499))).toBe('\u22124,99 €');
  expect(formatCount(-12)).toBe('\u221212');
  expect([0, 5.5, 8.1, 20].map((rate) => plainSpaces(formatPercent(rate)))).toEqual([
    '0 %',
    '5,5 %',
    '8,1 %',
    '20 %',
  ]);
  expect(plainSpaces(formatCompactCount(9_876))).toBe('9 876');
  expect(plainSpaces(formatCompactCount(12_345))).toBe('12,3 k');
  expect([0, 1, 2].map((n) => plural(n, 'crédit'))).toEqual([
    '0\u00A0crédit',
    '1\u00A0crédit',
    '2\u00A0crédits',
  ]);
});

describe('the preview of a description', () => {
  test('is 120 characters and an ellipsis', () => {
    const preview = descriptionPreview('a'.repeat(200));
    expect(preview).toBe(`${'a'.repeat(120)}…`);
  });
  test('is the whole of a text of 120 characters', () => {
    expect(descriptionPreview('é'.repeat(120))).toBe('é'.repeat(120));
  });
  test('keeps no-break spaces and makes one of ordinary ones', () => {
    expect(descriptionPreview('Qui\u00A0?\n\n  Elle\u202F!\tOui. ')).toBe(
      'Qui\u00A0? Elle\u202F! Oui.',
    );
  });
  test('does not split a character', () => {
    expect(descriptionPreview('😀'.repeat(121))).toBe(`${'😀'.repeat(120)}…`);
  });
});

test('languages, genres and statuses have French names', () => {
  expect(languageName('fr')).toBe('Français');
  expect(languageName('nimporte quoi')).toBe('Nimporte quoi');
  expect(genres).toHaveLength(28);
  expect(genreLabel('Slice of Life')).toBe('Tranche de vie');
  expect(genreLabel('toString')).toBe('toString');
  expect(['ongoing', 'completed', 'hiatus', 'x'].map(statusLabel)).toEqual([
    'En cours',
    'Terminé',
    'En pause',
    null,
  ]);
});

test('reading takes at least a minute', () => {
  expect(formatReadingTime(2_300)).toBe('10\u00A0min\u00A0de\u00A0lecture');
  expect([0, 10, 2_300].map(readingMinutes)).toEqual([1, 1, 10]);
});

test.each([
  [0, '0 vue'],
  [1, '1 vue'],
  [2, '2 vues'],
  [12_345, '12,3 k vues'],
])('%i views are told as “%s”', (views, told) => {
  expect(plainSpaces(compactPlural(views, 'vue'))).toBe(told);
});

test('the beginning of a text is on one line with an ellipsis if it is cut', () => {
  expect(beginningOf('Un\nmot 😀 de trop', 8)).toBe('Un mot 😀…');
  expect(beginningOf(' Un mot. ', 8)).toBe('Un mot.');
});

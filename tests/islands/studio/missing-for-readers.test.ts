import { expect, test } from 'vitest';
import { missingAmong, missingIn } from '#islands/studio/chapters/missing-for-readers.ts';

const whole = { chapterNumber: 1, title: 'Un', wordCount: 12 };
const untitled = { chapterNumber: 2, title: '', wordCount: 12 };
const empty = { chapterNumber: 3, title: '', wordCount: 0 };

test('a chapter that can come out lacks nothing', () => {
  expect(missingIn(whole, false)).toBeNull();
  expect(missingAmong([whole])).toBe('');
});

test('what one chapter lacks is named', () => {
  expect(missingIn(untitled, false)?.sentence).toMatch(/^Il manque un titre à ce chapitre\s:/);
  expect(missingIn({ title: 'Un', wordCount: 0 }, false)?.sentence).toMatch(
    /^Il manque un texte à ce chap/,
  );
  expect(missingIn(empty, false)?.sentence).toMatch(/^Il manque un titre et un texte à/);
  expect(missingIn(untitled, true)?.sentence).toMatch(/^Il manque un titre à ces modifications\s:/);
  expect(missingIn(empty, false)?.first).toBe('title');
  expect(missingIn({ title: 'Un', wordCount: 0 }, false)?.first).toBe('text');
});

test('one among several is named by its number, and more are counted', () => {
  expect(missingAmong([whole, untitled])).toMatch(/^Il manque un titre au chapitre 2\s:/);
  expect(missingAmong([whole, untitled, empty])).toMatch(
    /^Il manque un titre ou un texte à 2\schapitres \(2, 3\)\s:/,
  );
});

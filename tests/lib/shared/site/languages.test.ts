import { describe, expect, test } from 'vitest';
import { drawChapter } from '#shared/text/chapter-markup.ts';
import { directionOf, isLanguageTag, leftwardLanguage } from '#shared/site/languages.ts';

const arabic = 'قالت أوديل: «أين الملعقة؟» ثم ضحكت (2).';

test.each(['ar', 'he', 'iw', 'fa', 'ur', 'yi', 'dv', 'ps', 'ckb', 'ar-EG', 'pa-Arab', 'ku-Arab'])(
  '%s is written from right to left',
  (tag) => expect(directionOf(tag)).toBe('rtl'),
);

test.each(['fr', 'ja', 'ku', 'ar-Latn', 'he-Latn', 'und', '', 'pas une langue'])(
  '%s is not',
  (tag) => expect(directionOf(tag)).toBe('ltr'),
);

test.each([
  [arabic, 'ar'],
  ['שלום, אמרה אודיל.', 'he'],
  ['گفت: پنجره را ببند.', 'fa'],
  ['اس نے کہا: ٹھیک ہے۔', 'ur'],
  ['ބޮޑުވަޒީރު', 'dv'],
  ['Elle lut « قال » et referma le livre.', null],
  ['12 (3).', null],
])('%s is in %s by its letters', (words, language) => {
  expect(leftwardLanguage(words)).toBe(language);
});

test.each([
  ['ar', true],
  ['zh-Hant-TW', true],
  ['x', false],
  ['ar_EG', false],
  ['"><script>', false],
  ['', false],
])('whether %s is a language tag: %s', (tag, isOne) => {
  expect(isLanguageTag(tag)).toBe(isOne);
});

describe('a chapter is drawn in the direction of its languages', () => {
  test.each([
    [`<p lang="ar">${arabic}</p>`, `<p lang="ar" dir="rtl">${arabic}</p>`],
    [`<h2>${arabic}</h2>`, `<h2 lang="ar" dir="rtl">${arabic}</h2>`],
    [
      `<blockquote lang="fa"><p>${arabic}</p></blockquote><p>${arabic}</p>`,
      `<blockquote lang="fa" dir="rtl"><p>${arabic}</p></blockquote><p lang="ar" dir="rtl">${arabic}</p>`,
    ],
    ['<p>Il dit <em lang="he">שלום.</em></p>', '<p>Il dit <em lang="he" dir="rtl">שלום.</em></p>'],
    ['<p lang="ar-Latn">salam</p>', '<p lang="ar-Latn">salam</p>'],
    ['<p class="verse">שלום<br>שלום</p>', '<p class="verse" lang="he" dir="rtl">שלום<br>שלום</p>'],
  ])('%s', (html, drawn) => {
    expect(drawChapter(html, 'fr')).toBe(drawn);
  });

  test('a French passage of an Arabic novel', () => {
    expect(drawChapter('<p lang="fr">Bonjour</p><p>سلام</p>', 'ar')).toBe(
      '<p lang="fr" dir="ltr">Bonjour</p><p>سلام</p>',
    );
  });
});

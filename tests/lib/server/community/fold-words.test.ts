import { expect, test } from 'vitest';
import { foldWords, hasWords } from '#server/community/held-words.ts';

test.each([
  'spoiler',
  'SPOÏLER',
  'ｓｐｏｉｌｅｒ',
  '𝓼𝓹𝓸𝓲𝓵𝓮𝓻',
  'ѕроіlеr',
  'ЅΡΟΙLΕR',
  'ꜱᴘᴏɪʟᴇʀ',
  'ⓢⓟⓞⓘⓛⓔⓡ',
  '🅂🄿🄾🄸🄻🄴🅁',
  '🆂🅿🅾🅸🅻🅴🆁',
  's\u200Bp\u00ADo\u2063i\u{E0061}ler',
  's\u0337p\u0337o\u0337i\u0337l\u0337e\u0337r\u0337',
  'spøilɇɍ',
  // Lisu, syllabics, Coptic, small Cherokee: letters whose capitals or forms are Latin ones.
  'ꓢꓑꓳꓲꓡꓰꓣ',
  'ꓢᑭꓳꓲᒪꓰᖇ',
  'sⲣⲟⲓlⲉⲅ',
  'ꮪꮲoꭵꮮꭼr',
])('a held word is found in what looks like it: %s', (written) => {
  expect(hasWords(foldWords(`Un ${written} !`), foldWords('spoiler'))).toBe(true);
});

test('a lunate sigma is a C, in both cases', () => {
  for (const written of ['ϲanal', 'Ϲanal', 'ΣANAL', 'σanal']) {
    const isC = !/^[Σσ]/.test(written);
    expect(hasWords(foldWords(written), foldWords('canal')), written).toBe(isC);
  }
  expect(foldWords('Σ')).toBe(foldWords('σ'));
});

test('words of French that are near are others', () => {
  const text = foldWords(
    'Cet ours connu, vingt-deux pics, il sort 10 fois du corps : œuvre, cœur.',
  );
  for (const held of ['con', 'pis', 'l sort', 'lo', 'oeuvres']) {
    expect(hasWords(text, foldWords(held)), held).toBe(false);
  }
  expect(foldWords('Спасибо')).toBe(foldWords('СПАСИБО'));
});

import { describe, expect, test } from 'vitest';
import { cutSentences } from '#browser/reader/speech/sentence-cuts.ts';

const cut = (text: string, language = 'fr') =>
  cutSentences(text, language).map(({ start, end }) => text.slice(start, end));

describe('a paragraph is cut', () => {
  test.each([
    ['Il pleut. Elle sort !  Où va-t-elle ?', ['Il pleut.', 'Elle sort !', 'Où va-t-elle ?']],
    ['— Oui ! dit-il. Je viens.', ['— Oui ! dit-il.', 'Je viens.']],
    ['M. Dupont salua Mme. Leroux. Elle rit.', ['M. Dupont salua Mme. Leroux.', 'Elle rit.']],
    ['« Viens. » Elle vint.', ['« Viens. »', 'Elle vint.']],
    ['  Seul  ', ['Seul']],
    ['Un vers,\nun autre vers.', ['Un vers,\nun autre vers.']],
  ])('%s', (text, sentences) => {
    expect(cut(text)).toEqual(sentences);
  });

  test('and nothing is spoken without a word', () => {
    expect(cut('… — !')).toEqual([]);
    expect(cut('')).toEqual([]);
  });

  test('whatever code the language has', () => {
    expect(cut('Il pleut. Elle sort.', 'pas une langue')).toEqual(['Il pleut.', 'Elle sort.']);
  });
});

describe('a very long sentence', () => {
  test('is spoken in parts that end at punctuation', () => {
    const clause = 'et la rue descendait encore vers le port où personne n’attendait plus, ';
    const parts = cut(`La nuit tombait, ${clause.repeat(8)}enfin.`);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts.slice(0, -1)) expect(part).toMatch(/,$/);
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(240);
    expect(parts.join(' ')).toBe(`La nuit tombait, ${clause.repeat(8)}enfin.`);
  });

  test('is cut between words without punctuation, and inside a word without spaces', () => {
    const words = cut('mot '.repeat(200));
    expect(words.join(' ')).toBe('mot '.repeat(200).trim());
    for (const part of words) expect(part).toMatch(/^mot( mot)*$/);
    const letters = cut('a'.repeat(1_000));
    expect(letters.join('')).toBe('a'.repeat(1_000));
  });
});

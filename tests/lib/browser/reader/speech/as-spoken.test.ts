import { describe, expect, test } from 'vitest';
import { asSpoken, spokenOfRuby } from '#browser/reader/speech/as-spoken.ts';

describe('French is spoken as it is read', () => {
  test.each([
    // Titles before a name, with and without no-break spaces.
    ['M. Tissot salua Mme Leroux.', 'Monsieur Tissot salua Madame Leroux.'],
    ['M.\u00A0Tissot et MM.\u202FAubin', 'Monsieur Tissot et Messieurs Aubin'],
    [
      'Mlle Rose, le Dr Blanche, Mᵉ Corbeau',
      'Mademoiselle Rose, le Docteur Blanche, Maître Corbeau',
    ],
    ['Mᵐᵉ Verdurin à St-Malo', 'Madame Verdurin à Saint-Malo'],
    ['Il signa M.', 'Il signa M.'],
    // Ordinals and Roman numerals.
    ['au XIXᵉ\u00A0siècle', 'au dix-neuvième siècle'],
    ['au XIXe siècle', 'au dix-neuvième siècle'],
    ['François Iᵉʳ et la Iʳᵉ République', 'François premier et la première République'],
    ['le 1er mai, la 2ᵉ fois', 'le premier mai, la deuxième fois'],
    ['Louis XIV et Élisabeth II', 'Louis 14 et Élisabeth 2'],
    ['Il vécut sous Louis XIV.', 'Il vécut sous Louis 14.'],
    ['tome V, chapitre III', 'tome 5, chapitre 3'],
    ['le chapitre XLIV, le XXIIᵉ arrondissement', 'le chapitre 44, le 22e arrondissement'],
    ['MIL VICES, X', 'MIL VICES, X'],
    ['Vers midi, le livre civil', 'Vers midi, le livre civil'],
    ['Il ne vit rien.', 'Il ne vit rien.'],
    // Numbers.
    ['1\u202F234 francs et 12 345 678 sous', '1234 francs et 12345678 sous'],
    ['en 1914 250 hommes', 'en 1914 250 hommes'],
    ['le 06 12 34', 'le 06 12 34'],
    ['-12 ce matin', '-12 ce matin'],
    ['- Oui, dit-il.', 'Oui, dit-il.'],
    ['le n°\u00A03, les nᵒˢ 4 et 5', 'le numéro 3, les numéros 4 et 5'],
    ['à 18\u00A0h\u00A030, puis à 1 h', 'à 18 heures 30, puis à 1 heure'],
    ['voir p. 12, chap. IV', 'voir page 12, chapitre 4'],
    ['en 52 av. J.-C.', 'en 52 avant Jésus-Christ'],
    // Signs that are only seen.
    ['«\u00A0Viens\u00A0», dit-elle.', 'Viens, dit-elle.'],
    ['«\u00A0Viens\u00A0!\u00A0», dit-elle.', 'Viens ! dit-elle.'],
    ['Il dit : “Bonsoir.”', 'Il dit : Bonsoir.'],
    ['—\u2002Oui, dit-il.', 'Oui, dit-il.'],
    ['Il vint — disait-on — hier.', 'Il vint, disait-on, hier.'],
    ['— Je… —', 'Je… —'],
    ['Elle *hésita* ⁂', 'Elle hésita'],
    ['ex\u00ADtra\u00ADor\u00ADdi\u00ADnaire', 'extraordinaire'],
    ['peut-être, dix-neuf', 'peut-être, dix-neuf'],
    ['l’aube, aujourd’hui', 'l’aube, aujourd’hui'],
  ])('%s', (written, spoken) => {
    expect(asSpoken(written, 'fr')).toBe(spoken);
    expect(asSpoken(written, 'fr-FR')).toBe(spoken);
  });
});

test('another language keeps its abbreviations, and names no sign either', () => {
  expect(asSpoken('“Mr. Smith,” he said — 1\u00A0234 times.', 'en')).toBe(
    'Mr. Smith, he said, 1234 times.',
  );
});

test.each([
  ['雨', 'Amé', 'fr', 'Amé'],
  ['林檎', 'Ringo', 'fr-CA', 'Ringo'],
  ['김서연', 'Kim Seo-yeon', 'fr', 'Kim Seo-yeon'],
  ['龍-sama', 'Ryū-sama', 'fr', 'Ryū-sama'],
  ['Ольга', 'Olga', 'fr', 'Olga'],
  // Both are words: the one in the text.
  ['Les Volets', 'Shutters', 'fr', 'Les Volets'],
  ['Épée', 'つるぎ', 'fr', 'Épée'],
  // A reading that the voice has no signs for either.
  ['林檎', 'りんご', 'fr', '林檎'],
  ['雨', '', 'fr', '雨'],
  ['雨', '…', 'fr', '雨'],
  ['★', 'étoile', 'fr', '★'],
  // A voice of the word's own language reads it.
  ['林檎', 'Ringo', 'ja', '林檎'],
  ['김서연', 'Kim', 'ko', '김서연'],
  ['雨', 'yǔ', 'zh-Hant', '雨'],
])('of %s with the reading %s a voice of %s speaks %s', (word, reading, language, spoken) => {
  expect(spokenOfRuby(word, reading, language)).toBe(spoken);
});

import { describe, expect, test } from 'vitest';
import { findAloud } from '#islands/studio/editor/check/aloud.ts';

const found = (text: string) =>
  findAloud(text).map(({ kind, from, to }) => [kind, text.slice(from, to)]);

describe('what sounds wrong aloud', () => {
  test.each([
    ['==========', 'break', '=========='],
    ['* * *', 'break', '* * *'],
    ['-----', 'break', '-----'],
    ['Statut ======== fin', 'row', '========'],
    ['Il écrit *vraiment* mal.', 'stars', '*vraiment*'],
    ['Il écrit **vraiment** mal.', 'stars', '**vraiment**'],
    ['Voir https://exemple.fr/a?b=1 ici', 'address', 'https://exemple.fr/a?b=1'],
    ['Écrire à paul@exemple.fr.', 'address', 'paul@exemple.fr'],
    ['Merci :-) et à demain', 'emoticon', ':-)'],
    ['Merci ^^', 'emoticon', '^^'],
    ['Merci 😀 Paul', 'emoticon', '😀'],
    ['Quoi ?!!! Non', 'signs', '?!!!'],
    ['Il crie : JAMAIS DE LA VIE, dit-il', 'capitals', 'JAMAIS DE LA VIE'],
    ['Nooooon, dit-il', 'letters', 'Nooooon'],
    ['/\\_/\\ ( o.o ) > ^ < /|\\', 'drawing', '/\\_/\\ ( o.o ) > ^ < /|\\'],
  ])('%s', (text, kind, part) => {
    expect(found(text)).toEqual([[kind, part]]);
  });

  test.each([
    'Il dit : « Non ! » (et partit).',
    '— Louis XIV, dit-elle, l’ONU et l’UNESCO.',
    'Le 3/4 de 10 = 7,5… n’est-ce pas ?',
    'Mlle É. de B. — 12 h 30 — 1 234 567 francs',
    'Quoi ?!',
    'Créée, l’armée nous attend.',
    '',
  ])('nothing in “%s”', (text) => {
    expect(found(text)).toEqual([]);
  });

  // Quadratic or worse, these would end the test by its time limit.
  test.each([
    ['a shouted word', `N${'O'.repeat(5_000)}N !`],
    ['a word of half a million letters', 'ab'.repeat(250_000)],
    ['a row of dots and letters', 'a.'.repeat(100_000)],
  ])('%s at once', (_, text) => {
    expect(found(text).map(([kind]) => kind)).not.toContain('address');
  });

  test('several in the order of the text, none within another', () => {
    expect(found('Oh :) https://a.fr/*b*/ !!!!').map(([kind]) => kind)).toEqual([
      'emoticon',
      'address',
      'signs',
    ]);
  });
});

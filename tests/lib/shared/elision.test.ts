import { expect, test } from 'vitest';
import { de } from '#shared/elision.ts';

test.each([
  ['Aïcha', 'd’Aïcha'],
  ['Élodie', 'd’Élodie'],
  ['E\u0301lodie', 'd’E\u0301lodie'],
  ['inès', 'd’inès'],
  ['Ömer', 'd’Ömer'],
  ['Œdipe', 'd’Œdipe'],
  ['Ægir', 'd’Ægir'],
  ['Ulysse', 'd’Ulysse'],
  ['Yves', 'd’Yves'],
  ['Ÿves', 'd’Ÿves'],
])('“de” is elided before the vowel of %s', (name, said) => {
  expect(de(name)).toBe(said);
});

test.each(['Karim', 'Çelik', 'Yanis', 'Yaël', 'Y', 'Y. Martin', 'Hugo', 'Zoé'])(
  '“de” stays whole before %s',
  (name) => {
    expect(de(name)).toBe(`de ${name}`);
  },
);

test.each(['«\u00A0Emma\u00A0»', '11e', '(Anna)', 'Анна', '🌸 Anna', ''])(
  'what does not begin with a letter of ours keeps “de”: %s',
  (name) => {
    expect(de(name)).toBe(`de ${name}`);
  },
);

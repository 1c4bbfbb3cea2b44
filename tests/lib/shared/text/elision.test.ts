import { expect, test } from 'vitest';
import { de, deLangue } from '#shared/text/elision.ts';

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
  '“de” is not elided before %s',
  (name) => {
    expect(de(name)).toBe(`de ${name}`);
  },
);

test.each(['«\u00A0Emma\u00A0»', '11e', '(Anna)', 'Анна', '🌸 Anna', ''])(
  '“de” is not elided before another script or symbol: %s',
  (name) => {
    expect(de(name)).toBe(`de ${name}`);
  },
);

test.each([
  ['anglais', 'de l’anglais'],
  ['espagnol', 'de l’espagnol'],
  ['hébreu', 'de l’hébreu'],
  ['hongrois', 'du hongrois'],
  ['japonais', 'du japonais'],
  ['yiddish', 'du yiddish'],
])('a language has its article: %s', (language, said) => {
  expect(deLangue(language)).toBe(said);
});

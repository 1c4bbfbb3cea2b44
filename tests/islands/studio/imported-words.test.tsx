import { expect, test } from 'vitest';
import { importedWords } from '#islands/studio/import/ImportForm.tsx';
import { arrivalWords, goTo } from '#islands/studio/navigation.ts';

const whole = {
  chapterIds: Array.from({ length: 112 }, (_, index) => String(index)),
  coverRefused: false,
  picturesRefused: 0,
  notesRefused: false,
};

test.each([
  [{ coverRefused: false, picturesRefused: 0 }, /^112\schapitres importés\.$/],
  [
    { coverRefused: true, picturesRefused: 0 },
    /importés\. La couverture du livre n’est pas une image lisible\.$/,
  ],
  [
    { coverRefused: false, picturesRefused: 1 },
    /importés\. 1\s.+\s: sa description, .+ en tient lieu\.$/,
  ],
  [
    { coverRefused: true, picturesRefused: 2 },
    /lisible\. 2\s.+\s: leurs descriptions, .+ en tiennent lieu\.$/,
  ],
  [
    { notesRefused: true },
    /importés\. Les notes de l’auteur n’ont pas été reprises\s: .+ suspendu\.$/,
  ],
])('an import says what it brought and what it left out: %o', (outcome, words) => {
  expect(importedWords({ ...whole, ...outcome })).toMatch(words);
});

test('words for the next screen are shown on that one, and on none after it', async () => {
  const address = location.href;
  try {
    await goTo(
      { screen: 'chapters', novelId: 'x' },
      { replaces: true, words: 'Une image manque.' },
    );
    expect(arrivalWords()).toBe('Une image manque.');
    await goTo({ screen: 'team', novelId: 'x' }, { replaces: true });
    expect(arrivalWords()).toBe('');
  } finally {
    history.replaceState(null, '', address);
  }
});

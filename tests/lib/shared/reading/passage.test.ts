import { expect, test } from 'vitest';
import { findPassage, passageAt, placeAt } from '#shared/reading/place.ts';

const blocks = ['Le vent se lève.', 'Emma ferme la porte, puis la fenêtre.', 'Rien ne bouge.'];
const at = blocks[1]?.indexOf('la porte') ?? 0;
const door = passageAt(
  blocks[1] ?? '',
  placeAt((index) => blocks[index] ?? '', 1, at),
  'la porte'.length,
);
const wordsIn = (texts: readonly string[]) => {
  const found = findPassage(texts, door);
  return found && [found.block, texts[found.block]?.slice(found.start, found.end)];
};

test.each([
  ['as it was', blocks, 1],
  ['below a new paragraph', ['Un ajout.', ...blocks], 2],
  [
    'in a paragraph with a word more before it',
    [blocks[0], 'Emma ferme vite la porte, puis la fenêtre.', blocks[2]],
    1,
  ],
  [
    'in the second half of a divided paragraph',
    [blocks[0], 'Emma ferme', 'la porte, puis la fenêtre.', blocks[2]],
    2,
  ],
])('a passage is found %s', (_, texts, block) => {
  expect(wordsIn(texts.map((text) => text ?? ''))).toEqual([block, 'la porte']);
});

test.each([
  [
    'whose words were changed',
    ['Le vent se lève.', 'Emma ferme le portail, puis la fenêtre.', 'Rien ne bouge.'],
  ],
  ['of a text without blocks', []],
])('a passage is not found %s', (_, texts) => {
  expect(wordsIn(texts)).toBeNull();
});

test('of two blocks with the same words, it is in the one with the same neighbours', () => {
  const lines = ['Oui.', 'Non.', 'Oui.', 'Jamais.'];
  const second = passageAt(
    'Oui.',
    placeAt((index) => lines[index] ?? '', 2, 0),
    4,
  );
  expect(findPassage(['Un ajout.', ...lines], second)?.block).toBe(3);
  expect(findPassage(lines, second)?.block).toBe(2);
});

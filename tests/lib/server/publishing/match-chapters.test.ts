import { describe, expect, test } from 'vitest';
import { matchChapters } from '#server/publishing/match-chapters.ts';

/** `title` defaults to the key; `text` stands for a whole text unlike any other. */
type Told = [key: string, text: string, more?: { title?: string; isAside?: boolean }];

const known = (...told: Told[]) =>
  told.map(([key, html, more]) => ({ key, html, title: key, isAside: false, ...more }));

/** For each draft the key of its matched chapter. */
const found = (before: Told[], drafts: Told[]) =>
  matchChapters(known(...before), known(...drafts)).map((chapter) => chapter?.key ?? null);

const long = (...words: string[]) =>
  words.map((word) => `<p>Une phrase entière sur ${word}.</p>`).join('\n');

describe('a chapter of a book is matched with', () => {
  const abc: Told[] = [
    ['a', 'A'],
    ['b', 'B'],
    ['c', 'C'],
  ];

  test.each<[string, Told[], Told[], (string | null)[]]>([
    ['the one with its key and text', abc, abc, ['a', 'b', 'c']],
    [
      'the one with its key, text corrected',
      abc,
      [
        ['a', 'A'],
        ['b', 'B2'],
        ['c', 'C'],
      ],
      ['a', 'b', 'c'],
    ],
    [
      'the one with its text, title corrected',
      abc,
      [
        ['a', 'A'],
        ['bé', 'B'],
        ['c', 'C'],
      ],
      ['a', 'b', 'c'],
    ],
    [
      'the one with its text where two are swapped',
      abc,
      [
        ['b', 'B'],
        ['a', 'A'],
        ['c', 'C'],
      ],
      ['b', 'a', 'c'],
    ],
    [
      'the one with its text where two titles are swapped',
      abc,
      [
        ['b', 'A'],
        ['a', 'B'],
        ['c', 'C'],
      ],
      ['a', 'b', 'c'],
    ],
    [
      'the one with its text where keys count places',
      abc,
      [
        ['a', 'A'],
        ['b', 'X'],
        ['c', 'B'],
        ['d', 'C'],
      ],
      ['a', null, 'b', 'c'],
    ],
    [
      'the one in its place, title and text changed',
      abc,
      [
        ['a', 'A'],
        ['x', 'X'],
        ['c', 'C'],
      ],
      ['a', 'b', 'c'],
    ],
    [
      'the last one, title and text changed',
      abc,
      [
        ['a', 'A'],
        ['b', 'B'],
        ['x', 'X'],
      ],
      ['a', 'b', 'c'],
    ],
    [
      'new where two stand in one gap',
      abc,
      [
        ['a', 'A'],
        ['x', 'X'],
        ['y', 'Y'],
      ],
      ['a', null, null],
    ],
    ['new at the end', abc, [...abc, ['d', 'D']], ['a', 'b', 'c', null]],
    [
      'new between known neighbours',
      abc,
      [
        ['a', 'A'],
        ['x', 'X'],
        ['b', 'B'],
        ['c', 'C'],
      ],
      ['a', null, 'b', 'c'],
    ],
    ['the only one of a book that changed wholly', [['a', 'A']], [['x', 'X']], ['a']],
    ['new in a new novel', [], [['a', 'A']], [null]],
  ])('%s', (_, before, drafts, expected) => {
    expect(found(before, drafts)).toEqual(expected);
  });

  test('the one that shares most of its sentences, title and place changed', () => {
    const text = long('la mer', 'le phare', 'le vent', 'la nuit');
    const corrected = long('la mer', 'le phare', 'le soir', 'la nuit');
    const before: Told[] = [
      ['chapitre-1', long('rien', 'tout')],
      ['chapitre-2', text],
      ['chapitre-3', 'C'],
    ];
    const drafts: Told[] = [
      ['chapitre-1', long('rien', 'tout')],
      ['chapitre-2', long('le pain', 'le sel')],
      ['chapitre-3', corrected],
      ['chapitre-4', 'C'],
    ];
    expect(found(before, drafts)).toEqual(['chapitre-1', null, 'chapitre-2', 'chapitre-3']);
  });

  test('the one with its title if the part was renamed and the text corrected', () => {
    const before: Told[] = [
      ['un/i', 'A', { title: 'I' }],
      ['un/ii', 'B', { title: 'II' }],
    ];
    const drafts: Told[] = [
      ['une/i', 'A2', { title: 'I' }],
      ['une/ii', 'B2', { title: 'II' }],
    ];
    expect(found(before, drafts)).toEqual(['un/i', 'un/ii']);
  });

  test('one missing from the last import if key or text return, never by its place', () => {
    const before: Told[] = [
      ['a', 'A'],
      ['b', 'B', { isAside: true }],
    ];
    expect(
      found(before, [
        ['a', 'A'],
        ['b', 'B2'],
      ]),
    ).toEqual(['a', 'b']);
    expect(
      found(before, [
        ['a', 'A'],
        ['x', 'B'],
      ]),
    ).toEqual(['a', 'b']);
    expect(
      found(before, [
        ['a', 'A'],
        ['x', 'X'],
      ]),
    ).toEqual(['a', null]);
  });

  test('one of several with the same text by its title, and never with two drafts', () => {
    const before: Told[] = [
      ['a', 'X'],
      ['b', 'X'],
      ['c', 'X'],
    ];
    expect(
      found(before, [
        ['c', 'X'],
        ['a', 'X'],
        ['d', 'X'],
        ['e', 'X'],
      ]),
    ).toEqual(['c', 'a', 'b', null]);
  });
});

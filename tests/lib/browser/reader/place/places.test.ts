import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findBlock, placeAt } from '#shared/reading/place.ts';
import { markOf } from '#shared/text/text-mark.ts';
import {
  claimPlaces,
  noteSeenPlace,
  personOfPlaces,
  readSeenPlace,
  forgetStoredPlaces,
  readStoredPlace,
  storePlace,
} from '#browser/reader/place/stored-places.ts';
import { listResumable, noteLastRead, readLastRead } from '#browser/reader/place/last-read.ts';
import { storedPlacesMax } from '#browser/storage.ts';
import { openBrowser } from '#tests/lib/browser/open-browser.ts';

const place = { paragraph: 3, offset: 12, mark: -7, start: 1, end: -2, before: 3, after: 0 };

let local: ReturnType<typeof openBrowser>['local'];
beforeEach(() => void ({ local } = openBrowser(() => new Response())));
afterEach(() => vi.unstubAllGlobals());

describe('the hash of a block', () => {
  test('ignores white space', () => {
    expect(markOf(' Il était\n  une fois ')).toBe(markOf('Il était une fois'));
  });

  test('changes with its words, and is an integer of 32 bits', () => {
    const marks = ['', 'Il était une fois', 'Il était une foi', '🦊'.repeat(500)].map(markOf);
    expect(new Set(marks).size).toBe(4);
    for (const mark of marks) expect(mark).toBe(mark | 0);
  });
});

describe('the block of a place', () => {
  /** What is beside it has changed. */
  const at = (paragraph: number, words: string) => {
    const [mark, other] = [markOf(words), markOf('?')];
    return { paragraph, offset: 0, mark, start: mark, end: mark, before: other, after: other };
  };

  test.each([
    ['stays where it was', 'abc', at(1, 'b'), 1],
    ['follows blocks that were put in before it', 'xxabc', at(1, 'b'), 3],
    ['follows blocks that were taken out before it', 'cd', at(2, 'c'), 0],
    ['is the nearest one with the same words', 'eabece', at(4, 'e'), 3],
    ['keeps its index when its words were changed', 'axc', at(1, 'b'), 1],
    ['is the last one where the text has become shorter', 'ab', at(7, 'x'), 1],
    ['is none in an empty text', '', at(2, 'x'), -1],
  ])('%s', (_, texts, wanted, index) => {
    expect(findBlock(texts.split(''), wanted)).toBe(index);
  });

  const long = (word: string) =>
    `${word} ne répondit pas tout de suite : la halle était vide, pensa ${word}.`;
  const before = ['Léa', 'Karim', 'Zoé', 'Ève'].map(long);
  /** In Zoé's. */
  const place = placeAt((index) => before[index] ?? '', 2, 7);
  const [lea = '', karim = '', zoe = '', eve = ''] = before;
  const [one, other, changed] = [long('Nora'), long('Rémi'), `${zoe} Puis elle partit.`];

  test.each([
    ['after blocks put in at the beginning', [one, other, lea, karim, changed, eve], 4],
    ['after blocks put in right before it', [lea, karim, one, other, changed, eve], 4],
    ['before a block put in right after it', [lea, karim, changed, one, eve], 2],
    ['where only its beginning is not as it was', [lea, karim, one, other, `Alors ${zoe}`, eve], 4],
    ['where it was written anew', [one, other, lea, karim, 'Rien.', eve], 4],
    ['where the block before it has gone', [lea, changed, eve], 1],
    ['where both blocks beside it were changed', [one, lea, 'Un.', changed, 'Deux.'], 3],
    ['where it was parted', [lea, karim, zoe.slice(0, 40), zoe.slice(40), eve], 2],
  ])('is found again with other words, %s', (_, texts, index) => {
    expect(findBlock(texts, place)).toBe(index);
  });

  test('is found by the blocks beside it where all answers begin and end alike', () => {
    const answers = ['Oui', 'Non', 'Si'].map((word) => `— ${word}.`);
    const [oui = '', non = '', si = ''] = answers;
    const second = placeAt((index) => [lea, oui, non, si, eve][index] ?? '', 2, 0);
    expect(findBlock([one, other, lea, oui, '— Jamais.', si, eve], second)).toBe(4);
  });

  test('is, of several with the same words, the one between its neighbours', () => {
    const oui = '— Oui.';
    const dialogue = [lea, oui, karim, oui, zoe, oui, eve];
    const second = placeAt((index) => dialogue[index] ?? '', 3, 0);
    expect(findBlock([one, other, ...dialogue], second)).toBe(5);
  });
});

describe('the places of this device', () => {
  test('are stored and deleted, each chapter separately', () => {
    storePlace('a', place);
    storePlace('b', { ...place, offset: 0 });
    expect(readStoredPlace('a')).toEqual(place);
    storePlace('a', null);
    expect(readStoredPlace('a')).toBeNull();
    expect(readStoredPlace('b')).toEqual({ ...place, offset: 0 });
  });

  test('are limited: the oldest one is dropped', () => {
    for (let index = 0; index < storedPlacesMax; index++) storePlace(`c${index}`, place);
    storePlace('c0', { ...place, offset: 99 });
    storePlace('new', place);
    expect(readStoredPlace('c0')?.offset).toBe(99);
    expect(readStoredPlace('c1')).toBeNull();
    expect(readStoredPlace('c2')).toEqual(place);
    expect(Object.keys(JSON.parse(local.getItem('reading_places') ?? '') as object)).toHaveLength(
      storedPlacesMax,
    );
  });

  test.each([
    'pas du JSON',
    'null',
    '[]',
    '3',
    '{"a":null}',
    '{"a":[1,2,3]}',
    '{"a":{"paragraph":1,"offset":2,"mark":3}}',
    ...[{ paragraph: -1 }, { paragraph: '1' }, { paragraph: 1.5 }, { start: 'x' }].map((wrong) =>
      JSON.stringify({ a: { ...place, ...wrong } }),
    ),
  ])('that are broken are none: %s', (stored) => {
    local.setItem('reading_places', stored);
    expect(readStoredPlace('a')).toBeNull();
    storePlace('a', place);
    expect(readStoredPlace('a')).toEqual(place);
  });
});

describe('the chapter read last', () => {
  const id = (last: number) => `01930000-0000-7000-8000-${String(last).padStart(12, '0')}`;

  test('is stored by novel, and deleted with the places', () => {
    noteLastRead('roman', { id: id(1), number: 1 });
    noteLastRead('autre', { id: id(9), number: 4 });
    noteLastRead('roman', { id: id(2), number: 2 });
    expect(readLastRead('roman')).toEqual({ id: id(2), number: 2 });
    expect(readLastRead('autre')).toEqual({ id: id(9), number: 4 });
    forgetStoredPlaces();
    expect(readLastRead('roman')).toBeNull();
  });

  test('is a way back where the page told what it shows, the last read first', () => {
    const way = {
      slug: 'contre-courant',
      novelTitle: 'Contre-courant',
      chapterTitle: 'La crue',
      chapterCount: 8,
      percent: 40,
      readAtMs: 1_700_000_000_000,
      nextId: id(3),
      reader: null,
    };
    noteLastRead('roman', { id: id(1), number: 1 }, way);
    noteLastRead('ancien', { id: id(2), number: 2 });
    noteLastRead('autre', { id: id(9), number: 4 }, { ...way, slug: 'autre', percent: 100 });
    noteLastRead('faux', { id: id(8), number: 1 }, { ...way, slug: '../login' });
    expect(listResumable(null)).toEqual([
      { novelId: 'autre', id: id(9), number: 4, ...way, slug: 'autre', percent: 100 },
      { novelId: 'roman', id: id(1), number: 1, ...way },
    ]);
  });

  test('is a way back for who read it, and what nobody signed in read is one for everybody', () => {
    const way = {
      slug: 'contre-courant',
      novelTitle: 'Contre-courant',
      chapterTitle: 'La crue',
      chapterCount: 8,
      percent: 40,
      readAtMs: 1_700_000_000_000,
      nextId: id(3),
    };
    noteLastRead('personne', { id: id(1), number: 1 }, { ...way, reader: null });
    noteLastRead('léa', { id: id(1), number: 1 }, { ...way, reader: 'léa' });
    const novels = (person: string | null) => listResumable(person).map(({ novelId }) => novelId);
    expect(novels(null)).toEqual(['personne']);
    expect(novels('léa')).toEqual(['léa', 'personne']);
    expect(novels('karim')).toEqual(['personne']);
  });

  test('is deleted for the novel read longest ago beyond the limit', () => {
    for (let index = 0; index <= storedPlacesMax; index++) {
      noteLastRead(`r${index}`, { id: id(index), number: index });
    }
    expect(readLastRead('r0')).toBeNull();
    expect(readLastRead('r1')).toEqual({ id: id(1), number: 1 });
  });

  test.each(['pas du JSON', 'null', '[]', '{"roman":null}', '{"roman":["../login",1]}'])(
    'is null if it is invalid: %s',
    (stored) => {
      local.setItem('reading_last', stored);
      expect(readLastRead('roman')).toBeNull();
      noteLastRead('roman', { id: id(3), number: 3 });
      expect(readLastRead('roman')).toEqual({ id: id(3), number: 3 });
    },
  );
});

describe('the account’s last synced place', () => {
  const seen = { place, version: '2026-11-21T12:00:00.000Z', isRead: false };
  const read = { place: null, version: '2026-11-21T12:00:00.000Z', isRead: true };

  test('is stored by chapter, and for one user', () => {
    expect([personOfPlaces(), readSeenPlace('a')]).toEqual([null, null]);
    noteSeenPlace('léa', 'a', seen);
    noteSeenPlace('léa', 'b', read);
    expect([personOfPlaces(), readSeenPlace('a')]).toEqual(['léa', seen]);
    expect(readSeenPlace('b')).toEqual(read);
    claimPlaces('léa');
    expect(readSeenPlace('a')).toEqual(seen);
    claimPlaces('karim');
    expect([personOfPlaces(), readSeenPlace('a')]).toEqual(['karim', null]);
  });

  test('adopts what was read signed out, and nothing of another user’s', () => {
    storePlace('a', place);
    claimPlaces('léa');
    expect(readStoredPlace('a')).toEqual(place);
    claimPlaces('karim');
    expect(readStoredPlace('a')).toBeNull();
  });

  test.each([
    'pas du JSON',
    'null',
    '{"person":3,"chapters":{}}',
    '{"person":"léa","chapters":null}',
    '{"person":"léa","chapters":{"a":3}}',
    '{"person":"léa","chapters":{"a":{"place":"ici","version":null}}}',
    '{"person":"léa","chapters":{"a":{"place":null,"version":null}}}',
    '{"person":"léa","chapters":{"a":{"place":null,"version":"hier","isRead":false}}}',
    '{"person":"léa","chapters":{"a":{"place":null,"version":3}}}',
  ])('is nothing where it is broken: %s', (stored) => {
    local.setItem('reading_places_seen', stored);
    expect(readSeenPlace('a')).toBeNull();
    noteSeenPlace('léa', 'a', seen);
    expect(readSeenPlace('a')).toEqual(seen);
  });
});

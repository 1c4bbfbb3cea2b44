import { expect, test } from 'vitest';
import { bookKey } from '#server/publishing/book-to-draft.ts';

const key = (title: string | null, authorName: string | null, identifier: string | null = null) =>
  bookKey({ identifier, title, authorName });

test('a book is identified by its identifier, whatever its title', () => {
  expect(key('Un', 'A', 'urn:isbn:1234')).toBe('urn:isbn:1234');
  expect(key(null, null, 'urn:isbn:1234')).toBe('urn:isbn:1234');
});

test('without an identifier title and author identify a book, ignoring spelling', () => {
  expect(key('L’Été', 'Jeanne Martin')).toBe('l-ete/jeanne-martin');
  expect(key("l'été ", 'JEANNE MARTIN')).toBe('l-ete/jeanne-martin');
});

test.each([
  [
    ['A B', 'C'],
    ['A', 'B C'],
  ],
  [
    ['?!', 'A'],
    ['…', 'A'],
  ],
  [
    [`${'mot '.repeat(200)}tome 1`, 'A'],
    [`${'mot '.repeat(200)}tome 2`, 'A'],
  ],
  [
    ['日本', 'A'],
    ['日', 'A'],
  ],
])('%j and %j are two books', ([title = '', author = ''], [other = '', otherAuthor = '']) => {
  expect(key(title, author)).not.toBe(key(other, otherAuthor));
  expect(key(title, author)?.length).toBeLessThanOrEqual(300);
});

test('a book without identifier, title or author has no key', () => {
  expect(key(null, 'A')).toBeNull();
  expect(key('Un', null)).toBeNull();
  expect(key('Un', '')).toBeNull();
});

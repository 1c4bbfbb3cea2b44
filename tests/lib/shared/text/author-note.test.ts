import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinNotes, noteParagraphs, splitNotes } from '#shared/text/author-note.ts';

test('an empty line ends a paragraph, and French typography is set', () => {
  expect(noteParagraphs('Bonjour !\nÀ mercredi.\n\n\nMerci.', 'fr')).toEqual([
    ['Bonjour\u202F!', 'À mercredi.'],
    ['Merci.'],
  ]);
  expect(noteParagraphs('', 'fr')).toEqual([]);
});

test('a text and its notes come apart as they were', () => {
  const text = fc.string().map((raw) => raw.replaceAll('\0', ''));
  fc.assert(
    fc.property(text, text, text, (html, before, after) => {
      expect(splitNotes(joinNotes(html, { before, after }))).toEqual({
        html,
        notes: { before, after },
      });
    }),
  );
  expect(joinNotes('<p>Un.</p>', { before: '', after: '' })).toBe('<p>Un.</p>');
});

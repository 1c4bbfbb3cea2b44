import { describe, expect, test } from 'vitest';
import { drawNotes, hasNotes, withoutNotes } from '#shared/text/notes.ts';
import { countWords } from '#shared/text/words.ts';

const prose = '<p>Un mot<sup><a href="#note-1">1</a></sup> et deux.</p>\n<hr>';
const stored = `${prose}\n<aside id="note-1"><p>Trois mots ici.</p></aside>`;
const plain = '<p>Un mot et deux.</p>\n<hr>';

describe('the notes of a chapter', () => {
  test('are not part of its prose, nor are their markers', () => {
    expect(hasNotes(stored)).toBe(true);
    expect(withoutNotes(stored).trim()).toBe(plain);
    expect(countWords(stored)).toBe(countWords(plain));
  });

  test('are rendered under a heading, each with a link there and back', () => {
    const drawn = drawNotes(stored);
    expect(drawn).toContain('<a id="appel-1" href="#note-1" role="doc-noteref"');
    expect(drawn).toMatch(/<section class="notes"[^>]*><h2 id="notes">Notes<\/h2>/);
    expect(drawn).toMatch(
      /<aside id="note-1" role="doc-footnote"><a href="#appel-1" role="doc-backlink"[^>]*>1<\/a><p>Trois mots ici\.<\/p><\/aside>/,
    );
  });

  test('cost nothing if there are none', () => {
    expect(hasNotes(plain)).toBe(false);
    expect(withoutNotes(plain)).toBe(plain);
    expect(drawNotes(plain)).toBe(plain);
  });
});

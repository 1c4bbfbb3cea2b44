import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cleanCommentText,
  commentCharacters,
  commentTextProblem,
} from '#shared/text/comment-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '\n',
        '\r',
        ' ',
        '\t',
        '\0',
        '\u2028',
        'é',
        '\u0301',
        '\ud83d',
        '🖋',
        '\u200d',
        '\ufe0f',
        '\u202e',
      ),
      {
        maxLength: 40,
      },
    )
    .map((parts) => parts.join('')),
);

describe('a comment’s text', () => {
  test('is unchanged when cleaned again', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const clean = cleanCommentText(raw);
        expect(cleanCommentText(clean)).toBe(clean);
        expect(clean).toBe(clean.trim());
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).not.toMatch(/[\0\r]|\n\s*\n\s*\n/);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['ligne\r\nligne\rligne', 'ligne\nligne\nligne'],
    ['a\n \n\t\n\nb', 'a\n\nb'],
    ['a\nb\n\nc', 'a\nb\n\nc'],
    [`z${'\u0301'.repeat(60)}o`, `z${'\u0301'.repeat(4)}o`],
    ['👩‍👩‍👧 d’accord', '👩‍👩‍👧 d’accord'],
    ['1️⃣ ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈 👍🏽', '1️⃣ ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈 👍🏽'],
    ['m\u200Bo\u00ADt\u202Eelu\u2066!\uFEFF\u3164', 'motelu!'],
    ['a\u200D\uFE0F\u{E0061}b', 'ab'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ])('%j becomes %j', (raw, clean) => {
    expect(cleanCommentText(raw)).toBe(clean);
  });

  test('has a visible character', () => {
    for (const empty of ['', ' \n', '\u200b\u00ad\ufeff', '\u0301', '\u3164']) {
      expect(commentTextProblem(empty)).toBe('Le commentaire est vide.');
    }
    for (const said of ['a', '…', '❤️', '漢']) expect(commentTextProblem(said)).toBeNull();
  });

  test('has at most 2,000 characters, without surrounding white space', () => {
    expect(commentCharacters('  🖋é  ')).toBe(2);
    expect(commentTextProblem(` ${'é'.repeat(2_000)} `)).toBeNull();
    expect(commentTextProblem('é'.repeat(2_001))).toBe('Au plus 2\u202f000 caractères.');
  });
});

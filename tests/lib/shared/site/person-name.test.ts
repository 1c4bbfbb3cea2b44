import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortenName, tidyPersonName } from '#shared/site/person-name.ts';
import { tidyText } from '#shared/text/written-text.ts';

/** Letters, and parts of hostile names, lone surrogates too. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\0',
        '\n',
        '\r',
        '\t',
        ' ',
        '\u00A0',
        '\u0085',
        '\u2028',
        '\u2800',
        '\uD83D',
        '\uDE00',
        '\u200B',
        '\u200D',
        '\u202E',
        '\u2066',
        '\u2060',
        '\uFEFF',
        '\u3164',
        '\uFE0F',
        '\u{E0041}',
        'e',
        '\u0301',
        '\u212B',
        '\uAC00',
        '\u11A8',
      ),
    ),
  )
  .map((parts) => parts.join(''));

describe('a person’s name', () => {
  test('is one visible line, whatever the input, and tidying is idempotent', () => {
    fc.assert(
      fc.property(hostile, (told) => {
        const name = tidyPersonName(told);
        expect(name.isWellFormed()).toBe(true);
        expect(name).toBe(name.normalize('NFC'));
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Bidi_Control}]|^ | $|\s\s|[^\S ]/u);
        expect(name).toMatch(/^$|[\p{L}\p{N}\p{P}\p{S}]/u);
        expect(tidyPersonName(name)).toBe(name);
      }),
    );
  });

  test('is shortened to a limit between characters', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 0, max: 20 }), (told, charactersMax) => {
        const name = shortenName(tidyPersonName(told), charactersMax);
        expect(Array.from(name).length).toBeLessThanOrEqual(charactersMax);
        expect(tidyPersonName(name)).toBe(name);
      }),
    );
  });
});

describe('a text', () => {
  test('is well-formed, without controls but line ends, and tidying is idempotent', () => {
    fc.assert(
      fc.property(hostile, (told) => {
        const text = tidyText(told);
        expect(text.isWellFormed()).toBe(true);
        expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
        expect(tidyText(text)).toBe(text);
      }),
    );
  });

  test('keeps its lines, its emojis and its script', () => {
    const text = 'Bonjour !\n\n👩‍🚀 من\u200Cها';
    expect(tidyText(`  ${text.replaceAll('\n', '\r\n')}\t`)).toBe(text);
  });
});

/**
 * Controls, line ends, and the Braille blank, which is a space that Unicode classifies as a symbol.
 */
const blanks = /[\p{Cc}\p{Zl}\p{Zp}\s\u2800]+/gu;
/** Marks that change the text direction, and zero-width characters: no part of a name. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * A person's name, safe inside our own lines: well-formed, in NFC, single spaces, nothing
 * invisible. Empty if nothing is visible. Not bounded.
 */
export function tidyPersonName(name: string): string {
  // U+FEFF is both: zero-width characters are removed first, and before NFC, which they prevent
  // from composing.
  const seen = name.toWellFormed().replaceAll(invisible, '').normalize('NFC');
  const line = seen.replaceAll(blanks, ' ').trim();
  return visible.test(line) ? line : '';
}

/**
 * The name's beginning, within a limit that counts as zod does: an emoji of one code point is one.
 */
export function shortenName(name: string, charactersMax: number): string {
  return tidyPersonName(Array.from(name).slice(0, charactersMax).join(''));
}

/** Controls, ends of lines, and the blank of Braille, which is a space that Unicode calls a symbol. */
const blanks = /[\p{Cc}\p{Zl}\p{Zp}\s\u2800]+/gu;
/** Marks that turn the direction of what follows, and all that takes no room: no part of a name. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * What somebody is called, as it may stand in a line of ours: well-formed, in NFC, single spaces,
 * nothing that cannot be seen. Empty where there is nothing to see. Not bounded.
 */
export function tidyPersonName(name: string): string {
  // U+FEFF is both: what takes no room goes first, and before NFC, which it keeps letters from.
  const seen = name.toWellFormed().replaceAll(invisible, '').normalize('NFC');
  const line = seen.replaceAll(blanks, ' ').trim();
  return visible.test(line) ? line : '';
}

/** The name's beginning, within a bound that counts as zod does: an emoji of one code point is one. */
export function shortenName(name: string, charactersMax: number): string {
  return tidyPersonName(Array.from(name).slice(0, charactersMax).join(''));
}

/** Hyphens that were typed for a dash within a sentence: two, or one between spaces. Pure: works on the text of one block. */

/** Signs of programs and addresses; an option of a program begins with two hyphens. */
const codeLike = /[{}<>=|\\`$#@_]|:\/\/|www\.|(?:^|\s)--[^\s-]/u;
const spaced = /(?<=[\p{L}\p{N}.,;:!?…»”’)] )--(?= [\p{L}\p{N}«“(])/gu;
/** Between words alone: numbers may be subtracted, and a speech begins after the end of a sentence. */
const single = /(?<=[\p{L},;:»”’)][ \u00A0\u202F])-(?=[ \u00A0\u202F][\p{L}«“(])/gu;
const close = /(?<=[\p{L}…!?»])--(?=[\p{L}«])/gu;

/** A part of a text, and what is put in its place: the dash, with spaces where there are none. */
export type DashFinding = { from: number; to: number; by: string };

/** @returns what is found, in the order of the text; nothing in a line that looks like code. */
export function findTypedDashes(text: string): DashFinding[] {
  if (codeLike.test(text)) return [];
  const find = (pattern: RegExp, by: string) =>
    Array.from(text.matchAll(pattern), ({ index, 0: typed }) => ({
      from: index,
      to: index + typed.length,
      by,
    }));
  const found = [...find(spaced, '—'), ...find(close, ' — '), ...find(single, '–')];
  return found.toSorted((one, two) => one.from - two.from);
}

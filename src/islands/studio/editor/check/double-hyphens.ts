/** Two hyphens that were typed for a dash within a sentence. Pure: works on the text of one block. */

/** Signs of programs and addresses; an option of a program begins with two hyphens. */
const codeLike = /[{}<>=|\\`$#@_]|:\/\/|www\.|(?:^|\s)--[^\s-]/u;
const spaced = /(?<=[\p{L}\p{N}.,;:!?…»”’)] )--(?= [\p{L}\p{N}«“(])/gu;
const close = /(?<=[\p{L}…!?»])--(?=[\p{L}«])/gu;

/** A part of a text, and what is put in its place: the dash, with spaces where there are none. */
export type DashFinding = { from: number; to: number; by: string };

/** @returns what is found, in the order of the text; nothing in a line that looks like code. */
export function findDoubleHyphens(text: string): DashFinding[] {
  if (codeLike.test(text)) return [];
  const find = (pattern: RegExp, by: string) =>
    Array.from(text.matchAll(pattern), ({ index }) => ({ from: index, to: index + 2, by }));
  return [...find(spaced, '—'), ...find(close, ' — ')].toSorted((one, two) => one.from - two.from);
}

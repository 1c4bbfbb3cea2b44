/** French typography of the text in the editor, by the rules of its page (decision 65). */
import { closeHistory } from 'prosemirror-history';
import type { Mark, Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import {
  isFrench,
  pairQuotes,
  setPlainText,
  setStoredTypography,
} from '#shared/text/typography.ts';
import { chapterSchema, type RubyPair } from './schema.ts';

const { note, paragraph, ruby } = chapterSchema.nodes;

/** Rules change only what stands between words. */
const word = /([\p{L}\p{N}]+)/u;

/** A part of a text, and what is put in its place. */
type Change = { from: number; to: number; by: string };

/** A change of a node's attribute: of a note, or of the words of a ruby. */
type AttributeChange = { at: number; size: number; name: string; value: unknown; count: number };

/** Changes that go together: both marks of a quotation, say. */
export type Correction =
  | { kind: 'text'; changes: readonly Change[]; marks: readonly Mark[] }
  | { kind: 'attribute'; change: AttributeChange };

type Range = { from: number; to: number };

const contains = (whole: Range, part: Range): boolean =>
  part.from >= whole.from && part.to <= whole.to;

/**
 * What French typography would change in a text, as an import of it would; passages of another
 * language stay.
 *
 * @param language of the text, as in `lang`.
 * @param within changes nothing outside of this part.
 */
export function correctionsOf(
  doc: Node,
  language: string,
  within: Range = { from: 0, to: doc.content.size },
): Correction[] {
  const found: Correction[] = [];
  const addAttribute = (change: AttributeChange) => {
    const { at, size, count } = change;
    if (count > 0 && contains(within, { from: at, to: at + size })) {
      found.push({ kind: 'attribute', change });
    }
  };
  doc.nodesBetween(within.from, within.to, (node, at, parent, index) => {
    const size = node.nodeSize;
    if (node.type === note) {
      // Browsers serialize this space, and no other, as an entity.
      const before = String(node.attrs.html).replaceAll('&nbsp;', '\u00A0');
      const html = setStoredTypography(before, language);
      const { length: count } = changesOf(before, html);
      addAttribute({ at, size, name: 'html', value: html, count });
    } else if (isForeign(doc, node, at)) return;
    else if (node.type === ruby) {
      const before = node.attrs.pairs as RubyPair[];
      const set = (text: string) => setPlainText(text, language, false);
      const pairs = before.map(([base, reading]) => [set(base), set(reading)] as const);
      const { length: count } = changesOf(before.join('\n'), pairs.join('\n'));
      addAttribute({ at, size, name: 'pairs', value: pairs, count });
    } else if (node.isText) {
      // A dash in emphasis begins no line of dialogue on the page either.
      const begins = parent?.type === paragraph && index === 0 && node.marks.length === 0;
      const text = node.text ?? '';
      const groups = groupsOf(text, setPlainText(text, language, begins));
      for (const group of groups) {
        const changes = group.map(({ from, to, by }) => ({ from: at + from, to: at + to, by }));
        // One mark of a pair whose other mark is outside stays straight.
        if (changes.every((change) => contains(within, change))) {
          found.push({ kind: 'text', changes, marks: node.marks });
        }
      }
    }
  });
  return found;
}

/** The corrections as one change of the text, and the number of places that differ. */
export function correct(
  { tr }: EditorState,
  corrections: readonly Correction[],
): { tr: Transaction; places: number } {
  let places = 0;
  for (const correction of corrections) {
    if (correction.kind === 'attribute') {
      const { at, name, value, count } = correction.change;
      tr.setNodeAttribute(tr.mapping.map(at), name, value);
      places += count;
      continue;
    }
    for (const { from, to, by } of correction.changes) {
      const content = by === '' ? [] : chapterSchema.text(by, correction.marks);
      tr.replaceWith(tr.mapping.map(from), tr.mapping.map(to), content);
      places += 1;
    }
  }
  return { tr: closeHistory(tr), places };
}

/**
 * Sets a text, or a part of it, by French typography.
 *
 * @returns the change, which is one step of undo, and the number of places that differ.
 */
export function typographyOf(
  state: EditorState,
  language: string,
  within?: Range,
): { tr: Transaction; places: number } {
  return correct(state, correctionsOf(state.doc, language, within));
}

/** The changes of a text; those that share a pair of marks are one group. */
function groupsOf(text: string, set: string): Change[][] {
  const partners = pairQuotes(text);
  const groups: Change[][] = [];
  const ownerOf = new Map<number, Change[]>();
  for (const change of changesOf(text, set)) {
    const marks = Array.from(
      { length: change.to - change.from },
      (_, index) => change.from + index,
    );
    const owner = marks.map((mark) => ownerOf.get(mark)).find((group) => group !== undefined);
    const group = owner ?? [];
    if (!owner) groups.push(group);
    group.push(change);
    for (const mark of marks) {
      const partner = partners.get(mark);
      if (partner !== undefined) ownerOf.set(partner, group);
    }
  }
  return groups;
}

/** What differs between the words, each as short as can be: a cursor beside it stays in its place. */
function changesOf(before: string, set: string): Change[] {
  const gaps = set.split(word);
  let at = 0;
  return before.split(word).flatMap((gap, index) => {
    const start = at;
    at += gap.length;
    const by = gaps[index] ?? '';
    if (gap === by) return [];
    const shorter = Math.min(gap.length, by.length);
    let head = 0;
    while (head < shorter && gap[head] === by[head]) head += 1;
    let tail = 0;
    while (tail < shorter - head && gap.at(-1 - tail) === by.at(-1 - tail)) tail += 1;
    return [{ from: start + head, to: at - tail, by: by.slice(head, by.length - tail) }];
  });
}

/** Whether it is, or is in, a passage of another language. */
export function isForeign(doc: Node, node: Node, at: number): boolean {
  const $at = doc.resolve(at);
  const around = Array.from({ length: $at.depth }, (_, index) => $at.node(index + 1));
  const languages = [node, ...around].flatMap(({ attrs, marks }) => [
    attrs.lang as unknown,
    ...marks.map((mark) => mark.attrs.lang as unknown),
  ]);
  return languages.some((language) => typeof language === 'string' && !isFrench(language));
}

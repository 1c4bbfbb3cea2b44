/** French typography of the text in the editor, by the rules of its page (decision 65). */
import { closeHistory } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { isFrench, pairQuotes, setPlainText, setStoredTypography } from '#shared/typography.ts';
import { chapterSchema, type RubyPair } from './schema.ts';

const { note, paragraph, ruby } = chapterSchema.nodes;

/** Rules change only what stands between words. */
const word = /([\p{L}\p{N}]+)/u;

/** A part of a text, and what is put in its place. */
type Change = { from: number; to: number; by: string };

type Range = { from: number; to: number };

/**
 * Sets a text by French typography, as an import of it would; passages of another language stay.
 *
 * @param language of the text, as in `lang`.
 * @param within changes nothing outside of this part.
 * @returns the change, which is one step of undo, and the number of places that differ.
 */
export function typographyOf(
  { doc, tr }: EditorState,
  language: string,
  within: Range = { from: 0, to: doc.content.size },
): { tr: Transaction; places: number } {
  let places = 0;
  const isWithin = ({ from, to }: Range) => from >= within.from && to <= within.to;
  const setText = (node: Node, at: number, set: string) => {
    const text = node.text ?? '';
    const partners = pairQuotes(text);
    /** Whether a change has one mark of a pair whose other mark is outside the range, and stays straight. */
    const splitsPair = ({ from, to }: Range) => {
      for (let mark = from; mark < to; mark++) {
        const partner = at + (partners.get(mark) ?? mark);
        if (!isWithin({ from: partner, to: partner + 1 })) return true;
      }
      return false;
    };
    for (const { from, to, by } of changesOf(text, set)) {
      if (!isWithin({ from: at + from, to: at + to }) || splitsPair({ from, to })) continue;
      places += 1;
      const content = by === '' ? [] : chapterSchema.text(by, node.marks);
      tr.replaceWith(tr.mapping.map(at + from), tr.mapping.map(at + to), content);
    }
  };
  const setAttribute = (node: Node, at: number, name: string, value: unknown, count: number) => {
    if (count === 0 || !isWithin({ from: at, to: at + node.nodeSize })) return;
    places += count;
    tr.setNodeAttribute(tr.mapping.map(at), name, value);
  };
  doc.nodesBetween(within.from, within.to, (node, at, parent, index) => {
    if (node.type === note) {
      // Browsers serialize this space, and no other, as an entity.
      const before = String(node.attrs.html).replaceAll('&nbsp;', '\u00A0');
      const html = setStoredTypography(before, language);
      setAttribute(node, at, 'html', html, changesOf(before, html).length);
    } else if (isForeign(doc, node, at)) return;
    else if (node.type === ruby) {
      const before = node.attrs.pairs as RubyPair[];
      const set = (text: string) => setPlainText(text, language, false);
      const pairs = before.map(([base, reading]) => [set(base), set(reading)] as const);
      const count = changesOf(before.join('\n'), pairs.join('\n')).length;
      setAttribute(node, at, 'pairs', pairs, count);
    } else if (node.isText) {
      // A dash in emphasis begins no line of dialogue on the page either.
      const begins = parent?.type === paragraph && index === 0 && node.marks.length === 0;
      setText(node, at, setPlainText(node.text ?? '', language, begins));
    }
  });
  return { tr: closeHistory(tr), places };
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
function isForeign(doc: Node, node: Node, at: number): boolean {
  const $at = doc.resolve(at);
  const around = Array.from({ length: $at.depth }, (_, index) => $at.node(index + 1));
  const languages = [node, ...around].flatMap(({ attrs, marks }) => [
    attrs.lang as unknown,
    ...marks.map((mark) => mark.attrs.lang as unknown),
  ]);
  return languages.some((language) => typeof language === 'string' && !isFrench(language));
}

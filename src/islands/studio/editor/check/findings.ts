/** What the checker says of a text in the editor, and what accepting it does. */
import type { Node } from 'prosemirror-model';
import {
  NodeSelection,
  TextSelection,
  type EditorState,
  type Transaction,
} from 'prosemirror-state';
import { closeHistory } from 'prosemirror-history';
import { unnamedPicture } from '#shared/text/text-pictures.ts';
import { isFrench } from '#shared/text/typography.ts';
import { chapterSchema, parseNote } from '../schema.ts';
import { correct, correctionsOf, isForeign, type Correction } from '../set-typography.ts';
import { aloudKinds, findAloud, type AloudKind } from './aloud.ts';

const { nodes } = chapterSchema;

/** A part of an excerpt: as it is, taken out or put in. */
export type ExcerptPart = { text: string; as: 'kept' | 'removed' | 'added' };

export type Proposal = {
  label: string;
  excerpt: readonly ExcerptPart[];
  from: number;
  to: number;
  correction: Correction;
};

export type AloudPlace = {
  kind: AloudKind;
  label: string;
  advice: string;
  shown: string;
  from: number;
  to: number;
};

const contextLength = 14;
const shownLength = 60;

/** French typography that the text does not have yet, and dashes, which nothing sets by itself. */
export function proposalsOf(doc: Node, language: string): Proposal[] {
  const set = correctionsOf(doc, language).map((correction) =>
    correction.kind === 'text' ? textProposal(doc, correction) : attributeProposal(doc, correction),
  );
  const dashes = isFrench(language) ? dashProposals(doc) : [];
  // One that overlaps a correction is proposed after that.
  const apart = dashes.filter(
    (dash) => !set.some(({ from, to }) => dash.from < to && from < dash.to),
  );
  return [...set, ...apart].toSorted((one, other) => one.from - other.from);
}

function dashProposals(doc: Node): Proposal[] {
  const found: Proposal[] = [];
  doc.descendants((block, at) => {
    if (!block.isTextblock) return true;
    const text = block.textBetween(0, block.content.size, null, leafText);
    for (const { from, to, by } of findTypedDashes(text)) {
      const place = at + 1 + from;
      const node = doc.nodeAt(place);
      if (!node || isForeign(doc, node, place)) continue;
      const changes = [{ from: place, to: at + 1 + to, by }];
      found.push(textProposal(doc, { kind: 'text', changes, marks: node.marks }));
    }
    return false;
  });
  return found;
}

function textProposal(doc: Node, correction: Correction & { kind: 'text' }): Proposal {
  const { changes } = correction;
  const from = changes[0]?.from ?? 0;
  const to = changes.at(-1)?.to ?? from;
  const place = doc.resolve(from);
  const textOf = (start: number, end: number) =>
    doc.textBetween(Math.max(start, place.start()), Math.min(end, place.end()), null, '\uFFFC');
  const excerpt: ExcerptPart[] = [{ text: textOf(from - contextLength, from), as: 'kept' }];
  let at = from;
  for (const change of changes) {
    excerpt.push({ text: shorten(textOf(at, change.from)), as: 'kept' });
    excerpt.push({ text: textOf(change.from, change.to), as: 'removed' });
    excerpt.push({ text: change.by, as: 'added' });
    at = change.to;
  }
  excerpt.push({ text: textOf(at, at + contextLength), as: 'kept' });
  const label = labelOf(
    changes.map(({ by }) => by).join(''),
    changes.map((change) => textOf(change.from, change.to)).join(''),
  );
  return { label, excerpt: excerpt.filter(({ text }) => text !== ''), from, to, correction };
}

function attributeProposal(doc: Node, correction: Correction & { kind: 'attribute' }): Proposal {
  const { at, size, value } = correction.change;
  const isNote = doc.nodeAt(at)?.type === nodes.note;
  const text = isNote ? parseNote(String(value)).textContent : (doc.nodeAt(at)?.textContent ?? '');
  return {
    label: isNote ? 'Dans une note' : 'Dans une lecture',
    excerpt: [{ text: text.slice(0, shownLength), as: 'added' }],
    from: at,
    to: at + size,
    correction,
  };
}

/** A long passage between two changes is shown by its ends. */
const shorten = (text: string): string =>
  text.length <= 2 * contextLength
    ? text
    : `${text.slice(0, contextLength)}…${text.slice(-contextLength)}`;

const labels: readonly [pattern: RegExp, label: string][] = [
  [/[“”]|[«»].*"|".*[«»]/s, 'Guillemets'],
  [/’/, 'Apostrophe'],
  [/…/, 'Points de suspension'],
  [/\u2002/, 'Tiret de dialogue'],
  [/[–—]/, 'Tiret'],
];

function labelOf(by: string, before: string): string {
  const both = `${by}${before}`;
  const found = labels.find(([pattern]) => pattern.test(both))?.[1];
  return found ?? (both.trim() === '' ? 'Espace insécable' : 'Typographie');
}

/** What sounds wrong aloud, block by block. */
export function aloudPlaces(doc: Node): AloudPlace[] {
  const found: AloudPlace[] = [];
  doc.descendants((block, at) => {
    if (block.type === nodes.picture && block.attrs.alt === unnamedPicture) {
      const place = { from: at, to: at + block.nodeSize };
      found.push({ kind: 'picture', ...aloudKinds.picture, shown: unnamedPicture, ...place });
    }
    if (!block.isTextblock) return true;
    const text = block.textBetween(0, block.content.size, null, leafText);
    for (const { kind, from, to } of findAloud(text)) {
      const shown = text.slice(from, to).trim().slice(0, shownLength);
      found.push({ kind, ...aloudKinds[kind], shown, from: at + 1 + from, to: at + 1 + to });
    }
    return false;
  });
  return found;
}

/** As long as the leaf, so that places in the text are places in the block. */
const leafText = ({ type }: Node): string => (type === nodes.line_break ? '\n' : '\uFFFC');

/** The corrections as one step of undo; those of `proposals` that were made for another text are wrong. */
export const accept = (state: EditorState, proposals: readonly Proposal[]): Transaction =>
  correct(
    state,
    proposals.map(({ correction }) => correction),
  ).tr;

/** A typed separator becomes a scene break; null where none can stand. */
export function breakInstead(state: EditorState, { kind, from }: AloudPlace): Transaction | null {
  if (kind !== 'break') return null;
  const place = state.doc.resolve(from);
  if (place.depth !== 1 || place.parent.type !== nodes.paragraph) return null;
  return closeHistory(
    state.tr.replaceWith(place.before(), place.after(), nodes.scene_separator.create()),
  );
}

/** Selects a place of the text, or the picture there. */
export function selectPlace({ doc, tr }: EditorState, from: number, to = from): Transaction {
  if (doc.nodeAt(from)?.type === nodes.picture) {
    return tr.setSelection(NodeSelection.create(doc, from));
  }
  const last = doc.content.size;
  const [start, end] = [Math.min(from, last), Math.min(to, last)];
  return tr.setSelection(TextSelection.between(doc.resolve(start), doc.resolve(end)));
}

/** Hyphens that were typed for a dash within a sentence: two, or one between spaces. Pure: works on the text of one block. */

/** Signs of programs and addresses; an option of a program begins with two hyphens. */
const codeLike = /[{}<>=|\\`$#@_]|:\/\/|www\.|(?:^|\s)--[^\s-]/u;
const spaced = /(?<=[\p{L}\p{N}.,;:!?…»”’)] )--(?= [\p{L}\p{N}«“(])/gu;
/** Between words alone: numbers may be subtracted, and a speech begins after the end of a sentence. */
const single = /(?<=[\p{L},;:»”’)][ \u00A0\u202F])-(?=[ \u00A0\u202F][\p{L}«“(])/gu;
const close = /(?<=[\p{L}…!?»])--(?=[\p{L}«])/gu;

/** A part of a text, and what is put in its place: the dash, with spaces where there are none. */
type DashFinding = { from: number; to: number; by: string };

/** @returns what is found, in the order of the text; nothing in a line that looks like code. */
function findTypedDashes(text: string): DashFinding[] {
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

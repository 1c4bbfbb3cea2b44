/** Cleans what is pasted, and keeps until it is dismissed what the text could not take of it. */
import { closeHistory } from 'prosemirror-history';
import { Fragment, Slice, type Node, type ResolvedPos } from 'prosemirror-model';
import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { unnamedPicture, type TextPicture } from '#shared/text/text-pictures.ts';
import { isRefused } from '../block-nodes.ts';
import { roomForPictures } from '../picture-commands.ts';
import type { PictureQueue } from '../picture-queue.ts';
import { chapterSchema } from '../schema.ts';
import { readPastedHtml, withoutEmptyBlocks } from './clean-paste.ts';
import type { Construct, ConstructKind } from './constructs.ts';
import { constructsOf, droppedFrom, placeOf } from './dropped.ts';
import { linesInCell } from './paste-in-cell.ts';
import { readPlainText } from './plain-text.ts';

/** Something that a paste lost, or a picture that it brought without words. */
export type PastePart = {
  kind: ConstructKind | 'undescribed';
  /** What it showed; for a picture without words, what stands before it. */
  shown: string;
  /** Its place in the text as it is now. */
  at: number;
  /** Why it was lost, where that is not what is said of its kind. */
  reason?: string;
};

type Report = {
  /** What the last paste lost. */
  parts: readonly PastePart[];
  /** Names of the pictures that came with pastes. */
  pictures: ReadonlySet<string>;
  /** Why the server refused some of these. */
  reasons: ReadonlyMap<string, string>;
  /** The text before the last paste: when an undo brings it back nothing was lost. */
  before: Node;
  /** How often something was added to it. */
  additions: number;
};

/** Pictures by their former names, with the attributes that they have now, and why the server refused one. */
export type Renamed = Map<
  string,
  { change: Partial<TextPicture> & { hash: string }; reason: string | null }
>;

type More = { parts: readonly PastePart[]; pictures: readonly string[] };
type Said = More | { renamed: Renamed };

const { nodes } = chapterSchema;

const key = new PluginKey<Report | null>('paste-report');

/** @param queue sends the pictures that come with a paste. */
export function pasteReport(queue: Pick<PictureQueue, 'add'>): Plugin<Report | null> {
  let drop: DragEvent | null = null;
  let copied: Construct[] = [];
  let missing: Construct[] = [];
  let pasted: readonly TextPicture[] = [];
  return new Plugin<Report | null>({
    key,
    state: {
      init: () => null,
      apply: (tr, report, before) => {
        const said = tr.getMeta(key) as Said | 'dismissed' | undefined;
        if (said === 'dismissed') return report && { ...report, ...none };
        const moved = move(tr, report);
        if (said && 'renamed' in said) return withNames(moved, said.renamed, before.doc);
        if (said) return extended(moved, said, before.doc);
        const isPaste = tr.getMeta('paste') === true || tr.getMeta('uiEvent') === 'drop';
        return isPaste ? reportOf(tr, { missing, pasted }, moved, before.doc) : moved;
      },
    },
    props: {
      handleDOMEvents: {
        paste: () => {
          drop = null;
        },
        drop: (_, event) => {
          drop = event;
        },
      },
      handlePaste: (view) => {
        // A paste is a step of undo of its own.
        view.dispatch(closeHistory(view.state.tr));
        return false;
      },
      transformPastedHTML: (html, { state }) => {
        const pictures = { room: roomForPictures(state), add: queue.add };
        const read = readPastedHtml({ html, pictures });
        copied = read.constructs;
        return read.html;
      },
      clipboardTextParser: (text, $context) => {
        const slice = readPlainText(text, $context.marks());
        copied = constructsOf(slice);
        return slice;
      },
      transformPasted: (slice, view) => {
        const { selection, doc } = view.state;
        const dropped = drop && placeUnder(view, drop);
        drop = null;
        const whole = withoutEmptyBlocks(slice);
        const [from, to] =
          dropped === null ? [selection.$from, selection.$to] : placesAt(doc, dropped);
        const stored = linesInCell(
          from,
          to,
          dropped === null ? closedBefore(view.state, whole) : whole,
        );
        missing = droppedFrom(copied, stored);
        pasted = whole.content.content
          .filter(({ type }) => type === nodes.picture)
          .map(({ attrs }) => attrs as TextPicture);
        copied = [];
        return stored;
      },
    },
  });
}

const placeUnder = (view: EditorView, { clientX, clientY }: DragEvent): number =>
  view.posAtCoords({ left: clientX, top: clientY })?.pos ?? 0;

const placesAt = (doc: Node, at: number): [ResolvedPos, ResolvedPos] => [
  doc.resolve(at),
  doc.resolve(at),
];

/** In an empty paragraph verse and centred lines stay so: an open slice would take its attributes. */
function closedBefore({ selection }: EditorState, slice: Slice): Slice {
  const { content, openStart, openEnd } = slice;
  const isEmpty = selection.empty && selection.$from.parent.content.size === 0;
  const { centered, verse } = content.firstChild?.attrs ?? {};
  if (!isEmpty || openStart === 0 || (centered !== true && verse !== true)) return slice;
  return new Slice(content, 0, content.childCount === 1 ? 0 : openEnd);
}

const none: Pick<Report, 'parts' | 'pictures' | 'reasons'> = {
  parts: [],
  pictures: new Set(),
  reasons: new Map(),
};

/** What the last paste lost takes the place of what the one before did; its pictures join theirs. */
function reportOf(
  tr: Transaction,
  { missing, pasted }: { missing: readonly Construct[]; pasted: readonly TextPicture[] },
  report: Report | null,
  before: Node,
): Report {
  const { from, to } = changedRange(tr);
  const lost = missing.map(({ kind, shown, at, reason }) => ({
    kind,
    shown,
    at: placeOf(tr.doc, from, to, at),
    ...(reason !== undefined && { reason }),
  }));
  // Where the cursor is, as in a cell of a table, there may be no place for pictures.
  const names = new Set(tr.doc.children.map(({ attrs }) => attrs.hash as unknown));
  const unplaced = pasted
    .filter(({ hash }) => !names.has(hash))
    .map(({ alt }) => ({ kind: 'image' as const, shown: wordsOf(alt), at: to }));
  const pictures = new Set([...(report?.pictures ?? []), ...pasted.map(({ hash }) => hash)]);
  const parts = [...lost, ...unplaced];
  const isMore = parts.length > 0 || pasted.length > 0;
  const additions = (report?.additions ?? 0) + Number(isMore);
  return { ...none, ...report, parts, pictures, before, additions };
}

/** The part of the text that a change has written. */
function changedRange({ mapping, selection }: Transaction): { from: number; to: number } {
  let [from, to] = [selection.from, selection.to];
  for (const [index, map] of mapping.maps.entries()) {
    const after = mapping.slice(index + 1);
    map.forEach((_, __, start, end) => {
      from = Math.min(from, after.map(start, -1));
      to = Math.max(to, after.map(end));
    });
  }
  return { from, to };
}

function extended(report: Report | null, said: More, before: Node): Report {
  const pictures = new Set([...(report?.pictures ?? []), ...said.pictures]);
  const parts = [...(report?.parts ?? []), ...said.parts];
  return { ...none, before, ...report, parts, pictures, additions: (report?.additions ?? 0) + 1 };
}

function withNames(report: Report | null, renamed: Renamed, before: Node): Report {
  const pictures = new Set(report?.pictures);
  const reasons = new Map(report?.reasons);
  const isRefusedNow = [...renamed.values()].some(({ reason }) => reason !== null);
  for (const [name, { change, reason }] of renamed) {
    if (isRefused(change.hash) || pictures.has(name)) pictures.add(change.hash);
    if (reason !== null) reasons.set(change.hash, reason);
  }
  return {
    ...none,
    ...report,
    additions: (report?.additions ?? 0) + Number(isRefusedNow),
    pictures,
    reasons,
    before: withNewNames(report?.before ?? before, renamed),
  };
}

/** An undo brings a text back with the names that its pictures have since. */
const withNewNames = (doc: Node, renamed: Renamed): Node =>
  doc.copy(
    Fragment.from(
      doc.children.map((node) => {
        const change = renamed.get(String(node.attrs.hash))?.change;
        return change ? node.type.create({ ...node.attrs, ...change }) : node;
      }),
    ),
  );

function move(tr: Transaction, report: Report | null): Report | null {
  if (!report || !tr.docChanged) return report;
  if (tr.doc.eq(report.before)) return { ...report, parts: [] };
  const parts = report.parts.flatMap((part) => {
    const { pos, deletedAcross } = tr.mapping.mapResult(part.at);
    return deletedAcross ? [] : [{ ...part, at: pos }];
  });
  return { ...report, parts };
}

/** Adds to the report, by places after this change; `pictures` by their names. */
export const addToReport = (tr: Transaction, said: More): Transaction => tr.setMeta(key, said);

/** Tells the report that pictures have other names and sizes from this change on. */
export const renamePictures = (tr: Transaction, renamed: Renamed): Transaction =>
  tr.setMeta(key, { renamed });

/** What is to be said of the pastes so far, in the order of the text. */
export function pasteParts(state: EditorState): readonly PastePart[] {
  const report = key.getState(state);
  if (!report) return [];
  const parts = [...report.parts];
  let words = '';
  state.doc.forEach((node, at) => {
    const { hash, alt } = node.attrs as TextPicture;
    if (node.type !== nodes.picture) words = node.textContent.trim() || words;
    else if (!report.pictures.has(hash)) return;
    else if (isRefused(hash)) {
      const reason = report.reasons.get(hash);
      parts.push({
        kind: 'image',
        shown: wordsOf(alt),
        at,
        ...(reason !== undefined && { reason }),
      });
    } else if (alt === unnamedPicture) parts.push({ kind: 'undescribed', shown: words, at });
  });
  return parts.toSorted((one, other) => one.at - other.at);
}

const wordsOf = (alt: string): string => (alt === unnamedPicture ? '' : alt);

/** Changes when something is added to the report. */
export const countAdditions = (state: EditorState): number => key.getState(state)?.additions ?? 0;

/** The author has read the report. */
export const dismissReport = ({ tr }: EditorState): Transaction => tr.setMeta(key, 'dismissed');

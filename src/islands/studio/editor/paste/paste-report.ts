/** Cleans what is pasted, and keeps until it is dismissed what the text could not take of it. */
import { closeHistory } from 'prosemirror-history';
import { Slice, type Node } from 'prosemirror-model';
import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';
import { unnamedPicture, type TextPicture } from '#shared/text-pictures.ts';
import { roomForPictures } from '../picture-commands.ts';
import type { PictureQueue } from '../picture-queue.ts';
import { chapterSchema } from '../schema.ts';
import { readPastedHtml, withoutEmptyBlocks } from './clean-paste.ts';
import type { Construct, ConstructKind } from './constructs.ts';
import { droppedFrom, placeOf } from './dropped.ts';
import { linesInCell } from './paste-in-cell.ts';

/** Something that a paste lost, or a picture that it brought without words. */
export type PastePart = {
  kind: ConstructKind | 'undescribed';
  /** What it showed. */
  shown: string;
  /** Its place in the text as it is now. */
  at: number;
  /** Why it was lost, where that is not what is said of its kind. */
  reason?: string;
};

type Report = {
  parts: readonly PastePart[];
  /** The text before the paste: when an undo brings it back there is nothing to report. */
  before: Node;
};

const { nodes } = chapterSchema;

const key = new PluginKey<Report | null>('paste-report');

/** @param pictures sends the pictures that come with a paste; without it they are lost. */
export function pasteReport(pictures?: Pick<PictureQueue, 'add'>): Plugin<Report | null> {
  let clipboard: DataTransfer | null = null;
  let copied: Construct[] = [];
  let missing: Construct[] = [];
  let pasted: readonly TextPicture[] = [];
  return new Plugin<Report | null>({
    key,
    state: {
      init: () => null,
      apply: (tr, report, before) => {
        const said = tr.getMeta(key) as Report | 'dismissed' | undefined;
        if (said === 'dismissed') return null;
        if (said) return joined(move(tr, report), said);
        if (tr.getMeta('paste') === true) return reportOf(tr, { missing, pasted }, before);
        return move(tr, report);
      },
    },
    props: {
      handleDOMEvents: {
        paste: (_, { clipboardData }) => {
          clipboard = clipboardData;
        },
        drop: (_, { dataTransfer }) => {
          clipboard = dataTransfer;
        },
      },
      handlePaste: (view) => {
        // A paste is a step of undo of its own.
        view.dispatch(closeHistory(view.state.tr));
        return false;
      },
      transformPastedHTML: (html, { state }) => {
        const places = pictures && { room: roomForPictures(state), add: pictures.add };
        const rtf = clipboard?.getData('text/rtf') ?? '';
        clipboard = null;
        const read = readPastedHtml({ html, rtf, ...(places && { pictures: places }) });
        copied = read.constructs;
        return read.html;
      },
      transformPasted: (slice, { state }) => {
        const whole = withoutEmptyBlocks(slice);
        const kept = linesInCell(state, closedBefore(state, whole));
        missing = droppedFrom(copied, kept);
        pasted = whole.content.content
          .filter(({ type }) => type === nodes.picture)
          .map(({ attrs }) => attrs as TextPicture);
        // A paste without HTML is only text.
        copied = [];
        return kept;
      },
    },
  });
}

/** In an empty paragraph verse and centred lines stay so: an open slice would take its attributes. */
function closedBefore({ selection }: EditorState, slice: Slice): Slice {
  const { content, openStart, openEnd } = slice;
  const isEmpty = selection.empty && selection.$from.parent.content.size === 0;
  const { centered, verse } = content.firstChild?.attrs ?? {};
  if (!isEmpty || openStart === 0 || (centered !== true && verse !== true)) return slice;
  return new Slice(content, 0, content.childCount === 1 ? 0 : openEnd);
}

function reportOf(
  tr: Transaction,
  { missing, pasted }: { missing: readonly Construct[]; pasted: readonly TextPicture[] },
  { selection, doc: before }: EditorState,
): Report | null {
  const { from } = selection;
  const to = tr.doc.content.size - (before.content.size - selection.to);
  const lost = missing.map(({ kind, shown, at }) => ({
    kind,
    shown,
    at: placeOf(tr.doc, from, to, at),
  }));
  // Where the cursor is, as in a cell of a table, there may be no place for pictures.
  const names = new Set(tr.doc.children.map(({ attrs }) => attrs.hash as unknown));
  const unplaced = pasted
    .filter(({ hash }) => !names.has(hash))
    .map(({ alt }) => ({ kind: 'image' as const, shown: alt, at: Math.max(from, to) }));
  const parts = inOrder([...lost, ...unplaced, ...undescribedIn(tr.doc, from, to)]);
  return parts.length === 0 ? null : { parts, before };
}

/** The pictures between two places that nobody has described yet. */
export function undescribedIn(doc: Node, from: number, to: number): PastePart[] {
  const parts: PastePart[] = [];
  // A paragraph that was empty is replaced, from before it on.
  doc.nodesBetween(Math.max(0, from - 1), to, ({ type, attrs }, at) => {
    if (type === nodes.picture && attrs.alt === unnamedPicture) {
      parts.push({ kind: 'undescribed', shown: '', at });
    }
    return false;
  });
  return parts;
}

const inOrder = (parts: readonly PastePart[]): PastePart[] =>
  parts.toSorted((one, other) => one.at - other.at);

function move(tr: Transaction, report: Report | null): Report | null {
  if (!report || !tr.docChanged) return report;
  if (tr.doc.eq(report.before)) return null;
  const parts = report.parts.flatMap((part) => {
    const { pos, deletedAcross } = tr.mapping.mapResult(part.at);
    const isDescribed =
      part.kind === 'undescribed' && tr.doc.nodeAt(pos)?.attrs.alt !== unnamedPicture;
    return deletedAcross || isDescribed ? [] : [{ ...part, at: pos }];
  });
  return parts.length === 0 ? null : { ...report, parts };
}

const joined = (report: Report | null, more: Report): Report => ({
  parts: inOrder([...(report?.parts ?? []), ...more.parts]),
  before: report?.before ?? more.before,
});

/** Adds parts of a paste that are known later, by their places after this change. */
export const addToReport = (tr: Transaction, more: Report): Transaction => tr.setMeta(key, more);

/** What is to be said of the last paste. */
export const pasteParts = (state: EditorState): readonly PastePart[] =>
  key.getState(state)?.parts ?? [];

/** The author has read the report. */
export const dismissReport = ({ tr }: EditorState): Transaction => tr.setMeta(key, 'dismissed');

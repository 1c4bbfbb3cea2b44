/** Cleans what is pasted, and keeps until it is dismissed what the text could not take of it. */
import { closeHistory } from 'prosemirror-history';
import { Slice, type Node } from 'prosemirror-model';
import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';
import { readPastedHtml, withoutEmptyBlocks } from './clean-paste.ts';
import type { Construct, ConstructKind } from './constructs.ts';
import { droppedFrom, placeOf } from './dropped.ts';

/** Something that a paste lost. */
export type DroppedPart = {
  kind: ConstructKind;
  /** What it showed. */
  shown: string;
  /** Its place in the text as it is now. */
  at: number;
};

type Report = {
  parts: readonly DroppedPart[];
  /** The text before the paste: when an undo brings it back there is nothing to report. */
  before: Node;
};

const key = new PluginKey<Report | null>('paste-report');

export function pasteReport(): Plugin<Report | null> {
  let copied: Construct[] = [];
  let missing: Construct[] = [];
  return new Plugin<Report | null>({
    key,
    state: {
      init: () => null,
      apply: (tr, report, before) => {
        const said = tr.getMeta(key) as Report | 'dismissed' | undefined;
        if (said === 'dismissed') return null;
        if (said) return joined(move(tr, report), said);
        if (tr.getMeta('paste') === true) return reportOf(tr, missing, before);
        return move(tr, report);
      },
    },
    props: {
      handlePaste: (view) => {
        // A paste is a step of undo of its own.
        view.dispatch(closeHistory(view.state.tr));
        return false;
      },
      transformPastedHTML: (html) => {
        const read = readPastedHtml(html);
        copied = read.constructs;
        return read.html;
      },
      transformPasted: (slice, { state }) => {
        const kept = closedBefore(state, withoutEmptyBlocks(slice));
        missing = droppedFrom(copied, kept);
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
  missing: readonly Construct[],
  { selection, doc: before }: EditorState,
): Report | null {
  if (missing.length === 0) return null;
  const { from } = selection;
  const to = tr.doc.content.size - (before.content.size - selection.to);
  const parts = missing.map(({ kind, shown, at }) => ({
    kind,
    shown,
    at: placeOf(tr.doc, from, to, at),
  }));
  return { parts, before };
}

function move(tr: Transaction, report: Report | null): Report | null {
  if (!report || !tr.docChanged) return report;
  if (tr.doc.eq(report.before)) return null;
  const parts = report.parts.flatMap((part) => {
    const { pos, deletedAcross } = tr.mapping.mapResult(part.at);
    return deletedAcross ? [] : [{ ...part, at: pos }];
  });
  return parts.length === 0 ? null : { ...report, parts };
}

const joined = (report: Report | null, more: Report): Report => ({
  parts: [...(report?.parts ?? []), ...more.parts].toSorted((one, other) => one.at - other.at),
  before: report?.before ?? more.before,
});

/** Names what a paste loses by this change, after it. */
export const addToReport = (tr: Transaction, more: Report): Transaction => tr.setMeta(key, more);

/** What the last paste lost; empty when there is nothing to say. */
export const droppedParts = (state: EditorState): readonly DroppedPart[] =>
  key.getState(state)?.parts ?? [];

/** The author has read the report. */
export const dismissReport = ({ tr }: EditorState): Transaction => tr.setMeta(key, 'dismissed');

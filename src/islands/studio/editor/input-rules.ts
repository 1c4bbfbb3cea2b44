/** The replacements of `input-help.ts`, in the order in which they are tried. */
import type { Attrs, MarkType, NodeType, ResolvedPos } from 'prosemirror-model';
import { TextSelection, type EditorState, type Transaction } from 'prosemirror-state';
import { isFrench } from '#shared/text/typography.ts';
import { chapterSchema, noteSchema } from './schema.ts';

export type InputRule = {
  /** Ends at the cursor. */
  pattern: RegExp;
  /** @param start where the match begins; it ends at the cursor. Null: the rule does not apply. */
  change: (state: EditorState, match: RegExpExecArray, start: number) => Transaction | null;
};

const { nodes } = chapterSchema;
const narrow = '\u202F';

/** What a rule may make of typed words: everything, or what a note has too. */
export type RuleScope = 'chapter' | 'note';

export function inputRules(language: string, scope: RuleScope): InputRule[] {
  const { marks } = scope === 'note' ? noteSchema : chapterSchema;
  // As the page sets them (`typography.ts`); elsewhere a common space that does not break.
  const space = isFrench(language) ? narrow : '\u00A0';
  const afterDash = isFrench(language) ? '\u2002' : '\u00A0';
  return [
    by(/\.\.\.$/, () => '…'),
    // The apostrophe of an elision; one at a word's beginning may be a quotation mark.
    by(/(?<=\p{L})'$/u, () => '’'),
    // A line of dialogue.
    by(/^(?:-|--|–) $/, () => `—${afterDash}`),
    // No line begins with these.
    by(/(?<=\S) ([;:!?»])$/, ([, sign = '']) => `${space}${sign}`),
    by(/«[ \u00A0\u202F]* $/, () => `«${space}`),
    { pattern: /"$/, change: (state, _, start) => quote(state, start, language) },
    marked(/(?<![*\p{L}\d])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/u, 2, marks.strong),
    marked(/(?<![_\p{L}\d])__([^_\s](?:[^_]*[^_\s])?)__$/u, 2, marks.strong),
    marked(/(?<![*\p{L}\d])\*([^*\s](?:[^*]*[^*\s])?)\*$/u, 1, marks.em),
    marked(/(?<![_\p{L}\d])_([^_\s](?:[^_]*[^_\s])?)_$/u, 1, marks.em),
    ...(scope === 'note' ? [] : blockRules()),
  ];
}

const blockRules = (): InputRule[] => [
  { pattern: /^\*\*\* ?$/, change: separate },
  { pattern: /^> $/, change: wrapInQuote },
  heading(/^# $/, 2),
  heading(/^##+ $/, 3),
];

/** Other characters in place of the match. */
const by = (pattern: RegExp, text: (match: RegExpExecArray) => string): InputRule => ({
  pattern,
  change: (state, match, start) => state.tr.insertText(text(match), start, start + match[0].length),
});

/** Signs around words, each `length` characters long, become a mark. */
const marked = (pattern: RegExp, length: number, type: MarkType): InputRule => ({
  pattern,
  change: (state, match, start) => {
    const end = start + match[0].length;
    if (!state.doc.resolve(start).parent.type.allowsMarkType(type)) return null;
    const tr = state.tr.delete(end - length, end).delete(start, start + length);
    return tr.addMark(start, end - 2 * length, type.create()).removeStoredMark(type);
  },
});

/** Stars alone on a line are a new scene. */
function separate(state: EditorState, match: RegExpExecArray, start: number): Transaction | null {
  const place = state.doc.resolve(start);
  const { parent, depth } = place;
  const isAlone = parent.type === nodes.paragraph && parent.content.size === match[0].length;
  if (depth !== 1 || !isAlone) return null;
  const tr = state.tr.replaceWith(place.before(), place.after(), [
    nodes.scene_separator.create(),
    nodes.paragraph.create(),
  ]);
  return tr.setSelection(TextSelection.create(tr.doc, place.before() + 2));
}

function wrapInQuote(state: EditorState, match: RegExpExecArray, start: number) {
  const place = state.doc.resolve(start);
  const { parent, depth } = place;
  if (parent.type !== nodes.paragraph || depth !== 1) return null;
  const quoted = nodes.blockquote.create(null, parent.cut(match[0].length));
  const tr = state.tr.replaceWith(place.before(), place.after(), quoted);
  return tr.setSelection(TextSelection.create(tr.doc, start + 1));
}

const heading = (pattern: RegExp, level: number): InputRule => ({
  pattern,
  change: (state, match, start) => {
    const { parent } = state.doc.resolve(start);
    // A heading has no notes: they would be lost.
    const hasNote = parent.children.some(({ type }) => type === nodes.note);
    if (parent.type !== nodes.paragraph || hasNote) return null;
    const tr = state.tr.delete(start, start + match[0].length);
    return setBlock(tr, start, nodes.heading, { level });
  },
});

function setBlock(tr: Transaction, at: number, type: NodeType, attrs: Attrs): Transaction | null {
  const place = tr.doc.resolve(at);
  const index = place.index(-1);
  const canStand = place.node(-1).canReplaceWith(index, index + 1, type);
  return canStand ? tr.setBlockType(at, at, type, attrs) : null;
}

/** A straight quotation mark becomes the one that opens or closes a French quotation. */
function quote(state: EditorState, start: number, language: string): Transaction | null {
  const place = state.doc.resolve(start);
  if (!isFrench(languageAt(place, language))) return null;
  const before = place.parent.textBetween(0, place.parentOffset, null, '\uFFFC');
  const isOpen = (opening: string, closing: string) =>
    before.lastIndexOf(opening) > before.lastIndexOf(closing);
  const sign = signAfter(before, isOpen('«', '»'), isOpen('“', '”'));
  return sign === null ? null : state.tr.insertText(sign, start, start + 1);
}

function signAfter(before: string, isQuoting: boolean, isInner: boolean): string | null {
  if (/(?:^|[\s([{—–«“’\uFFFC-])$/u.test(before)) return isQuoting ? '“' : `«${narrow}`;
  if (isInner) return '”';
  return isQuoting ? `${narrow}»` : null;
}

/** The language of a place in a text: of its words, of what they stand in, or of the text. */
function languageAt(place: ResolvedPos, ofText: string): string {
  const around = Array.from({ length: place.depth + 1 }, (_, index) =>
    place.node(place.depth - index),
  );
  const languages = [
    ...place.marks().map(({ attrs }) => attrs.lang as unknown),
    ...around.map(({ attrs }) => attrs.lang as unknown),
  ];
  return languages.find((language) => typeof language === 'string') ?? ofText;
}

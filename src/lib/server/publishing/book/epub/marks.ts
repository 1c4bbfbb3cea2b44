import type { Block } from '../block.ts';
import { blockText } from '../block.ts';
import type { Classification } from '../classification.ts';
import { isChapterTitle, joinTitleLines, slug, surroundingKind } from '../titles.ts';
import type { NavigationEntry } from './navigation.ts';
import type { SpineDocument } from './spine.ts';

/** The whole text as one list of blocks, with the starts of documents and anchors. */
export type FlatText = {
  blocks: Block[];
  documents: { start: number; end: number; repeats: boolean }[];
  places: Map<string, number>;
};

/** A place where the text is split. */
export type Mark = {
  index: number;
  /** Label in the navigation; '' if the book's own heading must name the chapter. */
  label: string;
  depth: number;
  /** Labels of the enclosing entries. */
  ancestors: string[];
  /** The classification of the chapter that begins here, if any. */
  classification?: Classification;
};

export function flatten(documents: readonly SpineDocument[]): FlatText {
  const flat: FlatText = { blocks: [], documents: [], places: new Map() };
  const remember = (key: string, index: number) => {
    if (!flat.places.has(key)) flat.places.set(key, index);
  };
  for (const { paths, blocks, trailingIds } of documents) {
    const start = flat.blocks.length;
    const end = start + blocks.length;
    const repeats = paths.some((path) => flat.places.has(path));
    for (const path of paths) {
      remember(path, start);
      for (const [offset, block] of blocks.entries())
        for (const id of block.ids) remember(`${path}#${id}`, start + offset);
      for (const id of trailingIds) remember(`${path}#${id}`, end);
    }
    for (const block of blocks) flat.blocks.push(block);
    flat.documents.push({ start, end, repeats });
  }
  return flat;
}

/** Splits at the navigation's targets; unknown anchors fall back to their document. */
export function navigationMarks(entries: readonly NavigationEntry[], flat: FlatText): Mark[] {
  const marks: Mark[] = [];
  const ancestors: string[] = [];
  for (const { label, depth, place } of entries) {
    ancestors.length = Math.min(ancestors.length, depth);
    while (ancestors.length < depth) ancestors.push('');
    const above = ancestors.filter((name) => name !== '');
    ancestors[depth] = label;
    if (!place) continue;
    const { path, fragment } = place;
    const index = flat.places.get(`${path}#${fragment}`) ?? flat.places.get(path);
    if (index === undefined) continue;
    const start = fragment === '' ? index : headingStart(flat, index, label);
    marks.push({
      index: start,
      label,
      depth,
      ancestors: above,
    });
  }
  return marks
    .map((mark, order) => ({ mark, order }))
    .sort((a, b) => a.mark.index - b.mark.index || a.order - b.order)
    .map(({ mark }) => mark);
}

/** An anchor may be below the heading that its entry names. */
function headingStart(flat: FlatText, index: number, label: string): number {
  const before = flat.blocks[index - 1];
  const starts = flat.documents.some(({ start }) => start === index);
  if (starts || before?.kind !== 'heading') return index;
  const heading = slug(blockText(before));
  return heading !== '' && slug(label).includes(heading) && flat.blocks[index]?.kind !== 'heading'
    ? index - 1
    : index;
}

/**
 * Splits that the navigation omits: in the part of a document before its first mark, headings
 * that are numbered chapters, a heading that opens the document, and repeated documents.
 */
export function forgottenMarks(marks: readonly Mark[], flat: FlatText): Mark[] {
  const deepest =
    marks.reduce((level, { index }) => Math.max(level, flat.blocks[index]?.level ?? 0), 0) || 3;
  const found: Mark[] = [];
  let next = 0;
  for (const { start, end, repeats } of flat.documents) {
    while (next < marks.length && (marks[next]?.index ?? 0) < start) next += 1;
    const limit = Math.min(end, marks[next]?.index ?? end);
    const before = marks[next - 1];
    const depth = before?.depth ?? 0;
    const mark = (index: number): Mark => ({
      index,
      label: '',
      depth,
      ancestors: before?.ancestors ?? [],
    });
    const headings: number[] = [];
    for (let index = start; index < limit; index += 1)
      if (flat.blocks[index]?.kind === 'heading') headings.push(index);
    const chapters = headings.filter((index) => isChapterTitle(headingTitle(flat.blocks[index])));
    const opening = headings[0] === start && (flat.blocks[start]?.level ?? 9) <= deepest;
    const afterApparatus = before !== undefined && surroundingKind(before.label) !== null;
    const alone = repeats || afterApparatus || before === undefined;
    if (opening || (start < limit && alone)) found.push(mark(start));
    for (const index of chapters) if (index !== start) found.push(mark(index));
  }
  return found;
}

export function headingTitle(block: Block | undefined): string {
  return block ? joinTitleLines(block.lines) : '';
}

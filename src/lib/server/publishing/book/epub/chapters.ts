import type { Block } from '../block.ts';
import { type ChapterDraft } from '../book-assembly.ts';
import { chaptersByHeadings, withoutSurroundings } from '../outline.ts';
import { skippedSentence } from '../report.ts';
import { chapterLabel, isChapterTitle, isPartTitle, slug, surroundingKind } from '../titles.ts';
import {
  flatten,
  forgottenMarks,
  headingTitle,
  navigationMarks,
  type FlatText,
  type Mark,
} from './marks.ts';
import type { NavigationEntry } from './navigation.ts';
import { cutSegments, type Segment } from './segments.ts';
import type { SpineDocument } from './spine.ts';

/** Words from which a navigation entry is suspected to hold several chapters. */
const longEntryWords = 10_000;
/** Short texts are crumbs only beside chapters of at least this length. */
const crumbMedianWords = 300;
/** A part page may carry an epigraph of this length; it opens the next chapter. */
const epigraphWords = 80;

/**
 * Chapters of an EPUB: cut where the navigation points to, where it forgot numbered
 * headings, and inside long entries that hold numbered chapters. Without navigation, cut
 * at headings; without headings, at each document.
 */
export function epubChapters(
  documents: readonly SpineDocument[],
  entries: readonly NavigationEntry[],
  bookTitle: string,
  report: string[],
): ChapterDraft[] {
  const flat = flatten(documents);
  const fromNavigation = navigationMarks(entries, flat);
  if (fromNavigation.length === 0) return chaptersWithoutNavigation(flat, bookTitle, report);
  const marks = [...fromNavigation, ...forgottenMarks(fromNavigation, flat)];
  marks.sort((a, b) => a.index - b.index);
  const segments = cutSegments(withInnerChapters(marks, flat, report), flat, bookTitle);
  return chaptersOf(storySegments(segments, bookTitle, report), bookTitle, report);
}

function chaptersWithoutNavigation(
  flat: FlatText,
  bookTitle: string,
  report: string[],
): ChapterDraft[] {
  const headings = flat.blocks.filter((block) => block.kind === 'heading').length;
  report.push(
    'Le livre n’a pas de table des matières utilisable : les chapitres viennent de ses titres.',
  );
  if (headings >= 2) return chaptersByHeadings(flat.blocks, bookTitle, report).chapters;
  const marks = flat.documents.map(({ start }): Mark => ({
    index: start,
    label: '',
    depth: 0,
    ancestors: [],
  }));
  return chaptersOf(cutSegments(marks, flat, bookTitle), bookTitle, report);
}

/**
 * Adds a cut at each numbered heading inside an entry that is long, or one of very few:
 * the headings of one level whose numbers begin at 1 and follow each other.
 */
function withInnerChapters(marks: readonly Mark[], flat: FlatText, report: string[]): Mark[] {
  const all: Mark[] = [];
  let added = 0;
  for (const [order, mark] of marks.entries()) {
    all.push(mark);
    const end = marks[order + 1]?.index ?? flat.blocks.length;
    const inner = numberedHeadings(flat.blocks, mark.index + 1, end);
    if (inner.length < 3 || !isLong(flat.blocks, mark.index, end)) continue;
    const label = mark.label || headingTitle(flat.blocks[mark.index]);
    for (const index of inner) {
      const title =
        flat.blocks[mark.index]?.kind === 'heading' ? headingTitle(flat.blocks[mark.index]) : label;
      all.push({ index, label: '', depth: mark.depth + 1, ancestors: [...mark.ancestors, title] });
    }
    added += inner.length;
  }
  if (added > 0)
    report.push(`La table des matières omettait ${added} chapitres, retrouvés par leurs titres.`);
  return all;
}

function isLong(blocks: readonly Block[], start: number, end: number): boolean {
  let characters = 0;
  for (let index = start; index < end; index += 1) characters += blocks[index]?.html.length ?? 0;
  return characters / 6 > longEntryWords;
}

/** Numbered headings of the level where most follow each other; a misprint breaks nothing. */
function numberedHeadings(blocks: readonly Block[], start: number, end: number): number[] {
  const levels = new Map<number, { last: number; following: number; indexes: number[] }>();
  for (let index = start; index < end; index += 1) {
    const block = blocks[index];
    if (block?.kind !== 'heading') continue;
    const title = headingTitle(block);
    const number = chapterLabel(title)?.number;
    if (number === undefined && !isChapterTitle(title)) continue;
    const level = levels.get(block.level) ?? { last: 0, following: 0, indexes: [] };
    if (number === level.last + 1) level.following += 1;
    level.last = number ?? level.last;
    level.indexes.push(index);
    levels.set(block.level, level);
  }
  const [best] = [...levels.values()].sort((a, b) => b.following - a.following);
  return best && best.following * 4 >= best.indexes.length * 3 ? best.indexes : [];
}

/** Leaves out title pages, notices, prefaces and crumbs before and after the story. */
function storySegments(
  segments: readonly Segment[],
  bookTitle: string,
  report: string[],
): Segment[] {
  const kept = [...segments];
  const sizes = kept
    .map(({ words }) => words)
    .filter((words) => words > 0)
    .sort((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const isOutside = (segment: Segment): boolean => {
    if (surroundingKind(segment.title) !== null) return true;
    if (segment.isOutside) return true;
    if (isChapterTitle(segment.title) || segment.words === 0) return false;
    const repeatsTitle =
      slug(segment.title) !== '' && slug(bookTitle).includes(slug(segment.title));
    if (segment.words >= 100) return false;
    if (repeatsTitle) return segment.words * 4 < (sizes.at(-1) ?? 0);
    return median >= crumbMedianWords && segment.words * 10 < median;
  };
  const trim = (side: 'shift' | 'pop'): void => {
    for (;;) {
      const edge = kept.at(side === 'shift' ? 0 : -1);
      const others =
        kept.filter(({ words }) => words > 0).length - (edge && edge.words > 0 ? 1 : 0);
      if (!edge || others < 1) return;
      const names = !isOutside(edge) && edge.words === 0 && !isPartName(edge.title, bookTitle);
      if (!isOutside(edge) && !names) return;
      kept[side]();
      if (edge.words > 0)
        report.push(
          skippedSentence(edge.title.replace(/^\[(.*)\]$/, '$1') || 'Page de titre', edge.words),
        );
    }
  };
  trim('shift');
  trim('pop');
  return kept;
}

function isPartName(title: string, bookTitle: string): boolean {
  const name = slug(title);
  return name !== '' && name !== slug(bookTitle) && surroundingKind(title) === null;
}

/** Names the parts: enclosing entries, else the last entry without text at this depth. */
function chaptersOf(
  segments: readonly Segment[],
  bookTitle: string,
  report: string[],
): ChapterDraft[] {
  const chapters: ChapterDraft[] = [];
  let page: { title: string; depth: number } | null = null;
  let epigraph: Block[] = [];
  for (const [order, { title, depth, ancestors, blocks, words }] of segments.entries()) {
    const next = segments[order + 1];
    const opensPart = isPartTitle(title) && words <= epigraphWords && (next?.words ?? 0) > words;
    if (words === 0 || opensPart) {
      if (isPartName(title, bookTitle) && next) page = { title, depth };
      epigraph = [...epigraph, ...blocks];
      continue;
    }
    if (page && depth < page.depth) page = null;
    const enclosing = ancestors.filter((name) => isPartName(name, bookTitle));
    const part = enclosing.length > 0 ? enclosing.join(' – ') : (page?.title ?? null);
    chapters.push({ title, part, blocks: [...epigraph, ...blocks] });
    epigraph = [];
  }
  return withoutSurroundings(chapters, report);
}

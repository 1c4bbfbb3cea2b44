import type { Block } from '../block.ts';
import { blockWords } from '../book-assembly.ts';
import type { ChapterDraft } from '../book-draft.ts';
import { chaptersByHeadings, headingCuts, judgeEdges } from '../outline.ts';
import { emptySentence, plural } from '../report.ts';
import { isLongProse, classify, classifications, type Classification } from '../classification.ts';
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

/** From this length, an entry with numbered headings is suspected to contain several chapters. */
const longEntryWords = 10_000;
/** From this length, so is an entry with any headings. */
const endlessEntryWords = 20_000;
/** Maximum length of what the book calls a title page. */
const titlePageWords = 500;
/** Short texts are fragments only among chapters of at least this length. */
const crumbMedianWords = 300;
/** A part page may carry an epigraph of this length; it opens the next chapter. */
const epigraphWords = 80;

/**
 * Chapters of an EPUB: split at the navigation's targets, at numbered headings that it omits,
 * and inside long entries with numbered chapters. Without navigation, split at headings;
 * without headings, at each document.
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
  return chaptersOf(judgeSegments(segments, bookTitle), bookTitle, report);
}

function chaptersWithoutNavigation(
  flat: FlatText,
  bookTitle: string,
  report: string[],
): ChapterDraft[] {
  const headings = flat.blocks.filter((block) => block.kind === 'heading').length;
  report.push(
    'Le livre n’a pas de table des matières utilisable\u00A0: les chapitres viennent de ses titres.',
  );
  if (headings >= 2)
    return chaptersByHeadings(flat.blocks).chapters.map((draft) => ({
      classification: classifications.byHeading,
      ...draft,
    }));
  const marks = flat.documents.map(({ start }): Mark => ({
    index: start,
    label: '',
    depth: 0,
    ancestors: [],
    classification: classifications.untitled,
  }));
  return chaptersOf(cutSegments(marks, flat, bookTitle), bookTitle, report);
}

/**
 * Adds splits inside entries that contain several chapters: at the numbered headings of a long
 * one, at the headings of one level of a very long one, or of the only one there is.
 */
function withInnerChapters(marks: readonly Mark[], flat: FlatText, report: string[]): Mark[] {
  const all: Mark[] = [];
  let added = 0;
  const total = blockWords(flat.blocks);
  const named = marks.filter(({ label }) => surroundingKind(label) === null);
  for (const [order, mark] of marks.entries()) {
    const end = marks[order + 1]?.index ?? flat.blocks.length;
    const words = blockWords(flat.blocks.slice(mark.index, end));
    const isOnly = named.length <= 1 && words * 2 > total;
    const inner =
      isOnly || words > endlessEntryWords ? headingCuts(flat.blocks, mark.index, end) : [];
    const numbered =
      isOnly || words > longEntryWords ? numberedHeadings(flat.blocks, mark.index + 1, end) : [];
    const cuts =
      numbered.length >= 3 && numbered.length * 2 >= inner.length
        ? withNumbers(mark, numbered, flat)
        : withHeadings(mark, inner, flat);
    for (const cut of cuts) all.push(cut);
    added += cuts.filter(
      ({ index, classification }) => classification && index !== mark.index,
    ).length;
  }
  if (added > 0)
    report.push(
      `La table des matières omettait ${plural(added, 'chapitre, retrouvé par son titre', 'chapitres, retrouvés par leurs titres')}.`,
    );
  return all;
}

/** The entry, with its numbered headings as chapters. */
function withNumbers(mark: Mark, indexes: readonly number[], flat: FlatText): Mark[] {
  const first = flat.blocks[mark.index];
  const title = first?.kind === 'heading' ? headingTitle(first) : mark.label;
  const ancestors = [...mark.ancestors, title];
  const depth = mark.depth + 1;
  const classification = classifications.byHeading;
  return [
    mark,
    ...indexes.map((index) => ({ index, label: '', depth, ancestors, classification })),
  ];
}

/** The entry, and what its headings begin: siblings of the first one, or chapters below it. */
function withHeadings(mark: Mark, cuts: ReturnType<typeof headingCuts>, flat: FlatText): Mark[] {
  if (cuts.length < 2) return [mark];
  const [first] = cuts;
  const classification = classifications.byHeading;
  const opens = first?.index === mark.index && first.isChapter;
  const isNamed = opens && slug(headingTitle(flat.blocks[mark.index])) === slug(mark.label);
  const title = mark.label || headingTitle(flat.blocks[mark.index]);
  const ancestors = isNamed || title === '' ? mark.ancestors : [...mark.ancestors, title];
  const levels = [...new Set(cuts.map(({ level }) => level))].sort((a, b) => a - b);
  const inner = cuts
    .filter(({ index }) => opens || index !== mark.index)
    .map(({ index, level }): Mark => {
      const depth = mark.depth + (isNamed ? 0 : 1) + levels.indexOf(level);
      return { index, label: '', depth, ancestors, classification };
    });
  return opens ? inner : [mark, ...inner];
}

/** Numbered headings of the level with the longest sequence; tolerates a misprint. */
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

/** Marks title pages, notices, prefaces and fragments at the edges as outside the story. */
function judgeSegments(segments: readonly Segment[], bookTitle: string): Segment[] {
  const judged = segments.map((segment) => ({ ...segment }));
  const sizes = judged
    .map(({ words }) => words)
    .filter((words) => words > 0)
    .sort((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const longest = sizes.at(-1) ?? 0;
  let open = sizes.length;
  for (const side of [judged, judged.toReversed()]) {
    for (const segment of side) {
      if (segment.classification && segment.classification.kind !== 'story') continue;
      if (segment.classification?.isTitleOfApparatus) break;
      if (segment.words === 0) {
        if (isPartName(segment.title, bookTitle)) break;
        continue;
      }
      if (open < 2) break;
      const classification = classifySegment(segment, bookTitle, median, longest);
      if (!classification) break;
      segment.classification = classification;
      if (classification.isTitleOfApparatus) {
        segment.title = '';
        break;
      }
      open -= 1;
    }
  }
  return judged;
}

function classifySegment(
  segment: Segment,
  bookTitle: string,
  median: number,
  longest: number,
): Classification | null {
  const { title, blocks, words } = segment;
  const classification = classify(title, blocks);
  if (classification) return classification;
  if (segment.outside !== null && (words < titlePageWords || !isLongProse(blocks)))
    return classifications[segment.outside];
  if (isChapterTitle(title) || words >= 100) return null;
  const repeatsTitle = slug(title) !== '' && slug(bookTitle).includes(slug(title));
  if (repeatsTitle) return words * 4 < longest ? classifications.titlePage : null;
  return median >= crumbMedianWords && words * 10 < median ? classifications.crumb : null;
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
  let page: { title: string; depth: number; isUsed: boolean } | null = null;
  let epigraph: Block[] = [];
  const endPage = () => {
    if (page && !page.isUsed) report.push(emptySentence(page.title));
    page = null;
  };
  for (const [order, segment] of segments.entries()) {
    const { title, depth, ancestors, blocks, words, classification } = segment;
    if (classification && classification.kind !== 'story') {
      chapters.push({
        title: title.replace(/^\[(.*)\]$/, '$1'),
        part: null,
        blocks,
        classification,
      });
      continue;
    }
    const next = segments[order + 1];
    const opensPart = isPartTitle(title) && words <= epigraphWords && (next?.words ?? 0) > words;
    if (words === 0 || opensPart) {
      const isLost = isEmptyChapter(segment, next);
      if (isLost) report.push(emptySentence(title));
      else if (isPartName(title, bookTitle) && next) {
        endPage();
        page = { title, depth, isUsed: false };
      }
      epigraph = [...epigraph, ...blocks];
      continue;
    }
    if (page && depth < page.depth) endPage();
    const enclosing = ancestors.filter((name) => isPartName(name, bookTitle));
    const part = enclosing.length > 0 ? enclosing.join(' – ') : (page?.title ?? null);
    if (page) page.isUsed = true;
    chapters.push({
      title,
      part,
      blocks: [...epigraph, ...blocks],
      ...(classification && { classification }),
    });
    epigraph = [];
  }
  endPage();
  return judgeEdges(chapters);
}

/** A numbered entry without text, followed by a sibling and not a child, lost its chapter. */
function isEmptyChapter({ title, depth, words }: Segment, next: Segment | undefined): boolean {
  const label = chapterLabel(title);
  if (words > 0 || !label || isPartTitle(title)) return false;
  return next === undefined || (next.depth <= depth && chapterLabel(next.title) !== null);
}

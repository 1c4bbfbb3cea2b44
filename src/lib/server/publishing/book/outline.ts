import type { Block } from './block.ts';
import { blockWords } from './book-assembly.ts';
import type { ChapterDraft } from './book-draft.ts';
import { classify, classifications } from './classification.ts';
import { chapterLabel, isChapterTitle, joinTitleLines } from './titles.ts';

/** A heading and the text up to the next heading of any level. */
type Section = {
  level: number;
  title: string;
  heading: Block | null;
  blocks: Block[];
  words: number;
};

/** A preamble shorter than this is a subtitle or an epigraph, not a chapter. */
const preambleWords = 50;
/** Headings with less text between them separate something other than chapters. */
const shortestChapterWords = 60;

/** Splits blocks at their headings; text before the first has level 0. */
function sections(blocks: readonly Block[]): Section[] {
  const found: Section[] = [{ level: 0, title: '', heading: null, blocks: [], words: 0 }];
  for (const block of blocks) {
    if (block.kind === 'heading')
      found.push({
        level: block.level,
        title: joinTitleLines(block.lines),
        heading: block,
        blocks: [],
        words: 0,
      });
    else found.at(-1)?.blocks.push(block);
  }
  for (const section of found) section.words = blockWords(section.blocks);
  return joinNumberAndTitle(found);
}

/** « Chapitre 1 » directly followed by « Le départ » is one heading on two levels. */
function joinNumberAndTitle(found: readonly Section[]): Section[] {
  const joined: Section[] = [];
  for (const section of found) {
    const before = joined.at(-1);
    const label = before?.words === 0 ? chapterLabel(before.title) : null;
    if (
      before &&
      label?.rest === '' &&
      section.level > before.level &&
      !isChapterTitle(section.title)
    ) {
      before.title = joinTitleLines([before.title, section.title]);
      before.blocks = [...before.blocks, ...section.blocks];
      before.words = section.words;
    } else joined.push({ ...section });
  }
  return joined;
}

/**
 * The level whose headings are chapters: the shallowest that directly contains a fifth of the
 * words, to distinguish chapters from parts above and subsections below.
 */
function chapterLevel(found: readonly { level: number; words: number }[]): number {
  const levels = [...new Set(found.map((section) => section.level))].filter((level) => level > 0);
  levels.sort((a, b) => a - b);
  const total = found.reduce((sum, section) => sum + section.words, 0);
  for (const level of levels) {
    const own = found.filter((section) => section.level === level);
    const words = own.reduce((sum, section) => sum + section.words, 0);
    const single = own.length === 1 && levels.some((other) => other > level);
    if (words * 5 >= total && !(single && words * 2 < total)) return level;
  }
  return levels.at(-1) ?? 0;
}

/**
 * The chapter level of each section: one for the book, but deeper in a part whose chapters have
 * headings of their own while other parts have none.
 */
function sectionLevels(found: readonly Section[]): number[] {
  const level = chapterLevel(found);
  const levels = found.map(() => level);
  const total = found.reduce((sum, { words }) => sum + words, 0);
  const parts: { from: number; to: number; inner: number; words: number; isNumbered: boolean }[] =
    [];
  for (const [from, section] of found.entries()) {
    if (section.level !== level || section.words >= preambleWords) continue;
    let to = from + 1;
    while ((found[to]?.level ?? 0) > level) to += 1;
    const below = found.slice(from + 1, to);
    const inner = Math.min(...below.map((deeper) => deeper.level));
    const titles = below.filter((deeper) => deeper.level === inner);
    if (titles.length < 2) continue;
    const words = below.reduce((sum, deeper) => sum + deeper.words, 0);
    const isNumbered = titles.length >= 3 && titles.every(({ title }) => isChapterTitle(title));
    parts.push({ from, to, inner, words, isNumbered });
  }
  const isUsual = parts.reduce((sum, { words }) => sum + words, 0) * 2 >= total;
  for (const { from, to, inner, isNumbered } of parts)
    if (isUsual || isNumbered) levels.fill(inner, from, to);
  return levels;
}

/**
 * Chapters by headings, for a text without navigation. Headings above the chapter level are
 * parts, or chapters when they contain text themselves (a prologue among parts).
 */
export function chaptersByHeadings(blocks: readonly Block[]): {
  chapters: ChapterDraft[];
  titleHeading: string;
} {
  const found = sections(blocks);
  const levels = sectionLevels(found);
  const parts: { level: number; title: string }[] = [];
  const chapters: ChapterDraft[] = [];
  const titleHeading = titleHeadingOf(found, levels);
  const first = found.find((section) => section.level > 0);
  let carried: Block[] = [];
  for (const [index, section] of found.entries()) {
    const level = levels[index] ?? 0;
    const last = chapters.at(-1);
    if (section.level > level && last) {
      if (section.heading) last.blocks.push(section.heading);
      for (const block of section.blocks) last.blocks.push(block);
      continue;
    }
    while ((parts.at(-1)?.level ?? -1) >= section.level) parts.pop();
    const isTitle = section === first && section.title === titleHeading;
    const isUntitled = section.level === 0 || isTitle;
    if (section.level >= level || section.words >= preambleWords) {
      const part = parts.map(({ title }) => title).join(' – ') || null;
      const title = isUntitled ? '' : section.title;
      chapters.push({ title, part, blocks: [...carried, ...section.blocks] });
      carried = [];
    } else if (isUntitled && section.words > 0)
      chapters.push({
        title: '',
        part: null,
        blocks: [...section.blocks],
        classification: classifications.titlePage,
      });
    // The epigraph of a part opens its first chapter.
    else carried = [...carried, ...section.blocks];
    if (section.level > 0 && section.level < level && !isTitle)
      parts.push({ level: section.level, title: section.title });
  }
  if (carried.length > 0) chapters.push({ title: '', part: null, blocks: carried });
  return { chapters: judgeEdges(chapters), titleHeading };
}

/** The one heading above all others, first in the text, is the book's title; '' without one. */
function titleHeadingOf(found: readonly Section[], levels: readonly number[]): string {
  const at = found.findIndex((section) => section.level > 0);
  const first = found[at];
  if (!first || first.level >= (levels[at] ?? 0)) return '';
  return found.filter(({ level }) => level === first.level).length === 1 ? first.title : '';
}

/** Where headings begin chapters, and at which level; none with fewer than two headings. */
export function headingCuts(
  blocks: readonly Block[],
  start: number,
  end: number,
): { index: number; level: number; isChapter: boolean }[] {
  const indexes = new Map(blocks.slice(start, end).map((block, offset) => [block, start + offset]));
  const found = sections(blocks.slice(start, end));
  const levels = sectionLevels(found);
  const cuts = found.flatMap(({ heading, level, words }, at) => {
    const chapter = levels[at] ?? 0;
    const index = heading ? indexes.get(heading) : undefined;
    if (index === undefined || level > chapter) return [];
    return [{ index, level, words, isChapter: level === chapter }];
  });
  const sizes = cuts
    .filter(({ isChapter }) => isChapter)
    .map(({ words }) => words)
    .sort((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return sizes.length >= 2 && median >= shortestChapterWords ? cuts : [];
}

/** Marks what precedes the first or follows the last chapter of the story as outside it. */
export function judgeEdges(chapters: readonly ChapterDraft[]): ChapterDraft[] {
  const judged = chapters.map((draft) => ({ ...draft }));
  const isStory = ({ classification }: ChapterDraft) =>
    (classification?.kind ?? 'story') === 'story';
  for (const side of [judged, judged.toReversed()]) {
    for (const draft of side) {
      if (!isStory(draft)) continue;
      if (draft.classification?.isTitleOfApparatus || judged.filter(isStory).length < 2) break;
      const classification = classify(draft.title, draft.blocks);
      if (classification === null) break;
      draft.classification = classification;
      if (classification.kind === 'story') {
        if (classification.isTitleOfApparatus) draft.title = '';
        break;
      }
    }
  }
  return judged;
}

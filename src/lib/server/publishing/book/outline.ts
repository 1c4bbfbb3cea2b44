import type { Block } from './block.ts';
import { blockWords, type ChapterDraft } from './book-assembly.ts';
import { skippedSentence } from './report.ts';
import { chapterLabel, isChapterTitle, joinTitleLines, surroundingKind } from './titles.ts';

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

/** Cuts blocks at their headings; text before the first has level 0. */
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

/** « Chapitre 1 » followed at once by « Le départ » is one heading on two levels. */
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
 * The level whose headings are chapters: the shallowest that holds a fifth of the words
 * directly, so that parts above it and subsections below it are told apart.
 */
export function chapterLevel(found: readonly { level: number; words: number }[]): number {
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
 * Chapters by headings, for a text without navigation. Headings above the chapter level
 * are parts, or chapters when they hold text themselves (a prologue among parts).
 */
export function chaptersByHeadings(
  blocks: readonly Block[],
  bookTitle: string,
  report: string[],
): { chapters: ChapterDraft[]; titleHeading: string } {
  const found = sections(blocks);
  const level = chapterLevel(found);
  const parts: { level: number; title: string }[] = [];
  const chapters: ChapterDraft[] = [];
  const top = found.filter((section) => section.level > 0 && section.level < level);
  const first = found.find((section) => section.level > 0);
  const titleHeading =
    first && first.level < level && top.filter(({ level: own }) => own === first.level).length === 1
      ? first.title
      : '';
  for (const section of found) {
    if (section.level > level) {
      const into = chapters.at(-1);
      if (into) {
        if (section.heading) into.blocks.push(section.heading);
        for (const block of section.blocks) into.blocks.push(block);
      } else chapters.push({ title: section.title, part: null, blocks: [...section.blocks] });
      continue;
    }
    while ((parts.at(-1)?.level ?? -1) >= section.level) parts.pop();
    const isTitle = section === first && section.title === titleHeading;
    if (section.level === level || section.words >= preambleWords) {
      const part = parts.map(({ title }) => title).join(' – ') || null;
      const title = section.level === 0 || isTitle ? '' : section.title;
      chapters.push({ title, part, blocks: [...section.blocks] });
    } else if (section.words > 0)
      report.push(skippedSentence(section.title || bookTitle, section.words));
    if (section.level > 0 && section.level < level && !isTitle)
      parts.push({ level: section.level, title: section.title });
  }
  return { chapters: withoutSurroundings(chapters, report), titleHeading };
}

/** Leaves out what stands before the first or after the last chapter of the story. */
export function withoutSurroundings(chapters: ChapterDraft[], report: string[]): ChapterDraft[] {
  const kept = [...chapters];
  const surrounds = (draft: ChapterDraft | undefined) =>
    draft !== undefined && surroundingKind(draft.title) !== null;
  const skip = (draft: ChapterDraft | undefined) => {
    if (draft) report.push(skippedSentence(draft.title, blockWords(draft.blocks)));
  };
  while (kept.length > 1 && surrounds(kept[0])) skip(kept.shift());
  while (kept.length > 1 && surrounds(kept.at(-1))) skip(kept.pop());
  return kept;
}

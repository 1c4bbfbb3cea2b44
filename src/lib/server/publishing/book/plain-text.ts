import { paragraphBlock } from './block.ts';
import type { BookDraft, ChapterDraft } from './book-assembly.ts';
import { personName } from './epub/creators.ts';
import { readGutenberg } from './gutenberg.ts';
import { addRemovals, noRemovals } from './removals.ts';
import { skippedSentence } from './report.ts';
import { textBlocks, type TextBlock } from './text-blocks.ts';
import { textHeadings, type TextHeading } from './text-headings.ts';
import { textParagraphs } from './text-paragraphs.ts';
import { slug, surroundingKind } from './titles.ts';
import { countTextWords } from '../../../shared/words.ts';

/**
 * Reads a plain text book: Project Gutenberg's header and licence cut off, wrapped lines
 * joined, chapters found by their headings. A text without headings is one chapter.
 */
export function readPlainText(source: string): BookDraft {
  const { body, cut, ...about } = readGutenberg(source.replace(/\r\n?/g, '\n'));
  const blocks = textBlocks(body);
  const headings = textHeadings(blocks);
  const report: string[] = [];
  const removed = noRemovals();
  if (cut) report.push('L’en-tête et la licence du Projet Gutenberg n’ont pas été repris.');
  const chapters = headings.some(({ kind }) => kind === 'chapter')
    ? cutAtHeadings(blocks, headings, removed, report)
    : [{ title: about.title, part: null, blocks: textParagraphs(blocks, removed) }];
  return {
    identifier: '',
    title: about.title,
    authorName: personName(about.authorName),
    description: '',
    language: about.language,
    cover: null,
    chapters,
    removed,
    report,
  };
}

function cutAtHeadings(
  blocks: readonly TextBlock[],
  headings: readonly TextHeading[],
  removed: ReturnType<typeof noRemovals>,
  report: string[],
): ChapterDraft[] {
  const chapters: ChapterDraft[] = [];
  let part: string | null = null;
  let carried: TextBlock[] = [];
  const opening = blocks.slice(0, headings[0]?.index ?? 0);
  const openingWords = wordsOf(opening);
  if (openingWords > 0) report.push(skippedSentence('Page de titre', openingWords));
  const storyEnds = headings.findLastIndex(({ kind }) => kind === 'chapter');
  const storyStarts = headings.findIndex(({ kind }) => kind === 'chapter');
  for (const [order, heading] of headings.entries()) {
    const end = headings[order + 1]?.index ?? blocks.length;
    const body = blocks.slice(heading.index + heading.size, end);
    if (heading.kind === 'part') {
      part = heading.title;
      carried = body;
      continue;
    }
    const outside = order < storyStarts || order > storyEnds;
    if (heading.kind === 'surrounding' && outside) {
      report.push(skippedSentence(heading.title, wordsOf(body)));
      continue;
    }
    const lost = noRemovals();
    const paragraphs = textParagraphs([...carried, ...body], lost);
    addRemovals(removed, lost);
    carried = [];
    if (
      heading.kind === 'surrounding' &&
      chapters.length > 0 &&
      surroundingKind(heading.title) === 'apparatus'
    ) {
      const title = paragraphBlock([{ kind: 'text', text: heading.title, em: null, strong: null }]);
      const into = chapters.at(-1);
      if (into) into.blocks = [...into.blocks, title, ...paragraphs];
    } else if (paragraphs.length > 0)
      chapters.push({ title: heading.title, part, blocks: paragraphs });
  }
  return withoutTitleList(chapters);
}

/** A list of the chapters' titles at the very end is a table of contents. */
function withoutTitleList(chapters: ChapterDraft[]): ChapterDraft[] {
  const last = chapters.at(-1);
  const titles = new Set(chapters.map(({ title }) => slug(title)));
  while (last && titles.has(slug(last.blocks.at(-1)?.lines.join(' ') ?? ''))) last.blocks.pop();
  return chapters;
}

function wordsOf(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, block) => sum + countTextWords(block.lines.join(' ')), 0);
}

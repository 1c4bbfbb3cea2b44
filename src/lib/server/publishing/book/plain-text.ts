import { paragraphBlock, type Block } from './block.ts';
import type { BookDraft, ChapterDraft } from './book-assembly.ts';
import { personName } from './epub/creators.ts';
import { readGutenberg } from './gutenberg.ts';
import { settleNotes } from './notes.ts';
import { judgeEdges } from './outline.ts';
import { noRemovals, type Removals } from './removals.ts';
import { standings, type Standing } from './standing.ts';
import { splitStackedHeadings } from './stacked-headings.ts';
import { textBlocks, type TextBlock } from './text-blocks.ts';
import { textHeadings, type TextHeading } from './text-headings.ts';
import { textParagraphs } from './text-paragraphs.ts';
import { slug, surroundingKind } from './titles.ts';
import { countTextWords } from '../../../shared/words.ts';

/** A part with more text than this before its first chapter, and none, is a chapter. */
const partWords = 80;
/** Before the first heading of a book stands its title page, or more than that. */
const titlePageWords = 400;

/**
 * Reads a plain text book: Project Gutenberg's header and licence cut off, wrapped lines
 * joined, chapters found by their headings. A text without headings is one chapter.
 */
export function readPlainText(source: string): BookDraft {
  const { body, cut, ...about } = readGutenberg(source.replace(/\r\n?/g, '\n'));
  const blocks = splitStackedHeadings(textBlocks(body));
  const headings = textHeadings(blocks);
  const report: string[] = [];
  const removed = noRemovals();
  if (cut) report.push('L’en-tête et la licence du Projet Gutenberg n’ont pas été repris.');
  const drafts = headings.some(({ kind }) => kind === 'chapter')
    ? cutAtHeadings(blocks, headings, removed)
    : [{ title: about.title, part: null, blocks: textParagraphs(blocks, removed) }];
  const settled = settleNotes(
    drafts.map((draft) => ({ blocks: draft.blocks, anchors: () => [], resolve: () => null })),
    [],
  );
  return {
    identifier: '',
    title: about.title,
    authorName: personName(about.authorName),
    description: '',
    language: about.language,
    cover: null,
    chapters: judgeEdges(
      drafts.map((draft, index) => ({ ...draft, blocks: settled.blocks[index] ?? [] })),
    ),
    removed,
    notes: settled.texts,
    report,
  };
}

function cutAtHeadings(
  blocks: readonly TextBlock[],
  headings: readonly TextHeading[],
  removed: Removals,
): ChapterDraft[] {
  const chapters: ChapterDraft[] = [];
  let part: string | null = null;
  let carried: TextBlock[] = [];
  const opening = blocks.slice(0, headings[0]?.index ?? 0);
  if (wordsOf(opening) > 0)
    chapters.push({
      title: '',
      part: null,
      blocks: textParagraphs(opening, removed),
      standing: openingStanding(opening),
    });
  const storyEnds = headings.findLastIndex(({ kind }) => kind !== 'surrounding');
  const storyStarts = headings.findIndex(({ kind }) => kind === 'chapter');
  for (const [order, heading] of headings.entries()) {
    const next = headings[order + 1];
    const body = blocks.slice(heading.index + heading.size, next?.index ?? blocks.length);
    if (heading.kind === 'part') {
      part = heading.title;
      carried = [...carried, ...body];
      // A part without chapters is one itself.
      if (next?.kind === 'chapter' || wordsOf(body) < partWords) continue;
      chapters.push({ title: part, part: null, blocks: textParagraphs(carried, removed) });
      carried = [];
      continue;
    }
    const outside = order < storyStarts || order > storyEnds;
    const paragraphs = textParagraphs([...carried, ...body], removed);
    carried = [];
    const into = chapters.at(-1);
    const kind = heading.kind === 'surrounding' ? surroundingKind(heading.title) : null;
    if (kind === 'apparatus' && !outside && into) {
      const title = paragraphBlock([{ kind: 'text', text: heading.title, em: null, strong: null }]);
      into.blocks = [...into.blocks, title, ...paragraphs];
    } else if (paragraphs.length > 0)
      chapters.push({
        title: heading.title,
        part: outside ? null : part,
        blocks: paragraphs,
        ...(kind !== null && outside && { standing: standings[kind] }),
      });
  }
  const last = chapters.at(-1);
  if (last) last.blocks = [...last.blocks, ...textParagraphs(carried, removed)];
  return withoutTitleList(chapters);
}

/** A list of the chapters' titles at the very end is a table of contents. */
function withoutTitleList(chapters: ChapterDraft[]): ChapterDraft[] {
  const last = chapters.findLast(({ standing }) => standing === undefined);
  const titles = new Set(chapters.map(({ title }) => slug(title)).filter((title) => title !== ''));
  const isTitle = (block: Block | undefined) =>
    block !== undefined && titles.has(slug(block.lines.join(' ')));
  while (last && isTitle(last.blocks.at(-1))) last.blocks.pop();
  return chapters;
}

function openingStanding(opening: readonly TextBlock[]): Standing {
  if (wordsOf(opening) < titlePageWords) return standings.titlePage;
  return { ...standings.titlePage, confidence: 'doubtful' };
}

function wordsOf(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, block) => sum + countTextWords(block.lines.join(' ')), 0);
}

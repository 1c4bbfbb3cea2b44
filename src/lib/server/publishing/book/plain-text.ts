import { countTextWords } from '#shared/text/words.ts';
import { blockText, paragraphBlock, type Block } from './block.ts';
import type { BookDraft, ChapterDraft } from './book-draft.ts';
import { personName } from './epub/creators.ts';
import { placeNotes } from './notes.ts';
import { judgeEdges } from './outline.ts';
import { noRemovals, type Removals } from './removals.ts';
import { emptySentence, notesSectionsSentences, titleListSentence } from './report.ts';
import { classifications, type Classification } from './classification.ts';
import { textBlocks, type TextBlock } from './text-blocks.ts';
import { textHeadings, type TextHeading, headingLines, isCapitals } from './text-headings.ts';
import { textParagraphs } from './text-paragraphs.ts';
import { isEndOfBook, slug, surroundingKind, chapterLabel, isPartTitle } from './titles.ts';

/** A part with more text than this before its first chapter, and none, is a chapter. */
const partWords = 80;
/** Text before a book's first heading: up to this length a title page. */
const titlePageWords = 400;
/** Fewer titles at the end of a story may be part of the text. */
const titleListMin = 3;

/**
 * Reads a plain text book: removes Project Gutenberg's header and licence, joins wrapped lines,
 * finds chapters by their headings. A text without headings is one chapter.
 */
export function readPlainText(source: string): BookDraft {
  const { body, cut, ...about } = readGutenberg(source.replace(/\r\n?/g, '\n'));
  const blocks = splitStackedHeadings(textBlocks(body));
  const headings = textHeadings(blocks);
  const report: string[] = [];
  const removed = noRemovals();
  if (cut) report.push('L’en-tête et la licence du Projet Gutenberg n’ont pas été repris.');
  const drafts = headings.some(({ kind }) => kind === 'chapter')
    ? withoutTitleList(cutAtHeadings(blocks, headings, { removed, report }), report)
    : [{ title: about.title, part: null, blocks: textParagraphs(blocks, removed) }];
  const linked = placeNotes(
    drafts.map((draft) => ({ blocks: draft.blocks, anchors: () => [], resolve: () => null })),
    [],
  );
  const chapters = drafts.map((draft, index) => ({
    ...draft,
    blocks: linked.blocks[index] ?? [],
  }));
  const isNotes = ({ title, blocks }: ChapterDraft, index: number) =>
    title !== '' && drafts[index]?.blocks.some(isText) === true && !blocks.some(isText);
  report.push(...notesSectionsSentences(chapters.filter(isNotes).map(({ title }) => title)));
  return {
    identifier: '',
    title: about.title,
    authorName: personName(about.authorName),
    description: '',
    language: about.language,
    cover: null,
    chapters: judgeEdges(chapters.filter((chapter, index) => !isNotes(chapter, index))),
    removed,
    notes: linked.texts,
    doubts: linked.doubts,
    report,
  };
}

const isText = ({ kind }: Block) => kind === 'paragraph';

function cutAtHeadings(
  blocks: readonly TextBlock[],
  headings: readonly TextHeading[],
  { removed, report }: { removed: Removals; report: string[] },
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
      classification: classifyOpening(opening),
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
        ...(kind !== null && outside && { classification: classifications[kind] }),
      });
    else if (kind === null && !isEndOfBook(heading.title))
      report.push(emptySentence(heading.title));
  }
  const last = chapters.at(-1);
  if (last) last.blocks = [...last.blocks, ...textParagraphs(carried, removed)];
  return chapters;
}

/** A list of most of the chapters' titles, in their order, at the very end is a table of contents. */
function withoutTitleList(chapters: ChapterDraft[], report: string[]): ChapterDraft[] {
  const last = chapters.findLast(({ classification }) => classification === undefined);
  const titles = chapters.map(({ title }) => slug(title)).filter((title) => title !== '');
  const list = last ? titleListAtEnd(last.blocks, titles) : [];
  if (!last || list.length < titleListMin || list.length * 2 <= titles.length) return chapters;
  last.blocks = last.blocks.slice(0, -list.length);
  report.push(titleListSentence(list.map(blockText)));
  return chapters;
}

/** The trailing blocks that are titles, in the order of the chapters. */
function titleListAtEnd(blocks: readonly Block[], titles: readonly string[]): Block[] {
  let from = blocks.length;
  let place = titles.length;
  while (from > 0) {
    const block = blocks[from - 1];
    if (!block || isSentence(block) || place === 0) break;
    place = titles.lastIndexOf(slug(blockText(block)), place - 1);
    if (place < 0) break;
    from -= 1;
  }
  return blocks.slice(from);
}

/** Dialogue, or what ends as a sentence does: text of the story, even if it equals a title. */
function isSentence(block: Block): boolean {
  const text = blockText(block);
  return /^[-–—«"“]/u.test(text) || /[.!?…»"”]$/u.test(text);
}

function classifyOpening(opening: readonly TextBlock[]): Classification {
  if (wordsOf(opening) < titlePageWords) return classifications.titlePage;
  return { ...classifications.titlePage, confidence: 'doubtful' };
}

function wordsOf(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, block) => sum + countTextWords(block.lines.join(' ')), 0);
}

/**
 * Splits adjacent headings without a blank line between them: « PREMIÈRE PARTIE », « CHAPITRE I »,
 * « LE DÉPART » are a part and a chapter; « CHAPITRE I », « CHAPITRE II » are two chapters.
 */
function splitStackedHeadings(blocks: readonly TextBlock[]): TextBlock[] {
  return blocks.flatMap(splitHeadings);
}

function splitHeadings(block: TextBlock): TextBlock[] {
  const first = block.lines[0]?.trim() ?? '';
  if (block.lines.length < 2 || block.lines.length > headingLines) return [block];
  const begins = isPartTitle(first) ? isChapterLine : isNamedNumber(first) ? isNamedNumber : null;
  if (!begins) return [block];
  const at = block.lines.findIndex((line, index) => index > 0 && begins(line.trim()));
  if (at < 0) return [block];
  return [
    { ...block, lines: block.lines.slice(0, at), after: 1 },
    ...splitHeadings({ ...block, lines: block.lines.slice(at), before: 1 }),
  ];
}

/** « CHAPITRE II » and nothing else. */
function isNamedNumber(line: string): boolean {
  const label = chapterLabel(line);
  return label?.named === true && label.rest === '';
}

function isChapterLine(line: string): boolean {
  const label = chapterLabel(line);
  return label !== null && (label.named || label.rest === '' || isCapitals(line));
}

/** The metadata of Project Gutenberg's English header, and the text without it. */
type GutenbergText = {
  title: string;
  authorName: string;
  language: string;
  body: string;
  /** A header or a licence was cut off. */
  cut: boolean;
};

const startLine = /^\*{3} ?START OF (?:THE|THIS) PROJECT GUTENBERG.*$/im;
const oldStartLine = /^\*END\*?\s*THE SMALL PRINT.*$/im;
const endLine =
  /^(?:\*{3} ?END OF (?:THE|THIS) PROJECT GUTENBERG|End of (?:the )?Project Gutenberg).*$/im;

/** Removes the header and the licence, in their forms since about 2000. */
function readGutenberg(source: string): GutenbergText {
  const start = startLine.exec(source) ?? oldStartLine.exec(source);
  if (!start) return { title: '', authorName: '', language: '', body: source, cut: false };
  const header = source.slice(0, start.index);
  const from = start.index + start[0].length;
  const rest = source.slice(from);
  const end = endLine.exec(rest);
  return {
    title: field(header, 'Title'),
    authorName: field(header, 'Author'),
    language: field(header, 'Language'),
    body: end ? rest.slice(0, end.index) : rest,
    cut: true,
  };
}

function field(header: string, name: string): string {
  const line = new RegExp(`^${name}:[ \\t]*(.+(?:\\n[ \\t]{2,}\\S.*)*)`, 'im').exec(header);
  return line?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
}

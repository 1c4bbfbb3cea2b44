import MarkdownIt from 'markdown-it';
import type { BookDraft } from './book-assembly.ts';
import { blocksToHtml } from './block.ts';
import { readBlocks, type BlockList } from './blocks.ts';
import { readFrontMatter } from './front-matter.ts';
import { parseHtml } from './html-tree.ts';
import { chaptersByHeadings } from './outline.ts';
import type { Removals } from './removals.ts';

const parser = new MarkdownIt({ html: true, linkify: false, typographer: false, maxNesting: 50 });

/** Footnote of pandoc, PHP Extra and GitHub: `[^1]: text`, indented lines continue it. */
const noteBody = /^\[\^[^\]\n]{1,80}\]:.*(?:\n(?:[ \t]+.*|[ \t]*(?=\n[ \t]{2,}\S)))*/gm;
/** Editions keep the printed mark before the call: « Les messagers(1) [^1] ». */
const noteCall = /(?:[ \t]?\(\d{1,3}\))?[ \t]?\[\^[^\]\n]{1,80}\]/g;
/** Two spaces or a backslash at the end of a line. */
const hardBreak = /(?: {2,}|\\)\n/;

/**
 * Chapter HTML of a Markdown text, in the allowed subset. Paragraphs with hard line
 * breaks are verse; footnotes, images and raw HTML outside the subset are taken out.
 */
export function markdownToChapterHtml(markdown: string): { html: string; removed: Removals } {
  const { blocks, removed } = markdownBlocks(markdown);
  return { html: blocksToHtml(blocks), removed };
}

function markdownBlocks(markdown: string): BlockList {
  const { text, notes } = withoutFootnotes(markdown.replace(/\r\n?/g, '\n'));
  const list = readBlocks(parseHtml(parser.render(text)));
  for (const block of list.blocks)
    if (
      block.kind === 'paragraph' &&
      block.lines.length > 1 &&
      hardBreak.test(text) &&
      block.lines.every(isVerseLine)
    )
      block.verse = true;
  list.removed.footnotes += notes;
  return list;
}

function isVerseLine(line: string): boolean {
  return line.length <= 90;
}

function withoutFootnotes(text: string): { text: string; notes: number } {
  if (!text.includes('[^')) return { text, notes: 0 };
  let bodies = 0;
  let calls = 0;
  const story = text
    .replace(noteBody, () => {
      bodies += 1;
      return '';
    })
    .replace(noteCall, () => {
      calls += 1;
      return '';
    });
  return { text: story, notes: Math.max(bodies, calls) };
}

/** Reads a Markdown book: front matter, headings of any level, a `#` title of its own. */
export function readMarkdown(source: string): BookDraft {
  const { body, ...about } = readFrontMatter(source.replace(/\r\n?/g, '\n'));
  const { blocks, removed } = markdownBlocks(body);
  const report: string[] = [];
  const { chapters, titleHeading } = chaptersByHeadings(blocks, about.title, report);
  const title = about.title || titleHeading;
  return { ...about, title, cover: null, chapters, removed, report };
}

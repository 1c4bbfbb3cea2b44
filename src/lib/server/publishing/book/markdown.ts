import MarkdownIt from 'markdown-it';
import type { BookDraft } from './book-draft.ts';
import { blocksToHtml } from './block.ts';
import { readBlocks, type BlockList } from './blocks.ts';
import { readFrontMatter } from './front-matter.ts';
import { parseHtml } from './html-tree.ts';
import type { NoteTexts } from './inline.ts';
import type { NoteCall, NoteDoubts } from './note-source.ts';
import { ownAnchor, settleNotes } from './notes.ts';
import { chaptersByHeadings } from './outline.ts';
import type { Removals } from './removals.ts';
import { notesSectionsSentences, unreadFieldsSentences } from './report.ts';

const parser = new MarkdownIt({ html: true, linkify: false, typographer: false, maxNesting: 50 });

/** Footnote of pandoc, PHP Extra and GitHub: `[^1]: text`, indented lines continue it. */
const noteBody = /^\[\^[^\]\n]{1,80}\]:.*(?:\n(?:[ \t]+.*|[ \t]*(?=\n[ \t]{2,}\S)))*/gm;
/** Some editions keep the printed mark before the reference: « Les messagers(1) [^1] ». */
const noteCall = /(?:[ \t]?\(\d{1,3}\))?[ \t]?\[\^([^\]\n]{1,80})\]/g;
/** Two spaces or a backslash at the end of a line. */
const hardBreak = /(?: {2,}|\\)\n/;

/**
 * Chapter HTML of a Markdown text, in the allowed subset. Paragraphs with hard line breaks are
 * verse; images and raw HTML outside the subset are removed.
 */
export function markdownToChapterHtml(markdown: string): { html: string; removed: Removals } {
  const { blocks, removed, notes } = markdownBlocks(markdown);
  return { html: blocksToHtml(blocks, notes), removed };
}

function markdownBlocks(
  markdown: string,
): BlockList & { notes: NoteTexts; doubts: NoteDoubts; sections: string[] } {
  const text = markdown.replace(/\r\n?/g, '\n');
  const calls: NoteCall[] = [];
  const list = readBlocks(parseHtml(renderMarkdown(text)), { calls });
  const source = { blocks: list.blocks, anchors: (id: string) => [id], resolve: ownAnchor };
  const settled = settleNotes([source], calls);
  const blocks = settled.blocks.flat();
  for (const block of blocks)
    if (
      block.kind === 'paragraph' &&
      block.lines.length > 1 &&
      hardBreak.test(text) &&
      block.lines.every(isVerseLine)
    )
      block.verse = true;
  list.removed.footnotes = settled.orphans;
  list.removed.noteMarks = settled.lostMarks;
  const { texts, doubts, sections } = settled;
  return { ...list, blocks, notes: texts, doubts, sections };
}

/** HTML of a Markdown text with line feeds, its notes as `settleNotes` reads them. */
export function renderMarkdown(text: string): string {
  return parser.render(withNoteLinks(text));
}

function isVerseLine(line: string): boolean {
  return line.length <= 90;
}

/** Notes as HTML that links references and notes, which `settleNotes` reads in every format. */
function withNoteLinks(text: string): string {
  if (!text.includes('[^')) return text;
  const numbers = new Map<string, number>();
  const idOf = (label: string): string => {
    const known = numbers.get(label) ?? numbers.size + 1;
    numbers.set(label, known);
    return `fn-${known}`;
  };
  const notes: string[] = [];
  const story = text
    .replace(noteBody, (whole) => {
      const [, label = '', body = ''] = /^\[\^([^\]\n]+)\]:[ \t]*([\s\S]*)$/.exec(whole) ?? [];
      const lines = body.replace(/\n(?: {1,4}|\t)/g, '\n').replace(noteCall, '');
      notes.push(`<aside class="footnote" id="${idOf(label)}">\n\n${lines}\n\n</aside>`);
      return '';
    })
    .replace(noteCall, (_, label: string) => `<a class="noteref" href="#${idOf(label)}">*</a>`);
  return `${story}\n\n${notes.join('\n\n')}\n`;
}

/** Reads a Markdown book: front matter, headings of any level, a single `#` title. */
export function readMarkdown(source: string): BookDraft {
  const { body, unread, ...about } = readFrontMatter(source.replace(/\r\n?/g, '\n'));
  const { blocks, removed, notes, doubts, sections } = markdownBlocks(body);
  const { chapters, titleHeading } = chaptersByHeadings(blocks);
  const title = about.title || titleHeading;
  const report = [...unreadFieldsSentences(unread), ...notesSectionsSentences(sections)];
  return { ...about, title, cover: null, chapters, removed, notes, doubts, report };
}

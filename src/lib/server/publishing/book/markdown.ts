import MarkdownIt from 'markdown-it';
import type { BookDraft } from './book-draft.ts';
import { blocksToHtml, type Block } from './block.ts';
import { readBlocks } from './blocks.ts';
import { readFrontMatter } from './front-matter.ts';
import { parseHtml } from './html-tree.ts';
import { markCode, unmarkCode } from './markdown-code.ts';
import { readExtensions } from './markdown-extensions.ts';
import { withNoteLinks } from './markdown-notes.ts';
import {
  noFiles,
  readPicturesOf,
  type PictureFiles,
  type MarkdownText,
} from './markdown-pictures.ts';
import type { NoteCall } from './note-source.ts';
import { placeNotes, type LinkedNotes } from './notes.ts';
import { chaptersByHeadings } from './outline.ts';
import type { PictureFinder } from './pictures.ts';
import { addRemovals, noRemovals, type Removals } from './removals.ts';
import { notesSectionsSentences, unreadFieldsSentences, unreadSignsSentences } from './report.ts';

const parser = new MarkdownIt({ html: true, linkify: false, typographer: false, maxNesting: 50 });

const usual = new MarkdownIt();
/** Addresses of any kind of picture: they are looked at here, and never written. */
parser.validateLink = (address) => /^data:image\//i.test(address) || usual.validateLink(address);

/** Two spaces or a backslash at the end of a line. */
const hardBreak = /(?: {2,}|\\)\n/;

/**
 * Chapter HTML of a Markdown text, in the allowed subset. Paragraphs with hard line breaks are
 * verse; images and raw HTML outside the subset are removed.
 */
export function markdownToChapterHtml(markdown: string): { html: string; removed: Removals } {
  const { blocks, removed, texts } = linkMarkdownNotes([parseMarkdown(markdown)]);
  return { html: blocksToHtml(blocks.flat(), texts), removed };
}

export function parseMarkdown(markdown: string): MarkdownText {
  const { text, unread } = readExtensions(markCode(markdown.replace(/\r\n?/g, '\n'), parser));
  return { text, root: parseHtml(unmarkCode(renderMarkdown(text))), unread };
}

type LinkedMarkdown = Omit<LinkedNotes, 'orphans' | 'lostMarks'> & { removed: Removals };

/** Blocks of the texts of a book, in its order; each has its own notes. */
export function linkMarkdownNotes(
  texts: readonly (MarkdownText & { pictures?: PictureFinder })[],
): LinkedMarkdown {
  const calls: NoteCall[] = [];
  const removed = noRemovals();
  const sources = texts.map(({ root, pictures }, index) => {
    const read = readBlocks(root, { calls, ...(pictures && { pictures }) });
    addRemovals(removed, read.removed);
    return {
      blocks: read.blocks,
      anchors: (id: string) => [`${index}#${id}`],
      resolve: (href: string) => (href.startsWith('#') ? `${index}${href}` : null),
    };
  });
  const { orphans, lostMarks, ...settled } = placeNotes(sources, calls);
  for (const [index, { text }] of texts.entries())
    if (hardBreak.test(text)) markVerse(settled.blocks[index] ?? []);
  removed.footnotes = orphans;
  removed.noteMarks = lostMarks;
  return { ...settled, removed };
}

function markVerse(blocks: readonly Block[]): void {
  for (const block of blocks)
    if (block.kind === 'paragraph' && block.lines.length > 1 && block.lines.every(isVerseLine))
      block.verse = true;
}

/** HTML of a Markdown text with line feeds, its notes as `placeNotes` reads them. */
export function renderMarkdown(text: string): string {
  return parser.render(withNoteLinks(text));
}

function isVerseLine(line: string): boolean {
  return line.length <= 90;
}

/** Reads a Markdown book: front matter, headings of any level, a single `#` title. */
export async function readMarkdown(
  source: string,
  readFile: PictureFiles = noFiles,
): Promise<BookDraft> {
  const { body, unread, ...about } = readFrontMatter(source.replace(/\r\n?/g, '\n'));
  const parsed = parseMarkdown(body);
  const shown = await readPicturesOf([{ ...parsed, readFile }]);
  const { blocks, removed, texts, doubts, sections } = linkMarkdownNotes(shown.texts);
  const { chapters, titleHeading } = chaptersByHeadings(blocks.flat());
  const title = about.title || titleHeading;
  const report = [
    ...unreadFieldsSentences(unread),
    ...unreadSignsSentences(parsed.unread),
    ...shown.report,
    ...notesSectionsSentences(sections),
  ];
  const { pictures } = shown;
  return {
    ...about,
    title,
    cover: null,
    chapters,
    removed,
    notes: texts,
    doubts,
    pictures,
    report,
  };
}

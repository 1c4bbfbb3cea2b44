import { cleanChapterHtml } from '../book/chapter-html.ts';
import { ownMarkdownToHtml } from '../book/own-markdown.ts';

/**
 * A stored text as Markdown that the importer reads back to the same text. What Markdown cannot say
 * is written as HTML, which Markdown allows: each text is read back here before it is taken, whole
 * first, then block by block.
 */
export function chapterToMarkdown(html: string): string {
  const text = cleanChapterHtml(html).html;
  const lines = text.split('\n').filter((line) => line !== '');
  const tidy = join(lines.map(blockToMarkdown));
  if (ownMarkdownToHtml(tidy) === text) return tidy;
  const checked = join(lines.map((line) => (survives(line) ? blockToMarkdown(line) : raw(line))));
  if (ownMarkdownToHtml(checked) === text) return checked;
  return join(lines.map((line) => line.replaceAll('[^', '[&#94;')));
}

const join = (blocks: readonly string[]): string => `${blocks.join('\n\n')}\n`;

const noteMarkers = /<sup><a href="#note-(\d+)">\d+<\/a><\/sup>/g;

/** Whether a block comes back from Markdown. Separators and notes do, and mean nothing alone. */
function survives(line: string): boolean {
  if (line === '<hr>' || line.startsWith('<aside')) return true;
  const alone = line.replace(noteMarkers, '');
  return ownMarkdownToHtml(blockToMarkdown(alone)) === alone;
}

/** The block as HTML, with references to notes as Markdown has them. */
const raw = (line: string): string => line.replaceAll('[^', '[&#94;').replace(noteMarkers, '[^$1]');

/** Verse and languages have no Markdown. */
const paragraph = /^<p>(.*)<\/p>$/;
const heading = /^<h([23])>(.*)<\/h\1>$/;
const quotation = /^<blockquote>(.*)<\/blockquote>$/;
const table = /^<table><tr>((?:<th>(?:(?!<\/?t[rdh]>).)*<\/th>)+)<\/tr>(.*)<\/table>$/;
const note = /^<aside id="note-(\d+)">(.*)<\/aside>$/;

function blockToMarkdown(line: string): string {
  if (line === '<hr>') return '***';
  const [, level, title] = heading.exec(line) ?? [];
  if (title !== undefined) return `${'#'.repeat(Number(level))} ${inline(title)}`;
  const [, number, body] = note.exec(line) ?? [];
  if (body !== undefined) return `[^${number}]: ${paragraphs(body).join('\n\n    ')}`;
  const [, quoted] = quotation.exec(line) ?? [];
  if (quoted !== undefined) {
    const quotedLines = paragraphs(quoted).join('\n\n').split('\n');
    return quotedLines.map((text) => (text === '' ? '>' : `> ${text}`)).join('\n');
  }
  const [, headings, rows] = table.exec(line) ?? [];
  if (headings !== undefined && rows !== undefined) return tableToMarkdown(headings, rows);
  const [, text] = paragraph.exec(line) ?? [];
  return text === undefined ? raw(line) : startOfLine(inline(text));
}

/** A table with one row of headings; others, and lines in cells, stay HTML. */
function tableToMarkdown(headings: string, rows: string): string {
  const cellsOf = (row: string) =>
    [...row.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      inline(cell).replaceAll('|', '\\|'),
    );
  const lines = [headings, ...rows.split('</tr>').slice(0, -1)].map(
    (row) => `| ${cellsOf(row).join(' | ')} |`,
  );
  const [head = '', ...body] = lines;
  return [head, `|${' --- |'.repeat(cellsOf(headings).length)}`, ...body].join('\n');
}

/** Those inside a quotation or a note. */
const paragraphs = (html: string): string[] =>
  html.split(/(?<=<\/p>)/).map((part) => {
    const [, text] = paragraph.exec(part) ?? [];
    return text === undefined ? raw(part) : startOfLine(inline(text));
  });

/** Marks of Markdown in the text are escaped, the tags of the subset become marks. */
function inline(html: string): string {
  return html
    .split(/(<[^>]*>)/)
    .map((piece) => (piece.startsWith('<') ? piece : escapeMarks(piece)))
    .join('')
    .replace(/<sup><a href="#note-(\d+)">\d+<\/a><\/sup>/g, '[^$1]')
    .replace(/<\/?em>/g, '*')
    .replace(/<\/?strong>/g, '**')
    .replaceAll('<br>', '\\\n');
}

const escapeMarks = (text: string): string =>
  text.replace(/[\\`*_[\]~]/g, '\\$&').replaceAll('&quot;', '"');

/** A paragraph that begins like a list, a heading or a rule stays one. */
const startOfLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^([#>+=-])/, '\\$1').replace(/^(\d{1,9})([.)])/, '$1\\$2'))
    .join('\n');

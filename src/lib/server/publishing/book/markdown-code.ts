/**
 * Code in a Markdown text stays as it is typed: what elsewhere makes notes and boxes is written as
 * characters that no text has while these are read.
 */
import type { MarkdownIt, Token } from 'markdown-it';
import { withBareNotes } from './markdown-notes.ts';

/** Signs of notes and boxes, and the noncharacters that stand for them. */
const signs = '[]:';
const placeholders = '\uFDD0\uFDD1\uFDD2';
const hasExtensions = /\^\[|\[\^|\[!|:::/;
/** They are blocks of their own, also where the core reads them as lines of a paragraph. */
const divisionLine = /^ {0,3}:{3,}.*$/gm;

/** A text with line feeds, with stand-ins in its code. */
export function markCode(source: string, parser: MarkdownIt): string {
  const text = source.replace(/[\uFDD0-\uFDD2]/g, '');
  if (!hasExtensions.test(text)) return text;
  const lines = text.split('\n');
  const tokens: Token[] = [];
  // The positions of tokens are lines.
  const blocks = withBareNotes(text).replace(divisionLine, '');
  parser.block.parse(blocks, parser, {}, tokens);
  for (const { type, map } of tokens) {
    const mark = marksOf[type];
    if (!map || !mark) continue;
    const [from, to] = map;
    const marked = mark(lines.slice(from, to).join('\n')).split('\n');
    for (const [index, line] of marked.entries()) lines[from + index] = line;
  }
  return lines.join('\n');
}

/** The signs again. */
export const unmarkCode = (html: string): string =>
  html.replace(/[\uFDD0-\uFDD2]/g, (placeholder) => signs[placeholders.indexOf(placeholder)] ?? '');

const withPlaceholders = (code: string): string =>
  code.replace(/[[\]:]/g, (sign) => placeholders[signs.indexOf(sign)] ?? '');

/** Stand-ins in the code of a paragraph: from some backticks to as many (CommonMark, 6.1). */
function withMarkedSpans(text: string): string {
  // The last runs are taken first, so that none is looked at twice.
  const runs = [...text.matchAll(/`+/g)].reverse();
  const later = Map.groupBy(runs, ([run]) => run.length);
  const parts: string[] = [];
  let at = 0;
  for (const { 0: run, index } of text.matchAll(/\\[\s\S]|`+/g)) {
    if (index < at || run.startsWith('\\')) continue;
    const from = index + run.length;
    const ends = later.get(run.length) ?? [];
    let end = ends.at(-1);
    while (end && end.index < from) {
      ends.pop();
      end = ends.at(-1);
    }
    if (!end) continue;
    parts.push(text.slice(at, from), withPlaceholders(text.slice(from, end.index)));
    parts.push(run);
    at = end.index + run.length;
  }
  return `${parts.join('')}${text.slice(at)}`;
}

/** Per kind of block; a table has no position of its cells but that of their row. */
const marksOf: Partial<Record<string, (text: string) => string>> = {
  fence: withPlaceholders,
  code_block: withPlaceholders,
  inline: withMarkedSpans,
  tr_open: withMarkedSpans,
};

import { isSceneSeparator, usualGap } from '#shared/text/scene-separator.ts';
import type { Block } from './block.ts';
import { paragraphBlock, separatorBlock } from './block.ts';
import type { Run } from './inline.ts';
import { tidyRuns } from './inline.ts';
import type { Removals } from './removals.ts';
import type { TextBlock } from './text-blocks.ts';

/** « [1] De l’époque. » is a note: `placeNotes` finds it. */
const noteBody = /^\s*\[(?:\d{1,4}|\*+)\]\s+\S/;
const verseLineLength = 65;

/** Paragraphs of a chapter; notices of illustrations are removed and counted. */
export function textParagraphs(blocks: readonly TextBlock[], removed: Removals): Block[] {
  const story: Block[] = [];
  const gaps = blocks.slice(1).map(({ before }) => before);
  // Where lines are paragraphs, a rare blank one parts scenes.
  const usual = gaps.includes(0) ? usualGap(gaps) : Infinity;
  for (const [index, block] of blocks.entries()) {
    const text = joinLines(block.lines);
    if (index > 0 && block.before > usual) story.push(separatorBlock());
    if (isSceneSeparator(text)) story.push(separatorBlock());
    else if (/^\[(?:illustration|image)\b[^\]]*\]$/i.test(text)) removed.images += 1;
    else for (const paragraph of paragraphs(block, text)) story.push(paragraph);
  }
  return story;
}

function paragraphs(block: TextBlock, text: string): Block[] {
  const verse =
    block.indented &&
    block.lines.length > 1 &&
    !noteBody.test(block.lines[0] ?? '') &&
    block.lines.every((line) => line.trim().length <= verseLineLength);
  const source = verse ? block.lines.map((line) => line.trim()).join('\n') : text;
  return tidyRuns(emphasisRuns(typographic(source))).map((runs) => paragraphBlock(runs, verse));
}

/**
 * Joins hard-wrapped lines. A hyphen at the end of a line belongs to the word (Gutenberg texts
 * break only there); a double dash is joined without a space, as within a line.
 */
function joinLines(lines: readonly string[]): string {
  const parts: string[] = [];
  let end = '';
  for (const raw of lines) {
    const line = raw.trim();
    const closes = /[\p{L}\p{N}]-$/u.test(end) && /^\p{L}/u.test(line);
    const dash = /\S--$/.test(end) && !/\s--$/.test(end);
    if (parts.length > 0 && !closes && !dash) parts.push(' ');
    parts.push(line);
    end = line.slice(-4);
  }
  return parts.join('');
}

/** Two ASCII hyphens are a dash; at the start of dialogue a space follows it. */
function typographic(text: string): string {
  return text.replace(/^(\s*[«"]?\s*)--+\s*/gm, '$1— ').replace(/(?<!-)--(?!-)/g, '—');
}

const emphasised = /(?<![\p{L}\p{N}])_([^_]{1,2000})_/gu;
const pairedUnderscores = /_([^_]*)_/g;

/**
 * `_word_` is emphasis in Project Gutenberg texts; a line break is preserved. Paired
 * underscores count even when one is misplaced (« le_Pharaon_ »).
 */
function emphasisRuns(text: string): Run[] {
  const runs: Run[] = [];
  const add = (part: string, em: string | null): void => {
    for (const [index, line] of part.split('\n').entries()) {
      if (index > 0) runs.push({ kind: 'break' });
      runs.push({ kind: 'text', text: line, em, strong: null });
    }
  };
  let last = 0;
  const plain = text.replaceAll('__', '');
  const inPairs = plain.split('_').length % 2 === 1;
  for (const match of plain.matchAll(inPairs ? pairedUnderscores : emphasised)) {
    const glued = inPairs && /[\p{L}\p{N}]/u.test(plain.charAt(match.index - 1));
    const opens = glued && /^\p{L}/u.test(match[1] ?? '') ? ' ' : '';
    add(plain.slice(last, match.index) + opens, null);
    add(match[1] ?? '', '');
    last = match.index + match[0].length;
  }
  add(plain.slice(last), null);
  return runs;
}

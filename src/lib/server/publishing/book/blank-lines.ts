import { usualGap } from '#shared/text/scene-separator.ts';
import { separatorBlock, type Block } from './block.ts';
import type { Run } from './inline.ts';
import { isElement, isText, localName, walk, type Element } from './markup.ts';

/** A section with fewer gaps between paragraphs goes by the whole document. */
const enoughGaps = 3;
/** Spaces that do not collapse, and characters without a width. */
const visibleBlank = /[\u00a0\u200b\u2060\ufeff\u2000-\u200a\u202f\u3000]/;
const styleNames = new Set(['span', 'font', 'b', 'i', 'em', 'strong', 'u']);

/** How many blank lines some inline content without words is: a line break or a kept space is one. */
export function blankLinesOf(runs: readonly Run[]): number {
  const breaks = runs.filter(({ kind }) => kind === 'break').length;
  const isMeant = runs.some((run) => run.kind === 'text' && visibleBlank.test(run.text));
  return Math.max(breaks, isMeant ? 1 : 0);
}

/** Line breaks before the first word, and those after the last that leave a line blank. */
export function blankEdgesOf(runs: readonly Run[]): { before: number; after: number } {
  const isWord = (run: Run) =>
    run.kind !== 'break' && (run.kind !== 'text' || /[^\s\u200b\u2060]/.test(run.text));
  const last = runs.findLastIndex(isWord);
  const breaks = (part: readonly Run[]) => part.filter(({ kind }) => kind === 'break').length;
  const after = breaks(runs.slice(last + 1));
  return { before: breaks(runs.slice(0, runs.findIndex(isWord))), after: Math.max(0, after - 1) };
}

/** Whether a paragraph has nothing in it, not even a place that something leads to. */
export function isEmptyParagraph(element: Element): boolean {
  let isEmpty = true;
  walk(
    element,
    (node) => {
      if (isText(node)) isEmpty &&= node.data.trim() === '' && !visibleBlank.test(node.data);
      else if (isElement(node))
        isEmpty &&= styleNames.has(localName(node)) && node.attribs.id === undefined;
      return isEmpty;
    },
    () => undefined,
  );
  return isEmpty;
}

const isProse = ({ kind, verse, note, box, quote }: Block): boolean =>
  kind === 'paragraph' && !verse && note === 0 && box === 0 && quote === 0;

/** Whether a blank line between two blocks may part scenes: not within a poem or a title page. */
const mayPart = (one: Block, next: Block): boolean =>
  isProse(one) &&
  isProse(next) &&
  !(one.centered && next.centered) &&
  !(one.lines.length > 1 && next.lines.length > 1);

/**
 * Separators where there are more blank lines than are usual between the paragraphs of a section.
 * @param blanks how many stand before the block of each index
 */
export function withBlankLines(
  blocks: readonly Block[],
  blanks: ReadonlyMap<number, number>,
): Block[] {
  if (blanks.size === 0) return [...blocks];
  const gaps: { at: number; count: number; section: number }[] = [];
  let section = 0;
  for (const [at, block] of blocks.entries()) {
    const before = blocks[at - 1];
    if (block.kind === 'heading') section += 1;
    if (before && mayPart(before, block)) gaps.push({ at, count: blanks.get(at) ?? 0, section });
  }
  const usualOf = (some: typeof gaps) => usualGap(some.map(({ count }) => count));
  const whole = usualOf(gaps);
  const breaks = new Set<number>();
  for (const own of Map.groupBy(gaps, (gap) => gap.section).values()) {
    const usual = own.length < enoughGaps ? whole : usualOf(own);
    for (const { at, count } of own) if (count > usual) breaks.add(at);
  }
  return blocks.flatMap((block, at) =>
    breaks.has(at) ? [separatorBlock([], block.roles), block] : [block],
  );
}

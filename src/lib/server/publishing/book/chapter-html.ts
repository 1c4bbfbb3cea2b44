import { blocksToHtml } from './block.ts';
import { readBlocks } from './blocks.ts';
import { parseHtml } from './html-tree.ts';
import type { Removals } from './removals.ts';

export type { Removals } from './removals.ts';

/**
 * Reduces any HTML to the subset a chapter may hold: `p`, `em`, `strong`, `br`, `hr`,
 * `blockquote`, `h2`, `h3`, `ruby`/`rt`/`rp`, with `lang` and `class="verse"` only.
 * The output is written anew from text, never copied; cleaning it again changes nothing.
 * @returns one block per line, and what was left out
 */
export function cleanChapterHtml(html: string): { html: string; removed: Removals } {
  const { blocks, removed } = readBlocks(parseHtml(html));
  return { html: blocksToHtml(blocks), removed };
}

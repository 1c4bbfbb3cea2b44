import { parseDocument } from 'htmlparser2';
import { blocksToHtml } from './block.ts';
import { readBlocks } from './blocks.ts';
import { limits } from './refusals.ts';
import type { Removals } from './removals.ts';

export type { Removals } from './removals.ts';

/**
 * Reduces any HTML to the subset a chapter may hold: `p`, `em`, `strong`, `br`, `hr`,
 * `blockquote`, `h2`, `h3`, `ruby`/`rt`/`rp`, with `lang` and `class="verse"` only.
 * The output is written anew from text, never copied; cleaning it again changes nothing.
 * @returns one block per line, and what was left out
 */
export function cleanChapterHtml(html: string): { html: string; removed: Removals } {
  const source = isTooDeep(html) ? html.replace(/<[^<>]*>/g, ' ') : html;
  const { blocks, removed } = readBlocks(parseDocument(source));
  return { html: blocksToHtml(blocks), removed };
}

/** Depth as a careless count of tags: never below the true one by much, and linear. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const tag of html.matchAll(/<(\/?)[a-z][^<>]*?(\/?)>/gi)) {
    if (tag[1] === '/') depth = Math.max(0, depth - 1);
    else if (tag[2] !== '/' && !/^<(?:br|hr|img|meta|link|input|wbr|p|li|dd|dt)\b/i.test(tag[0]))
      depth += 1;
    if (depth > 2_000 + limits.markupDepth) return true;
  }
  return false;
}

import { blocksToHtml } from './block.ts';
import { readBlocks } from './blocks.ts';
import { parseHtml } from './html-tree.ts';
import type { NoteCall } from './note-source.ts';
import { linkOwnNotes } from './own-notes.ts';
import type { Removals } from './removals.ts';

export type { Removals } from './removals.ts';

/**
 * Reduces any HTML to the subset a chapter may contain: `p`, `em`, `strong`, `br`, `hr`,
 * `blockquote`, `h2`, `h3`, `ruby`/`rt`/`rp`, with `lang` and `class="verse"` only, notes, and what
 * `src/lib/shared/text/text-blocks.ts` describes.
 * The output is serialized from the text, never copied; cleaning is idempotent. What a user
 * typed stays as typed: conventions of printed books are not applied to it.
 * @returns one block per line, and what was left out
 */
export function cleanChapterHtml(html: string): { html: string; removed: Removals } {
  const calls: NoteCall[] = [];
  const { blocks, removed } = readBlocks(parseHtml(html), { calls, isTyped: true });
  const linked = linkOwnNotes(blocks, calls);
  removed.footnotes = linked.orphans;
  removed.noteMarks = linked.lostMarks;
  return { html: blocksToHtml(linked.blocks, linked.texts), removed };
}

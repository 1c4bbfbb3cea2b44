import { blocksToHtml, type Block } from './block.ts';
import { readBlocks } from './blocks.ts';
import { parseHtml } from './html-tree.ts';
import type { NoteTexts } from './inline.ts';
import { renderMarkdown } from './markdown.ts';
import type { NoteCall } from './note-source.ts';
import { linkOwnNotes } from './own-notes.ts';
import type { Removals } from './removals.ts';

/**
 * Blocks and notes of a chapter of our own archive. Like `cleanChapterHtml`, and unlike the reading
 * of a book, it guesses nothing.
 * @param calls the note references of the whole archive: those of this chapter are appended
 */
export function readOwnMarkdown(
  markdown: string,
  calls: NoteCall[] = [],
): { blocks: Block[]; notes: NoteTexts; removed: Removals } {
  const { blocks, removed } = readBlocks(parseHtml(renderMarkdown(markdown)), {
    calls,
    isTyped: true,
  });
  const linked = linkOwnNotes(blocks, calls);
  removed.footnotes = linked.orphans;
  removed.noteMarks = linked.lostMarks;
  return { blocks: linked.blocks, notes: linked.texts, removed };
}

/** The stored text of such a chapter. */
export function ownMarkdownToHtml(markdown: string): string {
  const { blocks, notes } = readOwnMarkdown(markdown);
  return blocksToHtml(blocks, notes);
}

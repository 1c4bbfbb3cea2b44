import { decoySelector } from '#shared/decoys.ts';
import { cutSentences } from './sentence-cuts.ts';

/** One utterance, and its range on the page. */
export type Sentence = { text: string; language: string; range: Range; block: HTMLElement };

type Piece = { node: Text; start: number };
type Block = { element: HTMLElement; text: string; pieces: Piece[] };

const blocks = 'p, h2, h3, blockquote';
/**
 * Decoys, which are invisible and silent, ruby text, and notes with their markers: a note is
 * read on request (`read-note.ts`).
 */
const unspoken = `${decoySelector},rt,rp,sup,.notes`;

/** The sentences of a chapter's text on the page, in order. */
export function findSentences(root: HTMLElement): Sentence[] {
  return findBlocks(root).flatMap((block) => {
    const language = block.element.closest<HTMLElement>('[lang]')?.lang || 'fr';
    return cutSentences(block.text, language).map(({ start, end }) => ({
      text: block.text.slice(start, end).replaceAll('\u00AD', '').replaceAll(/\s+/g, ' '),
      language,
      range: rangeOf(block, start, end),
      block: block.element,
    }));
  });
}

function findBlocks(root: HTMLElement): Block[] {
  const found: Block[] = [];
  const walker = document.createTreeWalker(
    root,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) =>
      node instanceof Element && node.matches(unspoken)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const last = found.at(-1);
    if (node instanceof HTMLBRElement && last) last.text += '\n';
    if (!(node instanceof Text)) continue;
    const element = node.parentElement?.closest<HTMLElement>(blocks) ?? root;
    const block = last?.element === element ? last : { element, text: '', pieces: [] };
    if (block !== last) found.push(block);
    block.pieces.push({ node, start: block.text.length });
    block.text += node.data;
  }
  return found;
}

function rangeOf({ pieces }: Block, start: number, end: number): Range {
  const range = document.createRange();
  const first = pieces.findLast((piece) => piece.start <= start);
  const last = pieces.findLast((piece) => piece.start < end);
  if (first) range.setStart(first.node, Math.min(start - first.start, first.node.length));
  if (last) range.setEnd(last.node, Math.min(end - last.start, last.node.length));
  return range;
}

import { decoySelector } from '#shared/text/decoys.ts';
import { markOf } from '#shared/text/text-mark.ts';
import { blocksOf, wordsOf } from '#browser/reader/place/place-in-text.ts';

/** A word of a paragraph, and how many characters that are no space are before it. */
export type ShownWord = { text: string; start: number; range: Range };

/** A paragraph of a chapter's text, named as a place names it, with its words as they are shown. */
export type ShownParagraph = { paragraph: number; mark: number; words: ShownWord[] };

/** What the words leave out: decoys, markers of notes, notes that are open. */
const left = `${decoySelector},sup:has(a,button),.note-box`;
/** Words do not go on over these. */
const parting = 'br,p,td,th,li,h2,h3,figure';

/** The paragraph of a chapter's text at an element; null where it has no words. */
export function readParagraph(text: HTMLElement, at: Element): ShownParagraph | null {
  const blocks = blocksOf(text);
  const paragraph = blocks.findIndex((block) => block.contains(at));
  const block = blocks[paragraph];
  const words = block ? readWords(block) : [];
  if (!block || words.length === 0) return null;
  return { paragraph, mark: markOf(wordsOf(block)), words };
}

function readWords(block: HTMLElement): ShownWord[] {
  const words: ShownWord[] = [];
  let ink = 0;
  let isOpen = false;
  const walker = document.createTreeWalker(
    block,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) =>
      node instanceof Element && node.matches(left)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (!(node instanceof Text)) {
      if ((node as Element).matches(parting)) isOpen = false;
      continue;
    }
    for (const { 0: piece, index } of node.data.matchAll(/\s+|\S+/g)) {
      if (/^\s/.test(piece)) {
        isOpen = false;
        continue;
      }
      const last = words.at(-1);
      const end = index + piece.length;
      if (isOpen && last) {
        last.text += piece;
        last.range.setEnd(node, end);
      } else {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, end);
        words.push({ text: piece, start: ink, range });
      }
      isOpen = true;
      ink += Array.from(piece).length;
    }
  }
  return words;
}

/** The index of the word at a point of the window; null for none. */
export function wordAt(words: readonly ShownWord[], x: number, y: number): number | null {
  const index = words.findIndex(({ range }) =>
    [...range.getClientRects()].some(
      ({ left: from, right, top, bottom }) => x >= from && x <= right && y >= top && y <= bottom,
    ),
  );
  return index === -1 ? null : index;
}

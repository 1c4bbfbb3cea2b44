import { decoySelector } from '#shared/text/decoys.ts';
import { asSpoken, spokenOfRuby } from './as-spoken.ts';
import { wordsOf } from '../place/place-in-text.ts';
import { cutSentences } from './sentence-cuts.ts';

/** One utterance, and its range on the page. */
export type Sentence = {
  /** As it is spoken, which is not always as it is written. */
  text: string;
  language: string;
  range: Range;
  block: HTMLElement;
  /** A separator or the end of a heading is heard before it, as a pause. */
  isAfterBreak: boolean;
};

type Piece = { node: Text; start: number };
type Block = {
  element: HTMLElement;
  text: string;
  pieces: Piece[];
  isAfterBreak: boolean;
  /** Its alternative text is the block's. */
  picture?: HTMLImageElement;
};

/** A table is read row by row, each cell by itself. */
const blocks = 'p, h2, h3, blockquote, th, td';
/**
 * Decoys, which are invisible and silent, ruby text, and notes with their markers: a note is
 * read on request (`read-note.ts`).
 */
const unspoken = `${decoySelector},rt,rp,sup,.notes`;

/** The sentences of a chapter's text on the page, in order. */
export function findSentences(root: HTMLElement): Sentence[] {
  let isBreak = false;
  return findBlocks(root).flatMap((block) => {
    const language = languageOf(block.element);
    const cuts = cutSentences(block.text, language);
    const isAfterBreak = isBreak || block.isAfterBreak;
    // A line of ornaments has no sentence, and separates as a rule does.
    isBreak = cuts.length === 0 ? isAfterBreak || block.text.trim() !== '' : isHeading(block);
    return cuts.map(({ start, end }, index) => ({
      text: asSpoken(block.text.slice(start, end), language),
      language,
      range: rangeOf(block, start, end),
      block: block.element,
      isAfterBreak: index === 0 && isAfterBreak,
    }));
  });
}

const languageOf = (element: Element): string =>
  element.closest<HTMLElement>('[lang]')?.lang || 'fr';

const isHeading = ({ element }: Block): boolean => /^h\d$/.test(element.localName);

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
  const spokenReadings = new Set<HTMLElement | undefined>();
  let isAfterBreak = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const last = found.at(-1);
    if (node instanceof HTMLBRElement && last) last.text += '\n';
    if (node instanceof HTMLHRElement) isAfterBreak = true;
    if (node instanceof HTMLImageElement) {
      const element = node.closest('figure') ?? root;
      found.push({ element, text: node.alt, pieces: [], isAfterBreak: true, picture: node });
      isAfterBreak = true;
    }
    if (!(node instanceof Text)) continue;
    const element = node.parentElement?.closest<HTMLElement>(blocks) ?? root;
    const block =
      last?.element === element && !isAfterBreak
        ? last
        : { element, text: '', pieces: [], isAfterBreak };
    if (block !== last) found.push(block);
    isAfterBreak = false;
    block.pieces.push({ node, start: block.text.length });
    const reading = readingOf(node);
    const spoken = spokenOfRuby(node.data, wordsOf(reading), languageOf(element));
    // A word may be in several pieces.
    if (spoken === node.data || !spokenReadings.has(reading)) block.text += spoken;
    if (spoken !== node.data) spokenReadings.add(reading);
  }
  return found;
}

/** The reading above a word. */
function readingOf(node: Text): HTMLElement | undefined {
  const readings = node.parentElement?.closest('ruby')?.querySelectorAll('rt') ?? [];
  return [...readings].find(
    (reading) => node.compareDocumentPosition(reading) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

function rangeOf({ pieces, picture }: Block, start: number, end: number): Range {
  const range = document.createRange();
  if (picture) range.selectNode(picture);
  const first = pieces.findLast((piece) => piece.start <= start);
  const last = pieces.findLast((piece) => piece.start < end);
  if (first) range.setStart(first.node, Math.min(start - first.start, first.node.length));
  if (last) range.setEnd(last.node, Math.min(end - last.start, last.node.length));
  return range;
}

/**
 * Blank lines between paragraphs, as programs write them: empty paragraphs, paragraphs of a line break or
 * of a space, line breaks between paragraphs. A rare one is a scene break, those everywhere are spacing.
 */
import { usualGap } from '#shared/text/scene-separator.ts';

/** What keeps a block in the text, or is named as dropped. */
export const content =
  'img, svg, math, video, audio, iframe, embed, input, button, hr, [data-note], [data-shown], [data-paste~=field]';
const blocks =
  'p, div, section, article, main, header, footer, aside, center, ul, ol, dl, table, blockquote, pre, hr, figure, h1, h2, h3, h4, h5, h6';
/** They may contain paragraphs of the text; other elements with paragraphs in them have their own spaces. */
const around =
  'div:not(.box, [data-paste~=inner-box]), section, article, main, header, footer, center, span, font, a, b, i, em, strong, u';
/** Paragraphs with a place or a form of their own: a blank line beside them is spacing. */
const apart = '.centered, .verse, [data-paste~=item], [data-paste~=centred], [data-paste~=right]';
const unseen = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a text has no character that is seen. */
export const isBlankText = (text: string): boolean => text.replaceAll(unseen, '') === '';

/** Whether an element shows nothing. */
const isBlankElement = (element: Element): boolean =>
  isBlankText(element.textContent) && !element.matches(content) && !element.querySelector(content);

/** A paragraph, another block, or what makes a line blank. */
type Line = { kind: 'paragraph' | 'other' } | { kind: 'blank'; node: Element };

/** @param body of a detached document. */
export function normalizeBlankLines(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll(':is(.box, blockquote) > p')) {
    const isOnly = paragraph.parentElement?.childElementCount === 1;
    if (isBlankElement(paragraph) && !isOnly) paragraph.remove();
  }
  for (const paragraph of body.querySelectorAll('p, div')) freeEdges(paragraph);
  const lines: Line[] = [];
  readLines(body, lines);
  const gaps = gapsOf(lines);
  const counts = gaps.map(({ length }) => length);
  const usual = usualGap(counts);
  // Where some paragraphs have no blank line between them, those of the others may mean something.
  let isUnclear = usual > 0 && counts.includes(0);
  for (const blanks of gaps) {
    const [first, ...more] = blanks;
    if (!first) continue;
    const isBreak = blanks.length > usual;
    const place = body.ownerDocument.createElement(isBreak ? 'hr' : 'p');
    // An empty paragraph parts the lines on its sides, and is dropped after (`withoutEmptyBlocks`).
    if (!isBreak && isUnclear) {
      place.append(named('blank', body));
      isUnclear = false;
    }
    first.replaceWith(place);
    for (const one of more) one.remove();
  }
  const between = new Set(gaps.flat());
  for (const line of lines) {
    if (line.kind === 'blank' && !between.has(line.node)) line.node.remove();
  }
}

function named(kind: string, { ownerDocument }: Element): Element {
  const place = ownerDocument.createElement('span');
  place.dataset.paste = kind;
  place.dataset.shown = '';
  return place;
}

/** Line breaks before the first word of a paragraph and after its last are blank lines beside it. */
function freeEdges(paragraph: Element): void {
  const breaks = [...paragraph.querySelectorAll('br')];
  if (breaks.length === 0 || isBlankElement(paragraph) || paragraph.querySelector(blocks)) return;
  if (paragraph.closest('td, th, li, pre, .box, blockquote')) return;
  const isEdge = (lineBreak: Element, isFirst: boolean): boolean => {
    const range = paragraph.ownerDocument.createRange();
    range.selectNodeContents(paragraph);
    if (isFirst) range.setEndBefore(lineBreak);
    else range.setStartAfter(lineBreak);
    const rest = paragraph.ownerDocument.createElement('p');
    rest.append(range.cloneContents());
    return isBlankElement(rest);
  };
  const words = breaks.findIndex((one) => !isEdge(one, true));
  const before = words === -1 ? breaks : breaks.slice(0, words);
  const last = breaks.findLastIndex((one) => !isEdge(one, false));
  const after = breaks.slice(Math.max(last + 1, before.length));
  const blank = (): Element => paragraph.ownerDocument.createElement('p');
  paragraph.before(...before.map(blank));
  // The first one after the words only ends their line.
  paragraph.after(...after.slice(1).map(blank));
  for (const one of [...before, ...after]) one.remove();
}

/** The blank lines between each paragraph and the next, where no other block is. */
function gapsOf(lines: readonly Line[]): Element[][] {
  const gaps: Element[][] = [];
  let blanks: Element[] | null = null;
  for (const line of lines) {
    if (line.kind === 'blank') blanks?.push(line.node);
    else {
      if (line.kind === 'paragraph' && blanks) gaps.push(blanks);
      blanks = line.kind === 'paragraph' ? [] : null;
    }
  }
  return gaps;
}

function readLines(parent: Element, lines: Line[]): void {
  /** Whether words outside of a paragraph go before, whose line the next line break ends. */
  let isInLine = false;
  for (const child of [...parent.childNodes]) {
    const isWords = child instanceof Text && !isBlankText(child.data);
    if (child instanceof Element && isLineBreak(child)) {
      if (!isInLine) lines.push({ kind: 'blank', node: child });
      else if (!isFollowedByWords(child)) {
        isInLine = false;
        child.remove();
      }
    } else if (child instanceof Element && isBlock(child)) {
      isInLine = false;
      if (child.querySelector(blocks) && child.matches(around)) readLines(child, lines);
      else readBlock(child, lines);
    } else if (isWords || (child instanceof Element && !isBlankElement(child))) {
      if (!isInLine) lines.push({ kind: 'paragraph' });
      isInLine = true;
    }
  }
}

const isBlock = (element: Element): boolean =>
  element.matches(blocks) || element.querySelector(blocks) !== null;

/** A line break, also in inline elements without anything else. */
const isLineBreak = (element: Element): boolean =>
  element.matches('br') ||
  (!isBlock(element) && element.querySelector('br') !== null && isBlankElement(element));

/** A line break between words is one of the paragraph. */
function isFollowedByWords({ nextSibling }: Element): boolean {
  let next = nextSibling;
  while (next instanceof Text && isBlankText(next.data)) next = next.nextSibling;
  return next !== null && !(next instanceof Element && (isLineBreak(next) || isBlock(next)));
}

function readBlock(block: Element, lines: Line[]): void {
  if (!block.matches('p, div, section, article')) lines.push({ kind: 'other' });
  else if (!isBlankElement(block)) {
    lines.push({ kind: block.matches(`${apart}, .box`) ? 'other' : 'paragraph' });
  } else if (block.matches('p') || block.querySelector('br') || block.textContent !== '') {
    lines.push({ kind: 'blank', node: block });
  }
}

import { decoySelector } from '#shared/decoys.ts';
import styles from '../../../styles/loose-lines.css?inline';
import { adoptStyles } from '../adopt-styles.ts';
import { holdPlace } from './hold-place.ts';

adoptStyles(styles);

/** The widest gap of a justified line, in normal spaces: what is looser is set ragged (decision 69). */
const widestGap = 2.5;

/** Where a loose line ends: the rest of `node` from `offset` on stands in the next line. */
type LineEnd = { node: Text; offset: number };

/**
 * Ends justified lines that would have too wide gaps as a paragraph's last line ends, unstretched.
 * Paragraphs are looked at when they come near the window, and again when the text is set otherwise.
 * No letter changes: the line's end is an empty element.
 */
export function followLooseLines(text: HTMLElement, signal: AbortSignal): void {
  const near = new IntersectionObserver(
    (entries) => {
      const shown = entries.filter(({ isIntersecting }) => isIntersecting);
      for (const { target } of shown) near.unobserve(target);
      const limitPixels = widestGap * spaceWidth(text);
      endLooseLines(
        shown.map(({ target }) => target),
        limitPixels,
      );
    },
    { rootMargin: '100%' },
  );
  const begin = () => {
    near.disconnect();
    const ends = text.querySelectorAll('.line-end');
    // Where the text is set otherwise by now, lines ended in their middles.
    if (ends.length > 0) holdPlace(() => ends.forEach((end) => end.remove()));
    for (const paragraph of text.querySelectorAll('p')) near.observe(paragraph);
  };
  let widthPixels = text.clientWidth;
  const resized = new ResizeObserver(() => {
    if (text.clientWidth === widthPixels) return;
    widthPixels = text.clientWidth;
    begin();
  });
  resized.observe(text);
  document.addEventListener('reader-preferences', begin, { signal });
  document.fonts.addEventListener('loadingdone', begin, { signal });
  // Letters that were loaded before the page took them (letters.ts): no loading is done then.
  document.addEventListener('site-letters', begin, { signal });
  signal.addEventListener('abort', () => {
    near.disconnect();
    resized.disconnect();
  });
  begin();
}

/** All are measured before one is changed: each change would lay out the text again. */
function endLooseLines(paragraphs: readonly Element[], limitPixels: number): void {
  const ends = paragraphs.flatMap((paragraph) => looseLineEnds(paragraph, limitPixels));
  // From the last one on: a node that is split keeps its first part.
  for (const { node, offset } of ends.reverse()) {
    const end = document.createElement('span');
    end.className = 'line-end';
    (offset === 0 ? node : node.splitText(offset)).before(end);
  }
}

function looseLineEnds(paragraph: Element, limitPixels: number): LineEnd[] {
  if (getComputedStyle(paragraph).textAlign !== 'justify') return [];
  const ends: LineEnd[] = [];
  let isLoose = false;
  let line: number | null = null;
  for (const { node, offset, top, width } of marksOf(paragraph)) {
    if (line !== null && top !== line && isLoose) ends.push({ node, offset });
    if (top !== line) isLoose = false;
    line = top;
    if (width > limitPixels) isLoose = true;
  }
  return ends;
}

/**
 * Spaces with their line and width, and the letters where a line may begin: not within a word that a
 * browser has broken, whose hyphen would go.
 */
function* marksOf(paragraph: Element) {
  const range = new Range();
  let last = ' ';
  for (const node of textsOf(paragraph)) {
    const before = last;
    last = node.data.at(-1) ?? last;
    for (const { index, 0: mark } of node.data.matchAll(/ |(?<=[ \u2010–—-]|^)[^ ]/g)) {
      if (index === 0 && mark !== ' ' && !/[ \u2010–—-]/.test(before)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const [rectangle] = range.getClientRects();
      // A space at a line's end has no width.
      if (!rectangle || (mark === ' ' && rectangle.width === 0)) continue;
      const middle = Math.round(rectangle.top + rectangle.height / 2);
      yield { node, offset: index, top: middle, width: mark === ' ' ? rectangle.width : 0 };
    }
  }
}

function textsOf(paragraph: Element): Text[] {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!node.parentElement?.closest(`${decoySelector},sup,rt`)) texts.push(node);
  }
  return texts;
}

/** In pixels. Not by a canvas, which may not have a stand-in's `size-adjust` at first. */
function spaceWidth(text: HTMLElement): number {
  const probe = document.createElement('span');
  probe.className = 'space-probe';
  probe.textContent = ' ';
  text.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return width;
}

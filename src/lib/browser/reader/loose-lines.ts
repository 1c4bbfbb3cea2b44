import { decoySelector } from '#shared/decoys.ts';
import styles from '../../../styles/loose-lines.css?inline';
import { adoptStyles } from '../adopt-styles.ts';
import { holdPlace } from './hold-place.ts';

adoptStyles(styles);

/** The widest gap of a justified line, in normal spaces: what is looser ends before the margin (decision 69). */
const widestGap = 2.5;

/** How often a paragraph is measured: from the second time on, lines are broken by force. */
const triesMax = 4;

/** A sign of the text: a gap of its line, the space at a line's end, or the first of a word. */
type Mark = {
  kind: 'gap' | 'end' | 'word';
  node: Text;
  offset: number;
  top: number;
  width: number;
};

/** Where a loose line ends, and how much it is shorter; 0 where it is broken there by force. */
type LineEnd = Pick<Mark, 'kind' | 'node' | 'offset'> & { shortPixels: number };

/**
 * Stretches justified lines that would have too wide gaps only so far: they end before the margin.
 * Paragraphs are looked at when they come near the window, and again when the text is set otherwise.
 * No letter changes, and no other line moves: the line's end is an empty element with a padding.
 */
export function followLooseLines(text: HTMLElement, signal: AbortSignal): void {
  const near = new IntersectionObserver(
    (entries) => {
      const shown = entries.filter(({ isIntersecting }) => isIntersecting);
      for (const { target } of shown) near.unobserve(target);
      mend(
        shown.map(({ target }) => target),
        widestGap * spaceWidth(text),
      );
    },
    { rootMargin: '100%' },
  );
  const begin = () => {
    near.disconnect();
    const set = new Set([...text.querySelectorAll('.line-end')].map((one) => one.closest('p')));
    // Where the text is set otherwise by now, lines ended in their middles.
    if (set.size > 0) holdPlace(() => set.forEach(clear));
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
  signal.addEventListener('abort', () => {
    near.disconnect();
    resized.disconnect();
  });
  begin();
}

/** A line that is loose although it was made shorter is broken by force. */
function mend(paragraphs: readonly Element[], limitPixels: number): void {
  let left = paragraphs;
  for (let tries = 0; tries < triesMax && left.length > 0; tries++) {
    left = endLooseLines(left, limitPixels, tries > 0);
  }
}

/** The paragraph as it was. */
function clear(paragraph: Element | null): void {
  for (const element of paragraph?.querySelectorAll('.line-end') ?? []) element.remove();
  paragraph?.normalize();
}

/**
 * All are measured before one is changed: each change would lay out the text again.
 * @param isForced breaks the lines instead: they are loose although they were made shorter.
 * @returns those that were changed.
 */
function endLooseLines(
  paragraphs: readonly Element[],
  limitPixels: number,
  isForced: boolean,
): Element[] {
  const measured = paragraphs.map((one) => [one, looseLineEnds(one, limitPixels)] as const);
  for (const [, ends] of measured) {
    // From the last one on: a node that is split keeps its first part.
    for (const { node, offset, shortPixels, kind } of ends.reverse()) {
      const end = document.createElement('span');
      const isShort = shortPixels > 0 && !isForced;
      end.classList.add('line-end', isShort ? kind : 'forced');
      if (isShort) end.style.paddingInlineStart = `${shortPixels}px`;
      // A space before it stays in the accessibility tree; one after it would begin the next line.
      const at = isShort || kind === 'word' ? offset : offset + 1;
      (at === 0 ? node : node.splitText(at)).before(end);
    }
  }
  return measured.filter(([, ends]) => ends.length > 0).map(([paragraph]) => paragraph);
}

function looseLineEnds(paragraph: Element, limitPixels: number): LineEnd[] {
  if (getComputedStyle(paragraph).textAlign !== 'justify') return [];
  const ends: LineEnd[] = [];
  let gaps: number[] = [];
  let line: number | null = null;
  let last: Mark | null = null;
  let word: Mark | null = null;
  for (const mark of marksOf(paragraph)) {
    if (mark.kind !== 'end' && line !== null && mark.top !== line) {
      // Before a decoy, the space at a line's end has a width.
      const isAtSpace = mark.kind === 'word' && last !== null && last.kind !== 'word';
      if (isAtSpace && last?.kind === 'gap') gaps.pop();
      const shortPixels = excessOf(gaps, limitPixels * 0.97);
      const isLoose = Math.max(...gaps) > limitPixels;
      if (isLoose && isAtSpace && last) ends.push({ ...last, shortPixels });
      else if (isLoose && mark.kind === 'word') ends.push({ ...mark, shortPixels });
      // Within a word that the browser has broken: that goes to the next line.
      else if (isLoose && word) ends.push({ ...word, shortPixels: 0 });
      gaps = [];
    }
    if (mark.kind !== 'end') line = mark.top;
    if (mark.kind === 'gap') gaps.push(mark.width);
    if (mark.kind === 'word') word = mark;
    last = mark;
  }
  return ends;
}

/** How much a line has to be shorter for its gaps to be as wide as `limitPixels`. */
const excessOf = (gaps: readonly number[], limitPixels: number): number =>
  gaps.reduce((sum, width) => sum + Math.max(0, width - limitPixels), 0);

/**
 * The gaps of lines, the spaces at their ends, and the letters where a line may begin: those after a
 * space or a dash, not within a word that a browser has broken, whose hyphen would go.
 */
function* marksOf(paragraph: Element): Generator<Mark> {
  const range = new Range();
  let before = ' ';
  for (const node of textsOf(paragraph)) {
    for (const { index, 0: sign } of node.data.matchAll(
      /[ \u00A0]|(?<=[ \u2010–—-]|^)[^ \u00A0]/g,
    )) {
      const isSpace = /[ \u00A0]/.test(sign);
      const isInWord = index === 0 && !isSpace && !/[ \u2010–—-]/.test(before);
      if (isInWord) continue;
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const rectangle = range.getClientRects()[0] ?? new DOMRect();
      const { width, height } = rectangle;
      if (height === 0 && !isSpace) continue;
      yield {
        ...{ node, offset: index, width, top: Math.round(rectangle.top + height / 2) },
        kind: !isSpace ? 'word' : width > 0 ? 'gap' : 'end',
      };
    }
    before = node.data.at(-1) ?? before;
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

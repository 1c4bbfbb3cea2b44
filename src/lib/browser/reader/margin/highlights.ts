/** The reader's highlights on the page: the browser's own, which are no part of the document. */
import type { HighlightBody } from '#shared/contracts/margin.ts';
import { highlightColours } from '#shared/reading/margin.ts';
import { findSpans, rangeOf, type Span } from './passages.ts';

type Drawn = { highlight: HighlightBody; span: Span };

/** Those on the page, and where. */
let drawn: Drawn[] = [];

export const highlightAt = (isThere: (span: Span) => boolean): Drawn | null =>
  drawn.find(({ span }) => isThere(span)) ?? null;

export function drawHighlights(text: HTMLElement, highlights: readonly HighlightBody[]): void {
  const spans = findSpans(text, highlights);
  drawn = highlights.flatMap((highlight, index) => {
    const span = spans[index];
    return span ? [{ highlight, span }] : [];
  });
  if (!('highlights' in CSS)) {
    markBlocks(text);
    return;
  }
  for (const colour of highlightColours) {
    setHighlight(colour, ({ highlight }) => highlight.colour === colour);
  }
  setHighlight('note', ({ highlight }) => highlight.note !== '');
}

function setHighlight(name: string, isOf: (one: Drawn) => boolean): void {
  const ranges = drawn.filter(isOf).map(({ span }) => rangeOf(span));
  CSS.highlights.set(`margin-${name}`, new Highlight(...ranges));
}

/** The passage in question, while its menu is open. */
let chosen: Span | null = null;

export function markChosen(span: Span): void {
  chosen = span;
  if ('highlights' in CSS) CSS.highlights.set('margin-chosen', new Highlight(rangeOf(span)));
}

/** Unless another one is in question by now. */
export function unmarkChosen(span: Span): void {
  if (chosen === span && 'highlights' in CSS) CSS.highlights.delete('margin-chosen');
}

export function eraseHighlights(): void {
  drawn = [];
  if (!('highlights' in CSS)) return;
  // Not that of the voice.
  for (const name of [...highlightColours, 'note', 'chosen'])
    CSS.highlights.delete(`margin-${name}`);
}

/** Where the browser has no highlights: at the side of the paragraph. */
function markBlocks(text: HTMLElement): void {
  for (const block of text.querySelectorAll('[data-marked]')) block.removeAttribute('data-marked');
  for (const { span, highlight } of drawn) span.block.dataset.marked = highlight.colour;
}

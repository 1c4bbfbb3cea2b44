/** Draws what stands in the margin of a text: highlights, counts of comments, marks of the author's notes. */
import { highlightColours, type HighlightColour } from '#shared/reading/margin.ts';
import type { HighlightBody } from '#shared/contracts/margin.ts';
import { plural } from '#shared/site/formats.ts';
import styles from '../../../../styles/margin.css?inline';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { onChangeResult } from '#browser/offline/queue/send-queue.ts';
import { blocksOf, lineOf } from '../place/place-in-text.ts';
import { openBox } from '../text/notes.ts';
import { blocksBeen, isReadWhole } from './been.ts';
import { openCommentsOn } from './comments-on.ts';
import { listAtEnd } from './notes-at-end.ts';
import { $margin, loadMargin, shownChapter } from './margin-state.ts';
import { findSpans, rangeOf, type Span } from './passages.ts';

adoptStyles(styles);

/** The highlights on the page, where they are. */
let drawn: { highlight: HighlightBody; span: Span }[] = [];

export const highlightAt = (is: (span: Span) => boolean): HighlightBody | null =>
  drawn.find(({ span }) => is(span))?.highlight ?? null;

/** Draws the margin of a text, and what changes in it, until the signal aborts. */
export function drawMargin(text: HTMLElement, signal: AbortSignal): void {
  const chapterId = shownChapter();
  const isReadBefore = isReadWhole(chapterId);
  const draw = () => {
    const margin = $margin.get();
    if (margin?.chapterId !== chapterId) return;
    const spans = findSpans(text, margin.highlights);
    drawn = margin.highlights.flatMap((highlight, index) => {
      const span = spans[index];
      return span ? [{ highlight, span }] : [];
    });
    drawHighlights(text);
    drawMarks(text, isReadBefore);
  };
  const stop = $margin.listen(draw);
  const ignore = onChangeResult(({ subject, isTaken }) => {
    if (subject.startsWith('highlight:') && !isTaken) void loadMargin(chapterId);
  });
  // A count comes into sight where the reader comes to its paragraph.
  const watcher = new IntersectionObserver(() => drawMarks(text, isReadBefore));
  const begin = () => {
    for (const block of blocksOf(text)) watcher.observe(block);
  };
  signal.addEventListener('abort', () => {
    stop();
    ignore();
    watcher.disconnect();
    drawn = [];
    if ('highlights' in CSS) CSS.highlights.clear();
  });
  void loadMargin(chapterId).then(() => {
    if (signal.aborted) return;
    if (text.closest('[data-margin]')) begin();
    if (text.closest('[data-margin]') && !isReadBefore) listAtEnd(text, signal);
  });
}

const nameOf = (colour: HighlightColour | 'note') => `margin-${colour}`;

/** By the browser's own highlights, which are no part of the document; else at the side of the paragraph. */
function drawHighlights(text: HTMLElement): void {
  const groups = [
    ...highlightColours.map(
      (colour) => [colour, drawn.filter((one) => one.highlight.colour === colour)] as const,
    ),
    ['note', drawn.filter((one) => one.highlight.note !== '')] as const,
  ];
  for (const [name, those] of groups) {
    if ('highlights' in CSS) {
      CSS.highlights.set(nameOf(name), new Highlight(...those.map(({ span }) => rangeOf(span))));
    }
  }
  if ('highlights' in CSS) return;
  for (const block of text.querySelectorAll('[data-marked]')) block.removeAttribute('data-marked');
  for (const { span, highlight } of drawn) span.block.dataset.marked = highlight.colour;
}

/** Beside paragraphs where the reader has been; one that is there is not drawn anew. */
function drawMarks(text: HTMLElement, showsNotes: boolean): void {
  const margin = $margin.get();
  if (!margin) return;
  const been = new Set(blocksBeen(text));
  const counts = new Map<
    HTMLElement,
    { places: { paragraph: number; mark: number }[]; count: number }
  >();
  for (const { place, count } of margin.comments) {
    const block = lineOf(text, place)?.block;
    if (!block || !been.has(block)) continue;
    const there = counts.get(block) ?? { places: [], count: 0 };
    counts.set(block, { places: [...there.places, place], count: there.count + count });
  }
  for (const [block, { places, count }] of counts) {
    const words = `${plural(count, 'commentaire')} sur ce paragraphe`;
    stand(block, 'comments', String(count), words, () => openCommentsOn(text, block, places));
  }
  const notes = showsNotes || margin.mayNote ? margin.notes : [];
  const noted = new Map<HTMLElement, string[]>();
  for (const { place, text: words } of notes) {
    const block = lineOf(text, place)?.block;
    if (block) noted.set(block, [...(noted.get(block) ?? []), words]);
  }
  for (const [block, words] of noted) {
    stand(block, 'note', '*', 'Note de l’auteur sur ce paragraphe', (button) =>
      showNotes(button, words),
    );
  }
  for (const mark of text.querySelectorAll<HTMLElement>('.beside')) {
    const block = mark.parentElement;
    const all = mark.dataset.kind === 'note' ? noted : counts;
    if (!block || !all.has(block)) mark.remove();
  }
}

/**
 * A button in the margin of a paragraph. In a `sup`, as markers of notes are: it is no word of the text
 * for places, voices and names.
 */
function stand(
  block: HTMLElement,
  kind: 'comments' | 'note',
  sign: string,
  label: string,
  onPress: (button: HTMLElement) => void,
): void {
  const there = block.querySelector<HTMLElement>(`:scope > .beside[data-kind="${kind}"]`);
  const mark = there ?? document.createElement('sup');
  mark.className = 'beside';
  mark.dataset.kind = kind;
  const button = document.createElement('button');
  button.type = 'button';
  button.append(sign);
  button.ariaLabel = label;
  button.addEventListener('click', (event) => {
    // The text would take it for a press on itself.
    event.stopPropagation();
    onPress(button);
  });
  if (there?.firstElementChild?.ariaLabel === label) return;
  mark.replaceChildren(button);
  if (!there) block.append(mark);
}

function showNotes(at: HTMLElement, notes: readonly string[]): void {
  const box = document.createElement('div');
  box.role = 'dialog';
  box.ariaLabel = 'Note de l’auteur';
  for (const words of notes) {
    const paragraph = document.createElement('p');
    paragraph.append(words);
    paragraph.dir = 'auto';
    box.append(paragraph);
  }
  at.after(box);
  openBox(box, at, []);
}

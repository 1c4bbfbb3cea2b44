/** Buttons in the margin of paragraphs: how many comments they have, and the author's notes. */
import type { MarginBody, MarginNoteBody } from '#shared/contracts/margin.ts';
import { authorNoteLabel } from '#shared/text/author-note.ts';
import { plural } from '#shared/site/formats.ts';
import { blocksOf } from '../place/place-in-text.ts';
import { blocksBeen } from './been.ts';
import { openCommentsOn } from './comments-on.ts';
import { findBlocks } from './passages.ts';

/** By block. */
let counts = new Map<HTMLElement, MarginBody['comments']>();
let notes = new Map<HTMLElement, MarginNoteBody[]>();
/** Those whose count is drawn as it is now. */
let stood = new WeakSet<Element>();
/** Blocks in sight: Tab goes by their buttons alone. */
let inSight = new WeakSet<Element>();

export const commentsOf = (block: HTMLElement) => counts.get(block) ?? [];
export const notesOf = (block: HTMLElement) => notes.get(block) ?? [];

export function drawBeside(
  text: HTMLElement,
  comments: MarginBody['comments'],
  ofAuthor: readonly MarginNoteBody[],
): void {
  counts = groupByBlock(text, comments);
  notes = groupByBlock(text, ofAuthor);
  stood = new WeakSet();
  for (const mark of text.querySelectorAll<HTMLElement>('.beside')) {
    const all = mark.dataset.kind === 'note' ? notes : counts;
    if (mark.parentElement && !all.has(mark.parentElement)) mark.remove();
  }
  reveal(text);
}

/** Buttons come into sight where the reader comes to their paragraphs. */
export function watchBlocks(text: HTMLElement, signal: AbortSignal): void {
  inSight = new WeakSet();
  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) inSight.add(target);
      else inSight.delete(target);
      setTabStops(target);
    }
    reveal(text);
  });
  for (const block of blocksOf(text)) watcher.observe(block);
  signal.addEventListener('abort', () => {
    watcher.disconnect();
    counts.clear();
    notes.clear();
  });
}

/** Draws those of paragraphs where the reader has been; one that is there is not drawn anew. */
function reveal(text: HTMLElement): void {
  if (counts.size + notes.size === 0) return;
  const been = new Set(blocksBeen(text));
  for (const [block, comments] of counts) {
    if (stood.has(block) || !been.has(block)) continue;
    stood.add(block);
    const count = comments.reduce((sum, one) => sum + one.count, 0);
    const label = `${plural(count, 'commentaire')} sur ce paragraphe`;
    stand(block, 'comments', { sign: String(count), label }, () => {
      const places = commentsOf(block).map(({ place }) => place);
      openCommentsOn(text, block, places);
    });
  }
  for (const block of notes.keys()) {
    const label = `${authorNoteLabel} sur ce paragraphe`;
    stand(
      block,
      'note',
      { sign: '*', label },
      (button) =>
        void import('./show-notes.ts').then((shown) => shown.showNotes(button, notesOf(block))),
    );
  }
}

function groupByBlock<One extends Pick<MarginNoteBody, 'place'>>(
  text: HTMLElement,
  all: readonly One[],
): Map<HTMLElement, One[]> {
  const blocks = findBlocks(
    text,
    all.map(({ place }) => place),
  );
  const grouped = new Map<HTMLElement, One[]>();
  all.forEach((one, index) => {
    const block = blocks[index];
    if (block) grouped.set(block, [...(grouped.get(block) ?? []), one]);
  });
  return grouped;
}

/**
 * A button in the margin of a paragraph. In a `sup`, as markers of notes are: it is no word of the text
 * for places, voices and names.
 */
function stand(
  block: HTMLElement,
  kind: 'comments' | 'note',
  { sign, label }: { sign: string; label: string },
  onPress: (button: HTMLElement) => void,
): void {
  const there = block.querySelector<HTMLElement>(`:scope > .beside[data-kind="${kind}"]`);
  if (there?.firstElementChild?.ariaLabel === label) return;
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
  mark.replaceChildren(button);
  if (!there) block.append(mark);
  setTabStops(block);
}

function setTabStops(block: Element): void {
  for (const button of block.querySelectorAll<HTMLElement>(':scope > .beside > button')) {
    button.tabIndex = inSight.has(block) ? 0 : -1;
  }
}

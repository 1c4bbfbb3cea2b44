/** Notes that open in place, next to their markers. Loaded if a text has some. */
import { pauseRequest } from '../speech/pause-request.ts';

const markers = 'a[role="doc-noteref"]';
const waysBack = 'a[role="doc-backlink"]';
/** Between a marker and its note, and between a note and the window's edge, in pixels. */
const gapPixels = 8;

/**
 * Opens a note where its marker is pressed, instead of going to the chapter's end. It closes with
 * Escape, its button, or a click elsewhere, and the focus returns to the marker. A click for a new
 * tab or window, and browsers without popovers, follow the link. The link back below a note leads
 * to its marker, and leaves the address unchanged.
 */
export function openNotesInPlace(text: HTMLElement, signal: AbortSignal): void {
  if (!('popover' in text)) return;
  /** A click on the marker of an open note closes it, and does not reopen it. */
  let closing: Element | null = null;
  const linkAt = ({ target }: Event, kind: string) =>
    target instanceof Element ? target.closest<HTMLAnchorElement>(kind) : null;
  text.addEventListener(
    'pointerdown',
    (event) => {
      const marker = linkAt(event, markers);
      closing = marker?.nextElementSibling?.matches(':popover-open') ? marker : null;
    },
    { signal },
  );
  text.addEventListener(
    'click',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const marker = linkAt(event, markers);
      const wayBack = linkAt(event, waysBack);
      const origin = wayBack && text.querySelector<HTMLElement>(wayBack.hash);
      if (origin) {
        event.preventDefault();
        origin.scrollIntoView({ block: 'center' });
        origin.focus({ preventScroll: true });
      }
      const note = marker ? text.querySelector(marker.hash) : null;
      if (!marker || !note) return;
      event.preventDefault();
      if (closing !== marker) openNote(text, marker, note);
      closing = null;
    },
    { signal },
  );
}

function openNote(text: HTMLElement, marker: HTMLAnchorElement, note: Element): void {
  const box = document.createElement('div');
  box.role = 'doc-footnote';
  box.ariaLabel = marker.ariaLabel;
  const words = document.createElement('div');
  words.append(...[...note.querySelectorAll(':scope > p')].map((part) => part.cloneNode(true)));
  box.append(words);
  const closed = new AbortController();
  // Right after the marker, so that Tab continues from there.
  marker.after(box);
  openBox(box, marker, listenKey(text, words, closed.signal), closed);
  marker.ariaExpanded = 'true';
  closed.signal.addEventListener('abort', () => {
    marker.ariaExpanded = null;
    // The browser returns the focus, except after a click on something not focusable.
    if (document.activeElement === document.body) marker.focus({ preventScroll: true });
  });
}

type Place = Pick<Element, 'getBoundingClientRect'>;

/**
 * Opens a box that is in the page over the text, at a marker or a word, and aborts `closed` when it
 * closes, as notes do. @param keys its buttons before “Fermer”
 */
export function openBox(
  box: HTMLElement,
  at: Place,
  keys: readonly HTMLElement[],
  closed = new AbortController(),
): void {
  box.className = 'note-box';
  box.popover = 'auto';
  box.tabIndex = -1;
  const line = document.createElement('p');
  line.className = 'note-keys';
  line.append(
    ...keys,
    key('Fermer', () => box.hidePopover()),
  );
  box.append(line);
  box.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open') return;
    box.remove();
    closed.abort();
  });
  box.addEventListener('focusout', ({ relatedTarget }) => {
    const isLeft = relatedTarget instanceof Node && !box.contains(relatedTarget);
    if (isLeft && box.matches(':popover-open')) box.hidePopover();
  });
  // A click in the box must not count as one on the text, which would show the control bar.
  box.addEventListener('click', (event) => event.stopPropagation());
  box.showPopover();
  place(box, at);
  addEventListener('resize', () => place(box, at), { signal: closed.signal });
  box.focus({ preventScroll: true });
}

/** Reads the note aloud, if the browser supports it; the chapter's own reading pauses. */
function listenKey(text: HTMLElement, words: HTMLElement, closed: AbortSignal): HTMLElement[] {
  if (!('speechSynthesis' in window)) return [];
  const listen = key('Écouter la note', () => {
    text.dispatchEvent(new Event(pauseRequest));
    void reading.then(({ toggle }) => toggle());
  });
  const show = (isPlaying: boolean) => {
    listen.textContent = isPlaying ? 'Arrêter' : 'Écouter la note';
  };
  const reading = import('../speech/read-note.ts').then(({ readNote }) => {
    const made = readNote(words, text.lang || 'fr', show);
    closed.addEventListener('abort', made.stop);
    return made;
  });
  return [listen];
}

/** A button of a box. */
export function key(label: string, onPress: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', onPress);
  return button;
}

/**
 * Below the marker, above it if there is no room; positioned on the page, so that it scrolls with
 * the text.
 */
function place(box: HTMLElement, marker: Place): void {
  const { left, right, top, bottom } = marker.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const { clientWidth, clientHeight } = document.documentElement;
  const leftMax = clientWidth - width - 2 * gapPixels;
  const middle = (left + right - width) / 2;
  const isBelow = bottom + gapPixels + height <= clientHeight || top < gapPixels + height;
  box.style.left = `${scrollX + Math.max(2 * gapPixels, Math.min(middle, leftMax))}px`;
  box.style.top = `${scrollY + (isBelow ? bottom + gapPixels : top - gapPixels - height)}px`;
}

import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored } from '../storage.ts';

/**
 * Events that copy a text. Zoom, find-in-page, links, screen readers and other keys keep
 * working.
 */
const takes = ['copy', 'cut', 'contextmenu', 'dragstart', 'selectstart'] as const;

/**
 * Keeps a chapter's text from being copied, cut, dragged, selected or printed, and watermarks it
 * with the reader's name (specification, section 2; design section 9). The stored role `admin` is
 * exempt. CSS has the part that works without JavaScript.
 */
export function protectText(text: HTMLElement, signal: AbortSignal): void {
  // Whoever is not known has neither name nor role.
  const person = readStored(storageKeys.sessionSummary);
  if (person) {
    void import('./watermark.ts').then(
      (watermark) => watermark.markText(text, signal),
      () => undefined,
    );
  }
  // As `JSON.stringify` writes it; a name cannot have this in it, whose quotes it escapes.
  if (person?.includes('"role":"admin"')) return;
  const keep = (event: Event) => {
    if (isAbout(text, event)) event.preventDefault();
  };
  for (const kind of takes) document.addEventListener(kind, keep, { signal });
}

/**
 * Whether the event or the selection's start or end is in the text. The rest of the page may be
 * copied: CSS keeps the text out of that.
 */
function isAbout(text: HTMLElement, { type, target }: Event): boolean {
  const selection = type === 'copy' ? getSelection() : null;
  const isInField = target instanceof Element && target.closest('input,textarea');
  const ends = isInField ? [target] : [target, selection?.anchorNode, selection?.focusNode];
  return ends.some((node) => node instanceof Node && text.contains(node));
}

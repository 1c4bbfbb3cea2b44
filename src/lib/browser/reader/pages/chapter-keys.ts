import { isInWideTable, isZoomedIn } from './on-page.ts';

/**
 * Arrow left opens the previous chapter when the chapter's number is above 1, arrow right the
 * next one (specification, section 2). Not by a held key, while typing, in a dialog, in a widget with keys of
 * its own, or with a modifier that the browser uses itself.
 */
export function turnWithArrow(event: KeyboardEvent): void {
  if (
    event.defaultPrevented ||
    event.repeat ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey
  ) {
    return;
  }
  const direction = { ArrowLeft: 'previous', ArrowRight: 'next' }[event.key];
  if (!direction || isElsewhere(event.target)) return;
  neighbourLink(direction)?.click();
}

/** The link to the next chapter or, from the second on, to the previous one. */
export function neighbourLink(direction: string): HTMLAnchorElement | null {
  const chapter = document.querySelector<HTMLElement>('[data-chapter-number]');
  if (direction === 'previous' && Number(chapter?.dataset.chapterNumber) <= 1) return null;
  return document.querySelector(`[data-turn="${direction}"]`);
}

/** Whether a key belongs to what has the focus, or moves what is zoomed in. */
export function isElsewhere(target: EventTarget | null): boolean {
  if (isZoomedIn() || document.querySelector('dialog[open]')) return true;
  return (
    target instanceof Element &&
    (isInWideTable(target) ||
      target.closest(
        'input,textarea,select,[contenteditable],[role="slider"],audio,video,' +
          '.challenge,.read-aloud,.reader-questions,.note-box',
      ) !== null)
  );
}

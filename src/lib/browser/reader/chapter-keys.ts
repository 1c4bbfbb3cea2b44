/**
 * Arrow left opens the previous chapter when the chapter's number is above 1, arrow right the
 * next one (specification, section 2). Not by a held key, while typing, in a dialog, in a widget with keys of
 * its own, or with a modifier that the browser uses itself.
 */
export function turnPagesWithArrows(): void {
  document.addEventListener('keydown', (event) => {
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
    openNeighbour(direction);
  });
}

/** Opens the next chapter or, from the second on, the previous one. */
export function openNeighbour(direction: string): void {
  const chapter = document.querySelector<HTMLElement>('[data-chapter-number]');
  if (direction === 'previous' && Number(chapter?.dataset.chapterNumber) <= 1) return;
  const link = document.querySelector<HTMLAnchorElement>(`[data-turn="${direction}"]`);
  if (link) location.assign(link.href);
}

/** Whether a key belongs to what has the focus. */
export function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return (
    target instanceof Element &&
    target.closest(
      'input,textarea,select,[contenteditable],[role="slider"],audio,video,' +
        '.challenge,.read-aloud,.reader-questions,.note-box',
    ) !== null
  );
}

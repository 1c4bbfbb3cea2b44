/** What keys, gestures and the wheel do with the pages. */
export type PageTurner = {
  /** To the next or the previous page; past the last and the first, to that chapter. */
  turn: (by: 1 | -1) => void;
  /** As `turn`, within the chapter. */
  turnWithinChapter: (by: 1 | -1) => boolean;
  /** To the first page, or the last. */
  goTo: (end: 'first' | 'last') => void;
  /** Moves the page with a finger, by so many pixels. */
  drag: (by: number) => void;
  /** Goes to a page beside the shown one, or back to this one, after a finger has moved it. */
  endDrag: (by: 1 | 0 | -1, behavior: ScrollBehavior) => void;
  /** Shows the control bar, or hides it. */
  toggleBar: () => void;
};

/** How a chapter was opened. */
export type Opening = {
  chapterId: string;
  text: HTMLElement;
  /** The scroll position when the text was shown. */
  scrollTop: number;
  /** The text was loaded after the page. */
  isLate: boolean;
  /** Aborted when the text is removed from the page. */
  signal: AbortSignal;
};

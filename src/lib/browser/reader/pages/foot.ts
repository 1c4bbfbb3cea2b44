/** The room that pages leave for the consent banner at the window's end. */
let keptPixels = 0;

/**
 * Makes room for the banner when it comes. When it goes its room stays, so that no word moves, until
 * the text may be laid out again.
 * @param mayMove whether that moves nothing that is read, or the window has changed anyway.
 */
export function layOutFoot(mayMove: boolean): void {
  const pixels = document.querySelector<HTMLElement>('.consent')?.offsetHeight ?? 0;
  if (pixels > keptPixels || mayMove) keptPixels = pixels;
  document.documentElement.style.setProperty('--foot-height', `${keptPixels}px`);
}

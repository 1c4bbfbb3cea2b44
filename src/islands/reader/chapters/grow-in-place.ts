/**
 * Lets lists get their chapters. Long titles make a list higher than the place that was kept for it:
 * what is seen below it stays where it is, unless something above it is seen; and who scrolled to the
 * end stays there. Done here, since Safari anchors nothing, and others may anchor at the list itself. A
 * focus that a list had goes to the nearest of its chapters.
 */
export function growInPlace(
  scroller: HTMLElement,
  lists: readonly HTMLElement[],
  change: () => void,
): void {
  const { scrollTop, clientHeight, scrollHeight } = scroller;
  const isAtEnd = scrollTop + clientHeight > scrollHeight - 2;
  const seen = scroller.getBoundingClientRect();
  const above = lists.filter((list) => {
    const { top, bottom } = list.getBoundingClientRect();
    return top < seen.top && bottom < seen.bottom;
  });
  const focusedAt = lists.findIndex((list) => list.contains(document.activeElement));
  const heightOf = (some: readonly Element[]) =>
    some.reduce((sum, list) => sum + list.getBoundingClientRect().height, 0);
  const beforePixels = heightOf(above);
  change();
  if (isAtEnd) scroller.scrollTop = scroller.scrollHeight;
  else scroller.scrollTop += heightOf(above) - beforePixels;
  const focused = lists[focusedAt];
  const isFromBehind = focused?.hasAttribute('data-from-behind');
  const nearest = isFromBehind ? 'li:last-child a' : 'a';
  focused?.querySelector<HTMLElement>(nearest)?.focus();
}

/**
 * Whether the focus is in this place, or nowhere: what had it is gone or disabled. Whoever has gone
 * elsewhere while something was on its way stays there.
 */
export function isFocusIn(place: Element | null): boolean {
  const focused = document.activeElement ?? document.body;
  return focused === document.body || place?.contains(focused) === true;
}

/** The same of a comment, where what is in a reply to it is elsewhere. */
export function isFocusInComment(comment: Element | null): boolean {
  const inner = document.activeElement?.closest('.comment') ?? comment;
  return isFocusIn(comment) && inner === comment;
}

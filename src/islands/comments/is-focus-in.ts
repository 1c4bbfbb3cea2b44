/**
 * Whether the focus is inside an element, or nowhere because the focused control was removed or
 * disabled. False once the user has moved it elsewhere.
 */
export function isFocusIn(place: Element | null): boolean {
  const focused = document.activeElement ?? document.body;
  return focused === document.body || place?.contains(focused) === true;
}

/** The same for a comment, excluding its replies. */
export function isFocusInComment(comment: Element | null): boolean {
  const inner = document.activeElement?.closest('.comment') ?? comment;
  return isFocusIn(comment) && inner === comment;
}

import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Ref callback that scrolls an opened element fully into view, by the minimum distance.
 * The style sheet decides whether the scroll is animated.
 */
export function bringIntoView(opened: HTMLElement | null): void {
  opened?.scrollIntoView({ block: 'nearest' });
}

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

/**
 * A “more” button disappears with the last page: moves its focus to the first new entry.
 * @returns the function to call on press.
 */
export function useFocusAfterMore(
  list: RefObject<HTMLElement | null>,
  hasMore: boolean,
): () => void {
  const lastBefore = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (hasMore) return;
    const last = lastBefore.current;
    lastBefore.current = null;
    if (document.activeElement !== document.body) return;
    const next = last?.nextElementSibling ?? last;
    if (next instanceof HTMLElement) next.focus();
  }, [hasMore]);
  return () => {
    lastBefore.current = list.current?.lastElementChild ?? null;
  };
}

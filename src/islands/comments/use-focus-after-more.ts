import { useLayoutEffect, useRef, type RefObject } from 'react';

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

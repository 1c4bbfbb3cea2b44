import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * A button for more goes with the last page: where it had the focus, the first that came takes it.
 * @returns what to call when the button is pressed.
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

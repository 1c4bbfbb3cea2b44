import { useEffect, useRef } from 'react';

/**
 * For an element that receives the focus when what had it went with a change.
 * @param first what in it receives the focus instead, where it is there.
 */
export function useLostFocus<Element extends HTMLElement>(changed: unknown, first?: string) {
  const target = useRef<Element>(null);
  const before = useRef(changed);
  useEffect(() => {
    if (before.current === changed) return;
    before.current = changed;
    if (document.activeElement !== document.body) return;
    const inside = first === undefined ? null : target.current?.querySelector<HTMLElement>(first);
    (inside ?? target.current)?.focus();
  }, [changed, first]);
  return target;
}

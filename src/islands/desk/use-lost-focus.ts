import { useEffect, useRef } from 'react';

/** For an element that receives the focus when what had it went with a change. */
export function useLostFocus<Element extends HTMLElement>(changed: unknown) {
  const target = useRef<Element>(null);
  const before = useRef(changed);
  useEffect(() => {
    if (before.current === changed) return;
    before.current = changed;
    if (document.activeElement === document.body) target.current?.focus();
  }, [changed]);
  return target;
}

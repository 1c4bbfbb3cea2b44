import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from './tab-line.css?inline';

adoptStyles(styles);

type Props = {
  /** Accessible name. */
  label: string;
  /** Links, one of which may be current. */
  children: ReactNode;
};

/** Links as tabs on one line, which scrolls sideways where it is too long; the current one is in sight. */
export function TabLine({ label, children }: Props) {
  const line = useRef<HTMLElement>(null);
  const shown = useRef<{ current: Element | null; width: number }>(null);
  useLayoutEffect(() => {
    const element = line.current;
    // First: the room of the fading edge is part of what scrolls.
    measure(element);
    if (!element) return;
    const current = element.querySelector<HTMLElement>('[aria-current]');
    const width = element.scrollWidth;
    // Again for another one, and when it grows by a count that was loaded.
    if (shown.current?.current === current && shown.current.width === width) return;
    shown.current = { current, width };
    if (!current) return;
    element.scrollLeft = current.offsetLeft + (current.offsetWidth - element.clientWidth) / 2;
    markBefore(element);
  });
  useEffect(() => {
    const onResize = () => measure(line.current);
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);
  return (
    <nav
      className="tab-line"
      aria-label={label}
      ref={line}
      onScroll={({ currentTarget }) => markBefore(currentTarget)}
    >
      {children}
    </nav>
  );
}

/** Says whether some of the line is before what is seen: its beginning fades then. */
function markBefore(element: HTMLElement): void {
  element.toggleAttribute('data-before', element.scrollLeft > 0);
}

/** Says whether the line scrolls; without the room that its fading edge takes. */
function measure(element: HTMLElement | null): void {
  if (!element) return;
  // Without that room, a line that is at its end is scrolled back.
  const { scrollLeft } = element;
  delete element.dataset.long;
  element.toggleAttribute('data-long', element.scrollWidth > element.clientWidth);
  element.scrollLeft = scrollLeft;
}

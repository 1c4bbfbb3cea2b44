import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from './tab-line.css?inline';

adoptStyles(styles);

const currentTab = '[aria-current], [aria-selected="true"]';

/**
 * Keeps what is current in sight on a line of tabs, which scrolls sideways where it is too long, and
 * says what is beyond its edges: `data-long` and `data-before`. @returns the line's ref.
 */
export function useLine<Line extends HTMLElement>(): RefObject<Line | null> {
  const line = useRef<Line>(null);
  const shown = useRef<{ current: Element | null; width: number }>(null);
  useLayoutEffect(() => {
    const element = line.current;
    // First: the room of the fading edge is part of what scrolls.
    measure(element);
    if (!element) return;
    const current = element.querySelector<HTMLElement>(currentTab);
    const width = element.scrollWidth;
    // Again for another one, and when it grows by a count that was loaded.
    if (shown.current?.current === current && shown.current.width === width) return;
    shown.current = { current, width };
    if (!current) return;
    element.scrollLeft = current.offsetLeft + (current.offsetWidth - element.clientWidth) / 2;
    markEdges(element);
  });
  useEffect(() => {
    const element = line.current;
    const onScroll = () => element && markEdges(element);
    const onResize = () => measure(element);
    element?.addEventListener('scroll', onScroll);
    window.addEventListener('resize', onResize);
    return () => {
      element?.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onResize);
    };
  }, []);
  return line;
}

/** Says whether some of the line is before what is seen: its beginning fades then. */
function markEdges(element: HTMLElement): void {
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
  markEdges(element);
}

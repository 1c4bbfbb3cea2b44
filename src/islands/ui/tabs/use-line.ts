import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from './tab-line.css?inline';

adoptStyles(styles);

const currentTab = '[aria-current], [aria-selected="true"]';
/** Width of the fading edge, as in `tab-line.css`. */
const fadePixels = 32;

/**
 * Keeps what is current in sight on a line of tabs, which scrolls sideways where it is too long, and
 * says what is beyond its edges: `data-long`, `data-before`, `data-news`. @returns the line's ref.
 */
export function useLine<Line extends HTMLElement>(): RefObject<Line | null> {
  const line = useRef<Line>(null);
  const shown = useRef<Shown>({ current: null, width: 0, room: 0 });
  useLayoutEffect(() => {
    if (line.current) shown.current = show(line.current, shown.current);
  });
  useEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    const onScroll = () => markEdges(element);
    const onResize = () => {
      shown.current = show(element, shown.current);
    };
    element.addEventListener('scroll', onScroll);
    window.addEventListener('resize', onResize);
    return () => {
      element.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onResize);
    };
  }, []);
  return line;
}

/** The current tab, how wide the line is, and how much of it is seen. */
type Shown = { current: Element | null; width: number; room: number };

/** Brings the current tab into sight, unless it was under the same conditions. */
function show(element: HTMLElement, before: Shown): Shown {
  // First: the room of the fading edge is part of what scrolls.
  measure(element);
  const current = element.querySelector<HTMLElement>(currentTab);
  // It grows by a count that was loaded.
  const now = { current, width: element.scrollWidth, room: element.clientWidth };
  const isSame =
    before.current === current && before.width === now.width && before.room === now.room;
  if (isSame || !current) return now;
  element.scrollLeft = current.offsetLeft + (current.offsetWidth - element.clientWidth) / 2;
  markEdges(element);
  return now;
}

/** Says whether some of the line is before what is seen, and whether a mark of news is after it. */
function markEdges(element: HTMLElement): void {
  element.toggleAttribute('data-before', element.scrollLeft > 0);
  const mark = element.querySelector('.new-mark')?.getBoundingClientRect();
  const end = element.getBoundingClientRect().right - fadePixels;
  element.toggleAttribute(
    'data-news',
    mark !== undefined && element.hasAttribute('data-long') && mark.right > end,
  );
}

/** Says whether the line scrolls; without the room that its fading edge takes. */
function measure(element: HTMLElement): void {
  // Without that room, a line that is at its end is scrolled back.
  const { scrollLeft } = element;
  delete element.dataset.long;
  element.toggleAttribute('data-long', element.scrollWidth > element.clientWidth);
  element.scrollLeft = scrollLeft;
  markEdges(element);
}

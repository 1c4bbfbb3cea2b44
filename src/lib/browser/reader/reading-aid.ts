/** A ruler under the line that is being read, or less ink around it. Loaded when chosen. */
import styles from '../../../styles/reading-aid.css?inline';
import { adoptStyles } from '../adopt-styles.ts';

adoptStyles(styles);

/** Where in the window one reads, until the pointer says otherwise: a part of its height. */
const usualPlace = 0.4;
/** Lines that are not dimmed, the one being read in the middle. */
const clearLines = { ruler: 1, dim: 3 } as const;
/** WCAG 2.2, 1.4.3. */
const contrastMin = 4.5;

let place = { x: 0, y: 0 };
let shown: AbortController | null = null;

/** Shows what `data-page` names: `ruler`, `dim` or neither. Follows mouse, tap and scrolling. */
export function showReadingAid(text: HTMLElement, signal: AbortSignal): void {
  shown?.abort();
  const words = (document.documentElement.dataset.page ?? '').split(' ');
  const kind = (['ruler', 'dim'] as const).find((word) => words.includes(word));
  if (!kind || signal.aborted) return;
  const ended = (shown = new AbortController());
  const options = { signal: ended.signal, passive: true };
  const band = document.createElement('div');
  band.className = `reading-aid reading-aid-${kind}`;
  band.ariaHidden = 'true';
  document.body.append(band);
  const end = () => ended.abort();
  signal.addEventListener('abort', end, options);
  ended.signal.addEventListener('abort', () => band.remove());

  if (place.y === 0) place = { x: innerWidth / 4, y: innerHeight * usualPlace };
  let isAsked = false;
  const draw = () => {
    isAsked = false;
    if (ended.signal.aborted) return;
    const column = columnAt(text, place.x);
    const line = column && lineAt(text, column, place.y);
    band.hidden = !line;
    if (!line) return;
    const { left, width } = column;
    const height = line.height * clearLines[kind];
    const top = line.top - (height - line.height) / 2;
    Object.assign(band.style, {
      ...{ top: `${top}px`, left: `${left}px` },
      ...{ width: `${width}px`, height: `${height}px` },
    });
  };
  const ask = () => {
    if (!isAsked) requestAnimationFrame(draw);
    isAsked = true;
  };
  const moveTo = ({ clientX, clientY }: MouseEvent) => {
    place = { x: clientX, y: clientY };
    ask();
  };
  addEventListener(
    'pointermove',
    (event) => event.pointerType === 'mouse' && moveTo(event),
    options,
  );
  text.addEventListener('click', moveTo, options);
  // In pages it is the body that scrolls.
  addEventListener('scroll', ask, { ...options, capture: true });
  addEventListener('resize', ask, options);
  band.style.setProperty('--veil', `${Math.round(100 * veil(text))}%`);
  draw();
}

/** The part of the text that has this place in the window: all of it, or one of its columns. */
function columnAt(text: HTMLElement, x: number): DOMRect | undefined {
  const seen = [...text.getClientRects()].filter(
    ({ left, right }) => left < innerWidth && right > 0,
  );
  return seen.find(({ left, right }) => left <= x && x < right) ?? seen[0];
}

/** The line of text at this height in a column; null where there is none. */
function lineAt(
  text: HTMLElement,
  column: DOMRect,
  y: number,
): { top: number; height: number } | null {
  const isHere = ({ top, bottom, left, right }: DOMRect) =>
    top <= y && y < bottom && left < column.right && right > column.left;
  // Not by `elementFromPoint`, which sees nothing beside an open dialog.
  for (const block of text.children) {
    // A column's end may cut it in two.
    const part = [...block.getClientRects()].find(isHere);
    if (!part) continue;
    const height = Number.parseFloat(getComputedStyle(block).lineHeight);
    return { top: part.top + Math.floor((y - part.top) / height) * height, height };
  }
  return null;
}

/** The share of paper that may lie over ink: as much as leaves the contrast of text. */
function veil(text: HTMLElement): number {
  const ink = channelsOf(getComputedStyle(text).color);
  const paper = channelsOf(getComputedStyle(document.documentElement).backgroundColor);
  for (let share = 0.6; share > 0; share -= 0.05) {
    const mixed = ink.map((channel, index) => channel * (1 - share) + (paper[index] ?? 0) * share);
    const [low = 0, high = 0] = [luminance(mixed), luminance(paper)].sort((a, b) => a - b);
    if ((high + 0.05) / (low + 0.05) >= contrastMin) return share;
  }
  return 0;
}

const channelsOf = (color: string): number[] =>
  (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);

/** WCAG's relative luminance of sRGB channels from 0 to 255. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

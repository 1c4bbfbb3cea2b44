/** A ruler under the line that is being read, or less ink around it. Loaded when chosen. */
import styles from '../../../../styles/reading-aid.css?inline';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { measurePages, shownPage } from '../pages/reading-flow.ts';
import { lineNear, seenParts, seenProse, type Line, type Point } from './text-lines.ts';
import { isElsewhere } from '../pages/chapter-keys.ts';
import { isOnPage } from '../pages/on-page.ts';

adoptStyles(styles);

/** Where in the window one reads, until the pointer says otherwise: a part of its height. */
const usualPlace = 0.4;
/** Lines that are not dimmed, the one being read in the middle. */
const clearLines = { ruler: 1, dim: 3 } as const;
/** How far the next line may be. */
const farthestLines = 6;

const percent = (share: number) => `${Math.round(100 * share)}%`;

let place: Point | null = null;
let shown: AbortController | null = null;

/**
 * Shows what `data-page` names: `ruler`, `dim` or neither. Follows mouse, finger and scrolling; in
 * pages also arrows up and down, and each page that is turned to begins at its first line.
 */
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

  let page = shownPage();
  let line: Line | null = null;
  let isRequested = false;
  const draw = () => {
    isRequested = false;
    if (ended.signal.aborted) return;
    // A page is read from its first line on; turned back to, from its last.
    if (measurePages() && page !== shownPage()) {
      place = shownPage() > page ? { x: 0, y: 0 } : { x: innerWidth, y: innerHeight };
    }
    page = shownPage();
    place ??= { x: innerWidth / 4, y: innerHeight * usualPlace };
    line = lineNear(text, place);
    band.hidden = !line;
    if (line) drawBand(band, line, clearLines[kind], text);
  };
  const ask = () => {
    if (!isRequested) requestAnimationFrame(draw);
    isRequested = true;
  };
  const moveTo = (to: Point) => {
    place = to;
    ask();
  };
  /** To the line before or after; false where the page ends. */
  const step = (by: 1 | -1) => {
    const next = line && lineBeside(text, line, by);
    if (next) moveTo(next);
    return !!next;
  };
  moveWithGestures(text, { moveTo, step }, ended.signal);
  // In pages it is the body that scrolls.
  addEventListener('scroll', ask, { ...options, capture: true });
  addEventListener('resize', ask, options);
  const { color } = getComputedStyle(band);
  band.style.setProperty('--veil', percent(veilShare(text)));
  band.style.setProperty('--veil-spoken', percent(veilShare(text, color)));
  draw();
}

/** A point in the line before or after, in this column or in the other one of the page. */
function lineBeside(text: HTMLElement, { top, height, column }: Line, by: 1 | -1): Point | null {
  const parts = seenParts(text);
  // Beyond a gap, as of a scene break, the next one may be farther than a line.
  for (let away = 1; away <= farthestLines; away++) {
    const near = lineNear(text, { x: column.left, y: top + height * (0.5 + by * away) });
    if (near && near.top !== top) return { x: column.left, y: near.top + near.height / 2 };
  }
  const other = parts[parts.findIndex(({ left }) => left === column.left) + by];
  return other ? { x: other.left, y: by > 0 ? 0 : innerHeight } : null;
}

function drawBand(band: HTMLElement, line: Line, clear: number, text: HTMLElement): void {
  const { left, width } = line.column;
  const height = line.height * clear;
  const top = line.top - (height - line.height) / 2;
  Object.assign(band.style, {
    top: `${top}px`,
    left: `${left}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  // Only prose is dimmed: not the title, the player or the way on.
  const outline = seenProse(text).map((part) => {
    const [start, end] = [part.left - left, part.right - left];
    return `M${start} ${part.top - top}H${end}V${part.bottom - top}H${start}Z`;
  });
  band.style.setProperty('--dimmed', `path('${outline.join('')}')`);
}

/** How much ink dimming may take away from a text. */

/** WCAG 2.2, 1.4.3. */
const contrastMin = 4.5;
/** Of the accent in the paper behind a sentence that is read aloud (`read-aloud.css`). */
const spokenShare = 0.2;

type Color = readonly number[];

/**
 * The share of paper that may lie over ink: as much as leaves the contrast of text; with the colour
 * behind it, also in a sentence that is read aloud.
 */
function veilShare(text: HTMLElement, spokenColor?: string): number {
  const ink = channelsOf(getComputedStyle(text).color);
  const paper = channelsOf(getComputedStyle(document.documentElement).backgroundColor);
  const behind = spokenColor ? mix(paper, channelsOf(spokenColor), spokenShare) : paper;
  for (let share = 0.6; share > 0; share -= 0.05) {
    const veiled = mix(ink, paper, share);
    if (contrast(veiled, mix(behind, paper, share)) >= contrastMin) return share;
  }
  return 0;
}

const channelsOf = (color: string): Color => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);

const mix = (one: Color, other: Color, share: number): Color =>
  one.map((channel, index) => channel * (1 - share) + (other[index] ?? 0) * share);

/** WCAG's contrast of two colours. */
function contrast(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** WCAG's relative luminance of sRGB channels from 0 to 255. */
function luminance(channels: Color): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** What moves the ruler. */
type Ruler = {
  moveTo: (place: Point) => void;
  /** To the line before or after; false where the page ends. */
  step: (by: 1 | -1) => boolean;
};

/** How far a finger goes down the page before the ruler follows it, in pixels. */
const movesPixels = 10;

/**
 * A mouse moves the ruler, and a tap on a text that scrolls. In pages taps turn, so that a finger draws it
 * up and down, and the arrows go from line to line, and from the page's end to the next page.
 */
function moveWithGestures(text: HTMLElement, ruler: Ruler, signal: AbortSignal): void {
  const options = { signal, passive: true };
  const moveTo = ({ clientX: x, clientY: y }: Pick<Touch, 'clientX' | 'clientY'>) =>
    ruler.moveTo({ x, y });
  addEventListener(
    'pointermove',
    (event) => event.pointerType === 'mouse' && moveTo(event),
    options,
  );
  text.addEventListener('click', (event) => !measurePages() && moveTo(event), options);

  let start: Touch | null = null;
  let isDrawn = false;
  addEventListener(
    'touchstart',
    (event) => {
      const [touch = null, other] = event.touches;
      start = !other && measurePages() && isOnPage(event) ? touch : null;
      isDrawn = false;
    },
    options,
  );
  // Pointer events end where the browser takes the gesture for scrolling; these do not.
  addEventListener(
    'touchmove',
    ({ touches: [touch] }) => {
      if (!start || !touch) return;
      const [across, down] = [touch.clientX - start.clientX, touch.clientY - start.clientY];
      if (!isDrawn && Math.abs(across) > movesPixels) start = null;
      else if (isDrawn || Math.abs(down) > movesPixels) {
        isDrawn = true;
        moveTo(touch);
      }
    },
    options,
  );
  addEventListener(
    'keydown',
    (event) => {
      const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
      if (!by || event.defaultPrevented || isElsewhere(event.target) || !measurePages()) return;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!ruler.step(by)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    // Before the keys that turn pages.
    { signal, capture: true },
  );
}

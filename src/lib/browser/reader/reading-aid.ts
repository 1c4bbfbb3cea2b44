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

let place = 0;
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

  place ||= innerHeight * usualPlace;
  const draw = () => {
    const line = lineAt(text, place);
    band.hidden = line === null;
    if (!line) return;
    const { left, width } = text.getBoundingClientRect();
    const height = line.height * clearLines[kind];
    const top = line.top - (height - line.height) / 2;
    Object.assign(band.style, {
      ...{ top: `${top}px`, left: `${left}px` },
      ...{ width: `${width}px`, height: `${height}px` },
    });
    band.style.setProperty('--veil', `${Math.round(100 * veil(text))}%`);
  };
  const moveTo = ({ clientY }: MouseEvent) => {
    place = clientY;
    draw();
  };
  addEventListener(
    'pointermove',
    (event) => event.pointerType === 'mouse' && moveTo(event),
    options,
  );
  text.addEventListener('click', moveTo, options);
  addEventListener('scroll', draw, options);
  addEventListener('resize', draw, options);
  draw();
}

/** The line of text at this height in the window; null beside the text. */
function lineAt(text: HTMLElement, y: number): { top: number; height: number } | null {
  // Not by `elementFromPoint`, which sees nothing beside an open dialog.
  const block = [...text.children].find((child) => {
    const { top, bottom, left, right } = child.getBoundingClientRect();
    return top <= y && y < bottom && left < innerWidth && right > 0;
  });
  if (!block) return null;
  const style = getComputedStyle(block);
  const height = Number.parseFloat(style.lineHeight);
  const { top } = block.getBoundingClientRect();
  return { top: top + Math.floor((y - top) / height) * height, height };
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

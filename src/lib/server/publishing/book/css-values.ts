/** What decides whether words are seen, inherited by what an element holds. */
export type Shown = {
  isVisible: boolean;
  sizePx: number;
  indentPx: number;
  /** `r,g,b`, another name, `none` for a transparent one; null where it is not known. */
  color: string | null;
  ground: string | null;
};

type Values = (property: string) => string | undefined;

const keywordsPx: Partial<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
  initial: 16,
};
const unitsPx: Partial<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  rem: 16,
  vw: 6,
  vh: 8,
};

/**
 * A length in pixels; null for what is none.
 * @param wholePx what 100 % are
 */
export function pixels(value: string, fontPx: number, wholePx: number): number | null {
  const known = keywordsPx[value];
  if (known !== undefined) return known;
  if (value === 'smaller' || value === 'larger') return fontPx * (value === 'larger' ? 1.2 : 0.83);
  const [, number = '', unit = ''] = /^([-+]?[\d.]+)([a-z]+|%)?$/.exec(value) ?? [];
  const amount = Number.parseFloat(number);
  if (Number.isNaN(amount)) return null;
  if (unit === '%') return (amount / 100) * wholePx;
  if (unit === 'em' || unit === 'ex' || unit === 'ch')
    return amount * fontPx * (unit === 'em' ? 1 : 0.5);
  const factor = unitsPx[unit];
  return amount === 0 ? 0 : factor === undefined ? null : amount * factor;
}

const far = 900;
const edges = ['left', 'right', 'top', 'bottom', 'margin-left', 'margin-top'];

/** Whether an element and what it holds are not on the page: none, transparent, cut off, beside it. */
export function hides(value: Values, fontPx: number, isHiddenByName: boolean): boolean {
  const display = value('display');
  if (display === 'none' || (isHiddenByName && display === undefined)) return true;
  if (value('content-visibility') === 'hidden' || value('mso-hide') === 'all') return true;
  const opacity = value('opacity') ?? '1';
  if (Number.parseFloat(opacity) <= (opacity.endsWith('%') ? 5 : 0.05)) return true;
  if (/\bopacity\(\s*0(?:\.0*|%)?\s*\)/.test(value('filter') ?? '')) return true;
  if (/\bscale(?:3d|x|y)?\(\s*0(?:\.0*)?\s*[,)]/.test(value('transform') ?? '')) return true;
  const moves = [...(value('transform') ?? '').matchAll(/[-\d.]+(?:px|em|rem|vw|vh|%)/g)];
  if (moves.some(([length]) => isFar(length, fontPx, 200))) return true;
  const isPlaced = /^(?:absolute|fixed|relative|sticky)$/.test(value('position') ?? '');
  for (const edge of edges) {
    const isOut = isFar(value(edge) ?? '', fontPx, far);
    if (isOut && (isPlaced || edge.startsWith('margin'))) return true;
  }
  return isCutOff(value, fontPx, isPlaced);
}

const isFar = (value: string, fontPx: number, wholePx: number): boolean =>
  Math.abs(pixels(value, fontPx, wholePx) ?? 0) >= far;

function isCutOff(value: Values, fontPx: number, isPlaced: boolean): boolean {
  const clip = /^rect\(([^)]*)\)/.exec(value('clip') ?? '')?.[1];
  const sides = clip?.split(/[\s,]+/).filter((side) => side !== '');
  if (isPlaced && sides?.every((side) => Number.parseFloat(side) <= 1)) return true;
  if (/^(?:inset\(\s*(?:100|[5-9]\d)%|(?:circle|ellipse)\(\s*0)/.test(value('clip-path') ?? ''))
    return true;
  if (!/^(?:hidden|clip)/.test(value('overflow') ?? '')) return false;
  return ['width', 'height', 'max-width', 'max-height'].some((name) => {
    const px = pixels(value(name) ?? '', fontPx, 600);
    return px !== null && px <= 1;
  });
}

const named: Partial<Record<string, string>> = {
  white: '255,255,255',
  black: '0,0,0',
  snow: '255,250,250',
  ivory: '255,255,240',
  whitesmoke: '245,245,245',
  ghostwhite: '248,248,255',
  floralwhite: '255,250,240',
  transparent: 'none',
  canvas: '255,255,255',
  canvastext: '0,0,0',
};

/** `r,g,b`; `none` for a transparent colour, null for one that lets others through. */
function colorOf(text: string): string | null {
  const hex = /^#([\da-f]{3,8})$/.exec(text)?.[1];
  if (hex !== undefined) {
    const digits = (hex.length <= 4 ? hex.replace(/./g, '$&$&') : hex).match(/../g);
    const [r = 0, g = 0, b = 0, a = 255] = (digits ?? []).map((pair) => Number.parseInt(pair, 16));
    return throughOf([r, g, b], a / 255);
  }
  const parts = /^rgba?\(([^)]*)\)$/
    .exec(text)?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean);
  if (parts) {
    const [r = 0, g = 0, b = 0] = parts.map(
      (part) => Number.parseFloat(part) * (part.endsWith('%') ? 2.55 : 1),
    );
    const alpha = parts[3] ?? '1';
    return throughOf([r, g, b], Number.parseFloat(alpha) / (alpha.endsWith('%') ? 100 : 1));
  }
  const white = /^hsla?\([^)]*?[\s,](\d+)%\s*(?:[,/]\s*([\d.]+)\s*)?\)$/.exec(text);
  if (white) return throughOf(white[1] === '100' ? [255, 255, 255] : null, Number(white[2] ?? 1));
  return named[text] ?? (/^[a-z]+$/.test(text) ? text : null);
}

function throughOf(parts: readonly number[] | null, alpha: number): string | null {
  if (alpha <= 0.05) return 'none';
  return parts === null || alpha < 1 ? null : parts.map(Math.round).join(',');
}

/** The colours of words and of what is behind them. */
export function shownColor(value: Values, parent: Shown): Pick<Shown, 'color' | 'ground'> {
  const said = value('color');
  const isUnchanged = said === undefined || /^(?:inherit|unset|currentcolor)$/.test(said);
  const shadow = value('text-shadow') ?? 'none';
  const color = isUnchanged ? parent.color : shadow === 'none' ? colorOf(said) : null;
  const image = value('background-image') ?? 'none';
  if (image !== 'none') return { color, ground: null };
  const words = (value('background-color') ?? '').match(
    /#[\da-f]+|(?:rgb|hsl)a?\([^)]*\)|[a-z-]+/g,
  );
  const grounds = (words ?? [])
    .filter(
      (word) =>
        !/^(?:none|no-repeat|repeat|scroll|fixed|center|inherit|initial|unset|left|right|top|bottom)$/.test(
          word,
        ),
    )
    .map(colorOf);
  const [ground] = grounds;
  return { color, ground: ground === undefined || ground === 'none' ? parent.ground : ground };
}

/** Steps of an axis that are easy to read: these, times a power of ten. */
const niceFactors = [1, 2, 2.5, 5, 10];

/**
 * The lines of an axis of counts from 0 up to `top`, which is the next whole multiple of a nice step:
 * `count` steps of which each is 1, 2, 2.5 or 5 × 10^n, and whole. At most a quarter stays empty
 * above the highest value.
 */
export function niceAxis(highest: number): { top: number; step: number } {
  const most = Math.max(1, highest);
  const magnitude = 10 ** Math.floor(Math.log10(most / stepsMax));
  const step = niceFactors
    .map((factor) => factor * magnitude)
    .find((size) => Number.isInteger(size) && Math.ceil(most / size) <= stepsMax);
  if (step === undefined) return { top: most, step: most };
  return { top: Math.ceil(most / step) * step, step };
}

/** More lines would be too close to read. */
const stepsMax = 6;

/** A line through the values, left to right, `top` at the upper edge; SVG path data. */
export function linePath(
  values: readonly number[],
  top: number,
  width: number,
  height: number,
): string {
  const gap = values.length > 1 ? width / (values.length - 1) : 0;
  return values
    .map((value, index) => {
      const x = Math.round(index * gap * 10) / 10;
      const y = Math.round((height - (value / top) * height) * 10) / 10;
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`;
    })
    .join('');
}

/** A part in percent, whole; 0 of nothing. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 100);

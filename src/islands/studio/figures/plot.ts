/** The next of 1, 2, 5, 10, 20, 50… that is not below: the top of an axis that people read. */
export function niceMax(value: number): number {
  if (value <= 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * magnitude >= value) ?? 10;
  return step * magnitude;
}

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

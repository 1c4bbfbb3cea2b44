/** Characters of a title that take four lines of a phone, in the size of each length. */
const limits = { short: 60, medium: 95, long: 105 } as const;

/**
 * How long a title is, for its size (`data-length`): the longer the smaller, so that it takes some
 * four lines of a phone at most.
 */
export function titleLength(title: string): keyof typeof limits | 'longest' {
  const { length } = title;
  if (length <= limits.short) return 'short';
  if (length <= limits.medium) return 'medium';
  return length <= limits.long ? 'long' : 'longest';
}

/** A reason that fewer rows have is said in each of them. */
const sharedFrom = 4;

/**
 * The reasons that many rows of a list have, for a sentence above it, with how many have each.
 * @param reasons of each row; null for none.
 */
export function sharedReasons(reasons: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const reason of reasons) {
    if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return new Map([...counts].filter(([, count]) => count >= sharedFrom));
}

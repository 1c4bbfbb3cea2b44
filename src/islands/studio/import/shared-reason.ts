/** Fewer rows say it each. */
const sharedFrom = 4;

/**
 * The reason that most rows of a list have, for a sentence above it; null where none has most of them.
 * @param reasons of each row; null for none.
 */
export function sharedReason(
  reasons: readonly (string | null)[],
): { reason: string; count: number } | null {
  const counts = new Map<string, number>();
  for (const reason of reasons) {
    if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const most = [...counts].find(([, count]) => count >= sharedFrom && count > reasons.length / 2);
  return most ? { reason: most[0], count: most[1] } : null;
}

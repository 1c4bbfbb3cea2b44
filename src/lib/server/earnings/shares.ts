/** A share from a day on, as kept. */
export type Share = {
  novelId: string | null;
  authorId: string | null;
  basisPoints: number;
  startsOn: string;
};

/**
 * The share, in basis points, on a day in Paris: the novel's that had begun by then, else its
 * author's, else the default; 0 where none is set. Of two that begin on one day the later in the list
 * counts.
 */
export function shareOn(
  shares: readonly Share[],
  { novelId, authorId }: { novelId: string; authorId: string | null },
  day: string,
): number {
  const begun = shares.filter(({ startsOn }) => startsOn <= day);
  const latest = (own: Share[]) =>
    own.reduce<Share | null>((a, b) => (a === null || b.startsOn >= a.startsOn ? b : a), null);
  const found =
    latest(begun.filter((share) => share.novelId === novelId)) ??
    latest(begun.filter((share) => authorId !== null && share.authorId === authorId)) ??
    latest(begun.filter((share) => share.novelId === null && share.authorId === null));
  return found?.basisPoints ?? 0;
}

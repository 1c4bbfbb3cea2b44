import { parisDay } from '#shared/formats.ts';

/** A share from a day on, as kept. */
export type Share = {
  novelId: string | null;
  authorId: string | null;
  basisPoints: number;
  startsOn: string;
};

/**
 * The share, in basis points, of an unlock: the novel's that had begun by that day in Paris, else
 * its author's, else the default; 0 where none is set.
 */
export function shareAt(
  shares: readonly Share[],
  { novelId, authorId }: { novelId: string; authorId: string | null },
  at: Date,
): number {
  const day = parisDay(at);
  const begun = shares.filter(({ startsOn }) => startsOn <= day);
  const latest = (own: Share[]) =>
    own.reduce<Share | null>((a, b) => (a === null || b.startsOn > a.startsOn ? b : a), null);
  const found =
    latest(begun.filter((share) => share.novelId === novelId)) ??
    latest(begun.filter((share) => authorId !== null && share.authorId === authorId)) ??
    latest(begun.filter((share) => share.novelId === null && share.authorId === null));
  return found?.basisPoints ?? 0;
}

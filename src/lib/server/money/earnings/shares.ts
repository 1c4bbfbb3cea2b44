import { parisDay } from '#shared/site/formats.ts';

/** A share from a day on, as kept. */
export type Share = {
  novelId: string | null;
  authorId: string | null;
  basisPoints: number;
  startsOn: string;
};

/** A novel and its owner on the day in question; null is the publisher. */
type Owned = { novelId: string; authorId: string | null };

/**
 * The share, in basis points, on a day in Paris: the novel's that had begun by then, else its
 * author's, else the default; 0 where none is set. Of two that begin on one day the later in the list
 * counts.
 */
export function shareOn(
  shares: readonly Share[],
  { novelId, authorId }: Owned,
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

const hourMs = 3_600_000;

/**
 * `shareOn` for many instants: a closing asks for each unlock that there ever was, and most are of a
 * novel and a day that were asked for before.
 */
export function sharesAt(shares: readonly Share[]): (owned: Owned, at: Date) => number {
  const days = new Map<number, string>();
  const found = new Map<string, number>();
  return (owned, at) => {
    // Paris is whole hours from UTC: an hour of UTC lies within one day there.
    const hour = Math.floor(at.getTime() / hourMs);
    const day = days.get(hour) ?? parisDay(at);
    days.set(hour, day);
    const key = `${owned.novelId} ${owned.authorId ?? ''} ${day}`;
    const basisPoints = found.get(key) ?? shareOn(shares, owned, day);
    found.set(key, basisPoints);
    return basisPoints;
  };
}

/** The fields of an entry that say where credits went. */
export type SpendingEntry = { delta: number; transactionId: string | null };

/** Credits that came together: a purchase's, or given ones (null). */
export type Lot = { transactionId: string | null; left: number };

/** A part of a lot that an entry took. */
export type Taken = { transactionId: string | null; credits: number };

/**
 * Applies one entry of a user to their lots, oldest first, and returns what it took. Credits that
 * belong to a purchase are taken from it, or returned to it, alone (decision 31).
 */
export function applyToLots(lots: Lot[], { delta, transactionId }: SpendingEntry): Taken[] {
  const isOwn = (lot: Lot) => transactionId !== null && lot.transactionId === transactionId;
  if (delta > 0) {
    const own = lots.find(isOwn);
    if (own) own.left += delta;
    else lots.push({ transactionId, left: delta });
    return [];
  }
  let toTake = -delta;
  const taken: Taken[] = [];
  for (const lot of transactionId === null ? lots : lots.filter(isOwn)) {
    const credits = Math.min(lot.left, toTake);
    if (credits === 0) continue;
    lot.left -= credits;
    toTake -= credits;
    taken.push({ transactionId: lot.transactionId, credits });
  }
  return taken;
}

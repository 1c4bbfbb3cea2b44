import { applyToLots, type Lot, type SpendingEntry } from '../credits/lots.ts';

/** A purchase: what was paid for its credits, and what of it is not the publisher's any more. */
export type PaidLot = {
  credits: number;
  netCents: number;
  vatCents: number;
  /** Refunded, or withheld by a dispute that is open or lost: cents from 0 to the price's. */
  lostNetCents: number;
  lostVatCents: number;
};

export type EarningEntry = SpendingEntry & { kind: string; reference: string; createdAt: Date };

/** What one unlock spent of one lot, and what that is worth. Given credits are worth nothing. */
export type Earned = {
  chapterId: string;
  at: Date;
  paidCredits: number;
  freeCredits: number;
  spentNetCents: number;
  spentVatCents: number;
  carriedNetCents: number;
  carriedVatCents: number;
};

/** A part of a lot that one unlock spent. */
type Spent = { credits: number; chapterId: string; at: Date };
/** The same in the order of spending: credits `from` to `to` of those spent. */
type Span = Spent & { from: number; to: number };

/**
 * The worth of a reader's unlocks, from their entries in the ledger's order.
 *
 * Rounding: the first k spent credits of a purchase are worth its net price × k ÷ its credits,
 * rounded down, and each unlock is worth the difference of two such sums; a purchase that is wholly
 * spent is worth its price to the cent. Where less than that is left of the price after refunds and
 * disputes, what is left is divided among the spent credits in the same way, and the difference is
 * carried: unspent credits bear a refund first, spent ones only what remains.
 *
 * An unlock whose credits were returned (decision 110) is worth nothing, as if it had never been.
 */
export function attribute(
  entries: readonly EarningEntry[],
  purchases: ReadonlyMap<string, PaidLot>,
): Earned[] {
  const lots: Lot[] = [];
  const spans = new Map<string, Spent[]>();
  const returned = new Set(entries.flatMap(returnedChapter));
  const earned: Earned[] = [];
  for (const entry of entries) {
    const taken = applyToLots(lots, entry);
    if (entry.kind !== 'unlock') continue;
    const chapterId = chapterOf(entry);
    if (returned.has(chapterId)) continue;
    for (const { transactionId, credits } of taken) {
      if (transactionId === null) {
        earned.push({ ...nothing, chapterId, at: entry.createdAt, freeCredits: credits });
        continue;
      }
      const own = spans.get(transactionId) ?? [];
      own.push({ credits, chapterId, at: entry.createdAt });
      spans.set(transactionId, own);
    }
  }
  for (const [transactionId, own] of spans) {
    const purchase = purchases.get(transactionId);
    if (!purchase) throw new Error(`purchase ${transactionId} of spent credits is missing`);
    earned.push(...valueSpans(own, purchase));
  }
  return earned;
}

const nothing = {
  paidCredits: 0,
  freeCredits: 0,
  spentNetCents: 0,
  spentVatCents: 0,
  carriedNetCents: 0,
  carriedVatCents: 0,
};

/** An unlock's chapter, or a return's: the second part of its reference. */
const chapterOf = ({ reference }: EarningEntry): string => reference.split(':')[1] ?? '';

const returnedChapter = (entry: EarningEntry): string[] =>
  entry.kind === 'unlock_return' ? [chapterOf(entry)] : [];

function valueSpans(parts: readonly Spent[], purchase: PaidLot): Earned[] {
  const { credits, netCents, vatCents, lostNetCents, lostVatCents } = purchase;
  let sum = 0;
  const spans = parts.map((part): Span => {
    const from = sum;
    sum += part.credits;
    return { ...part, from, to: sum };
  });
  const spent = spans.at(-1)?.to ?? 0;
  const price = (cents: number, { from, to }: Span) =>
    shareOf(cents, to, credits) - shareOf(cents, from, credits);
  const remaining = (cents: number, lostCents: number, span: Span) => {
    const left = Math.max(0, cents - lostCents);
    if (left >= shareOf(cents, spent, credits)) return price(cents, span);
    return shareOf(left, span.to, spent) - shareOf(left, span.from, spent);
  };
  return spans.map((span) => {
    const [spentNetCents, spentVatCents] = [price(netCents, span), price(vatCents, span)];
    return {
      chapterId: span.chapterId,
      at: span.at,
      paidCredits: span.to - span.from,
      freeCredits: 0,
      spentNetCents,
      spentVatCents,
      carriedNetCents: remaining(netCents, lostNetCents, span) - spentNetCents,
      carriedVatCents: remaining(vatCents, lostVatCents, span) - spentVatCents,
    };
  });
}

/** Cents × part ÷ whole, rounded down; exact for every integer that a column can have. */
function shareOf(cents: number, part: number, whole: number): number {
  return Number((BigInt(cents) * BigInt(Math.min(part, whole))) / BigInt(whole));
}

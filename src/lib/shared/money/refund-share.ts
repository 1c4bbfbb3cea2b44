/**
 * How many credits of a purchase are to be taken back in all once so much of its price is refunded: their
 * share of it, rounded down. Those that are spent stay spent.
 */
export const refundShare = (
  { credits, amountCents }: { credits: number; amountCents: number },
  refundedCents: number,
): number => (amountCents === 0 ? credits : Math.floor((credits * refundedCents) / amountCents));

/** The least that is to be refunded in all so that so many credits are taken back: the inverse. */
export const refundFor = (
  { credits, amountCents }: { credits: number; amountCents: number },
  takenCredits: number,
): number => Math.ceil((amountCents * takenCredits) / credits);

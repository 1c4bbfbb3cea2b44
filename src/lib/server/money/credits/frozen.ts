import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { ledgerEntries } from '#server/core/db/schema/money.ts';
import { lockBalance, moveCredits } from './ledger.ts';

/** Credits of a purchase that a dispute has frozen. */
export type Frozen = { transactionId: string; disputeId: string; credits: number };

/**
 * The ledger alone tells what a dispute has frozen: entries whose reference begins with the
 * dispute's id, which has no colon. The part after a colon says what the credits were needed
 * for, or whose end passed them to this dispute.
 */
const disputeOf = (reference: string) => reference.split(':', 1).join('');

/**
 * A user's frozen credits, by dispute. Lock their balance first where the result decides something.
 */
export async function findFrozen(db: Database, userId: string): Promise<Frozen[]> {
  const entries = await db
    .select({
      delta: ledgerEntries.delta,
      reference: ledgerEntries.reference,
      transactionId: ledgerEntries.transactionId,
    })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.userId, userId),
        inArray(ledgerEntries.kind, ['dispute_freeze', 'dispute_release']),
      ),
    )
    .orderBy(asc(ledgerEntries.sequence));
  const byDispute = new Map<string, Frozen>();
  for (const { delta, reference, transactionId } of entries) {
    if (transactionId === null) continue;
    const disputeId = disputeOf(reference);
    const before = byDispute.get(disputeId)?.credits ?? 0;
    byDispute.set(disputeId, { transactionId, disputeId, credits: before - delta });
  }
  return [...byDispute.values()].filter(({ credits }) => credits > 0);
}

/** Which credits to release: those of a purchase, or of one dispute; no more than `creditsMax`. */
type Wanted = {
  userId: string;
  transactionId?: string;
  disputeId?: string;
  creditsMax?: number;
  /** What they are needed for while the dispute is open; without it the dispute has ended. */
  neededFor?: string;
};

/**
 * Releases frozen credits to the purchase they belong to, inside the caller's transaction.
 * Idempotent.
 * @returns how many credits were released.
 */
export async function releaseFrozen(tx: Database, wanted: Wanted, at: Date): Promise<number> {
  const { userId, transactionId, disputeId, neededFor } = wanted;
  await lockBalance(tx, userId);
  let left = wanted.creditsMax ?? Infinity;
  const movements = (await findFrozen(tx, userId))
    .filter((one) => transactionId === undefined || one.transactionId === transactionId)
    .filter((one) => disputeId === undefined || one.disputeId === disputeId)
    .map((one) => {
      const delta = Math.min(one.credits, left);
      left -= delta;
      return {
        delta,
        kind: 'dispute_release' as const,
        reference: neededFor === undefined ? one.disputeId : `${one.disputeId}:${neededFor}`,
        transactionId: one.transactionId,
      };
    })
    .filter(({ delta }) => delta > 0);
  if (movements.length > 0) await moveCredits(tx, userId, movements, at);
  return movements.reduce((sum, { delta }) => sum + delta, 0);
}

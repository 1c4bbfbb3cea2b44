import type { Database } from '#server/core/db/database.ts';
import type { creditTransactions } from '#server/core/db/schema/money.ts';
import { releaseFrozen } from '../credits/frozen.ts';
import { lockBalance, moveCredits, type Movement } from '../credits/ledger.ts';
import { findUnspent } from '../credits/unspent.ts';

type Transaction = typeof creditTransactions.$inferSelect;

/** The reason, its reference, and how many credits at most. */
type TakenBack = Pick<Movement, 'kind' | 'reference'> & { credits: number };

/**
 * Takes back up to so many credits of a purchase; spent ones are not taken from other purchases.
 * Where free credits do not suffice, frozen credits of the same purchase are taken. On a repeat, a
 * refund has its credit note and a dispute finds nothing unspent; the entry's unique index is the
 * last guard.
 * @returns how many credits were taken.
 */
export async function takeBack(
  tx: Database,
  { id, userId }: Transaction,
  { kind, reference, credits }: TakenBack,
  now: Date,
): Promise<number> {
  if (credits <= 0) return 0;
  await lockBalance(tx, userId);
  const unspent = (await findUnspent(tx, userId)).get(id) ?? 0;
  const missing = Math.max(0, credits - unspent);
  const released = await releaseFrozen(
    tx,
    { userId, transactionId: id, creditsMax: missing, neededFor: reference },
    now,
  );
  const taken = Math.min(unspent + released, credits);
  if (taken <= 0) return 0;
  await moveCredits(tx, userId, [{ delta: -taken, kind, reference, transactionId: id }], now);
  return taken;
}

import { and, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { users } from '../db/schema/identity.ts';
import { ledgerEntries } from '../db/schema/money.ts';

/** One movement of credits. `kind` and `reference` identify it: there is one entry of each. */
export type Movement = {
  /** Credits added (above 0) or removed (below 0). */
  delta: number;
  kind: (typeof ledgerEntries.$inferInsert)['kind'];
  reference: string;
  /** The purchase that the credits came with. */
  transactionId?: string;
  /** A note for people who read the ledger. */
  reason?: string;
};

/** Thrown inside a transaction to roll it back: the balance would fall below zero. */
export class InsufficientCredits extends Error {
  override name = 'InsufficientCredits';
}

/**
 * Moves a user's credits: changes the balance and writes an entry per movement. Only inside a
 * transaction of the caller, who has checked that these movements have not been made (design
 * section 6); a repeated one violates its entry's unique index and rolls everything back.
 * Throws `InsufficientCredits`.
 * @returns the new balance.
 */
export async function moveCredits(
  tx: Database,
  userId: string,
  movements: readonly Movement[],
  at: Date,
): Promise<number> {
  const total = movements.reduce((sum, { delta }) => sum + delta, 0);
  const [user] = await tx
    .update(users)
    .set({ credits: sql`${users.credits} + ${total}` })
    .where(and(eq(users.id, userId), gte(users.credits, -total)))
    .returning({ credits: users.credits });
  if (!user) throw new InsufficientCredits();
  let balanceAfter = user.credits - total;
  const entries = movements.map((movement) => {
    balanceAfter += movement.delta;
    return { ...movement, userId, balanceAfter, createdAt: at };
  });
  if (entries.length > 0) await tx.insert(ledgerEntries).values(entries);
  return user.credits;
}

/**
 * Locks a user's balance until the transaction ends and returns it: movements of one user are
 * serialized. Throws for a user who does not exist.
 */
export async function lockBalance(tx: Database, userId: string): Promise<number> {
  const [user] = await tx
    .select({ credits: users.credits })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (!user) throw new Error(`there is no user ${userId}`);
  return user.credits;
}

import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
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
  readonly code = 'INSUFFICIENT_CREDITS';
}

/**
 * Moves a user's credits: changes the balance and writes an entry per movement, in one statement. Only
 * inside a transaction of the caller, who has checked that these movements have not been made (design
 * section 6); a repeated one violates its entry's unique index and rolls everything back.
 * Throws `InsufficientCredits`.
 * @param movements at least one.
 * @returns the new balance.
 */
export async function moveCredits(
  tx: Database,
  userId: string,
  movements: readonly Movement[],
  at: Date,
): Promise<number> {
  let total = 0;
  const entries = movements.map((movement, place) => {
    total += movement.delta;
    return { reason: '', ...movement, id: uuidv7(), change: total, place };
  });
  // An entry's place in the order (`sequence`) is assigned after the update has locked the balance.
  const result = await tx.execute(sql`
    with moved as (
      update users set credits = credits + ${total}::int
      where id = ${userId} and credits + ${total}::int >= 0
      returning credits - ${total}::int as before, credits as balance
    ), written as (
      insert into ledger_entries
        (id, user_id, delta, kind, reference, balance_after, transaction_id, reason, created_at)
      select entry.id, ${userId}, entry.delta, entry.kind, entry.reference,
        moved.before + entry.change, entry."transactionId", entry.reason,
        ${sql.param(at, ledgerEntries.createdAt)}::timestamptz
      from moved, jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry(
        id uuid, delta int, kind text, reference text, reason text, "transactionId" uuid,
        change int, place int)
      order by entry.place
    )
    select balance from moved`);
  const [moved] = movedRows.parse(result).rows;
  if (!moved) throw new InsufficientCredits();
  return moved.balance;
}

const movedRows = z.object({ rows: z.array(z.object({ balance: z.int() })).max(1) });

/**
 * Locks a user's balance until the transaction ends and returns it: movements of one user are
 * serialized. Throws for a user who does not exist.
 */
export async function lockBalance(tx: Database, userId: string): Promise<number> {
  return creditsOf(await selectBalance(tx, userId).for('no key update'));
}

/** A user's balance now, for an answer. Throws for a user who does not exist. */
export async function readBalance(db: Database, userId: string): Promise<number> {
  return creditsOf(await selectBalance(db, userId));
}

function selectBalance(db: Database, userId: string) {
  return db.select({ credits: users.credits }).from(users).where(eq(users.id, userId));
}

function creditsOf([user]: { credits: number }[]): number {
  if (!user) throw new Error('the user of this balance does not exist');
  return user.credits;
}

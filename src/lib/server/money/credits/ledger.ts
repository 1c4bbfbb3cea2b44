import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/core/db/database.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { ledgerEntries } from '#server/core/db/schema/money.ts';

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

/** The balance would fall below zero: nothing is moved. */
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
  const { moved, written } = movementOf(tx, movementValues(userId, movements, at));
  const [row] = await tx.with(moved, written).select({ balance: moved.balance }).from(moved);
  if (!row) throw new InsufficientCredits();
  return row.balance;
}

/** The values of a statement that has the parts of `movementOf`. */
type MovementValues = { userId: string; change: number; entries: string; at: string };

/** @param movements at least one. */
export function movementValues(
  userId: string,
  movements: readonly Movement[],
  at: Date,
): MovementValues {
  let change = 0;
  const entries = movements.map((movement, place) => {
    change += movement.delta;
    return { reason: '', ...movement, id: uuidv7(), change, place };
  });
  return { userId, change, entries: JSON.stringify(entries), at: at.toISOString() };
}

/**
 * The parts of a statement that moves credits. “moved” changes the balance, and has no row where it would
 * fall below zero; “written” writes the entries. What else the statement writes selects from “moved”.
 */
export function movementOf(
  db: Database,
  { userId, change, entries, at }: { [Name in keyof MovementValues]: unknown },
) {
  const moved = db.$with('moved', { balance: sql<number>`balance`.as('balance') }).as(
    sql`update ${users} set credits = credits + ${change}::int
        where id = ${userId} and credits + ${change}::int >= 0
        returning credits - ${change}::int as before, credits as balance`,
  );
  // An entry's place in the order (`sequence`) is assigned after the update has locked the balance.
  const written = db.$with('written', {}).as(
    sql`insert into ${ledgerEntries}
        (id, user_id, delta, kind, reference, balance_after, transaction_id, reason, created_at)
      select entry.id, ${userId}::uuid, entry.delta, entry.kind, entry.reference,
        moved.before + entry.change, entry."transactionId", entry.reason, ${at}::timestamptz
      from moved, jsonb_to_recordset(${entries}::jsonb) as entry(
        id uuid, delta int, kind text, reference text, reason text, "transactionId" uuid,
        change int, place int)
      order by entry.place`,
  );
  return { moved, written };
}

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

import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../db/database.ts';
import { users } from '../db/schema/identity.ts';
import { outbox } from '../db/schema/outbox.ts';
import type { LetterKind, letterKinds } from './letter-kinds.ts';

/** A letter about an account, money or one's own work, and whom it is for. */
export type Letter = { [Kind in LetterKind]: LetterOf<Kind> }[LetterKind];

type LetterOf<Kind extends LetterKind> = {
  kind: Kind;
  /** Null for a deleted account, whose address is in the payload. */
  userId: string | null;
  /** What it tells, among letters of its kind: about the same thing there is one letter. */
  about: string;
  payload: z.input<(typeof letterKinds)[Kind]['payload']>;
};

/**
 * Locks the row of whom a letter goes to, as an erasure does, which deletes their letters: one of the two
 * sees what the other has done. Before rows of what they wrote, in an erasure's order.
 * @returns false for an erased account.
 */
export async function lockAddressee(tx: Database, userId: string): Promise<boolean> {
  const rows = tx.select({ erasedAt: users.erasedAt }).from(users).where(eq(users.id, userId));
  const [person] = await rows.for('no key update');
  return person?.erasedAt === null;
}

/**
 * Writes a letter into the outbox, in the transaction of what it tells: the background job sends it.
 * The same letter again writes nothing.
 */
export function writeLetter(tx: Database, letter: Letter, now: Date): Promise<void> {
  return writeLetters(tx, [letter], now);
}

/** The same for many letters; each that was written before is left as it is. */
export async function writeLetters(
  tx: Database,
  letters: readonly Letter[],
  now: Date,
): Promise<void> {
  const rows = letters.map(({ kind, userId, about, payload }) => ({
    kind,
    channel: 'email' as const,
    rank: 0,
    userId,
    deduplicationKey: `${kind}:${about}`,
    payload,
    dueAt: now,
    nextAttemptAt: now,
    createdAt: now,
  }));
  // 500 rows of a dozen values stay below the 65,535 parameters of a statement.
  for (let from = 0; from < rows.length; from += 500) {
    await tx
      .insert(outbox)
      .values(rows.slice(from, from + 500))
      .onConflictDoNothing({ target: outbox.deduplicationKey });
  }
}

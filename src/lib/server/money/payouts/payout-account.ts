import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { maskIban } from '#shared/money/iban.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { payoutAccounts } from '#server/core/db/schema/payouts.ts';
import { outbox } from '#server/core/db/schema/outbox.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { writeLetter } from '#server/core/queue/write-letter.ts';

type Account = typeof payoutAccounts.$inferSelect;

/**
 * Stores where an author wants to be paid, instead of what was there, and writes them a letter about
 * it, one an hour at most: an intruder in their session would otherwise be paid unnoticed. The IBAN is
 * tidy and checked.
 * The same account again changes nothing. Refuses an erased user with `TOKEN_INVALID`.
 */
export async function saveAccount(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
  account: { holderName: string; iban: string },
): Promise<Account | Refusal> {
  const set = { ...account, updatedAt: clock.now() };
  return db.transaction(async (tx) => {
    // Two changes at once come one after the other.
    const [user] = await tx
      .select({ email: users.email, erasedAt: users.erasedAt })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update');
    if (user?.erasedAt !== null) return refuse('TOKEN_INVALID', messages.tokenInvalid);
    const [known] = await tx.select().from(payoutAccounts).where(eq(payoutAccounts.userId, userId));
    if (known?.iban === account.iban && known.holderName === account.holderName) return known;
    const [saved] = await tx
      .insert(payoutAccounts)
      .values({ userId, ...set })
      .onConflictDoUpdate({
        target: payoutAccounts.userId,
        // Two accounts never have the same version, not even within a millisecond.
        set: {
          ...set,
          updatedAt: sql`greatest(excluded.updated_at, ${payoutAccounts.updatedAt} + interval '1 millisecond')`,
        },
      })
      .returning();
    if (!saved) throw new Error('the account was not written');
    if (user.email) await writeAccountLetter(tx, saved);
    return saved;
  });
}

const hourMs = 3_600_000;

/** Tells of a change now, or an hour after the letter before; the last change replaces what waits. */
async function writeAccountLetter(tx: Database, { userId, iban, updatedAt }: Account) {
  const changedAt = updatedAt.toISOString();
  const payload = { maskedIban: maskIban(iban), changedAt };
  const isOwn = and(eq(outbox.kind, 'payout_account'), eq(outbox.userId, userId));
  const isWaiting = and(isNull(outbox.messageId), isNull(outbox.sentAt), isNull(outbox.failedAt));
  const replaced = await tx
    .update(outbox)
    .set({ payload })
    .where(and(isOwn, isWaiting))
    .returning({ id: outbox.id });
  if (replaced.length > 0) return;
  const [last] = await tx
    .select({ dueAt: outbox.dueAt })
    .from(outbox)
    .where(isOwn)
    .orderBy(desc(outbox.dueAt))
    .limit(1);
  const earliest = (last?.dueAt.getTime() ?? 0) + hourMs;
  const dueAt = new Date(Math.max(updatedAt.getTime(), earliest));
  const letter = {
    kind: 'payout_account',
    userId,
    about: `${userId}:${changedAt}`,
    payload,
  } as const;
  await writeLetter(tx, letter, dueAt);
}

/** Removes it; payments keep the account that they went to. */
export async function removeAccount(db: Database, userId: string): Promise<void> {
  await db.delete(payoutAccounts).where(eq(payoutAccounts.userId, userId));
}

import { eq, sql } from 'drizzle-orm';
import { maskIban } from '#shared/money/iban.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { payoutAccounts } from '#server/core/db/schema/payouts.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { writeLetter } from '#server/core/queue/write-letter.ts';

type Account = typeof payoutAccounts.$inferSelect;

/**
 * Stores where an author wants to be paid, instead of what was there, and writes them a letter about
 * it: an intruder in their session would otherwise be paid unnoticed. The IBAN is tidy and checked.
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
    if (user.email) {
      const maskedIban = maskIban(saved.iban);
      const about = `${userId}:${saved.updatedAt.toISOString()}`;
      const letter = { kind: 'payout_account', userId, about, payload: { maskedIban } } as const;
      await writeLetter(tx, letter, saved.updatedAt);
    }
    return saved;
  });
}

/** Removes it; payments keep the account that they went to. */
export async function removeAccount(db: Database, userId: string): Promise<void> {
  await db.delete(payoutAccounts).where(eq(payoutAccounts.userId, userId));
}

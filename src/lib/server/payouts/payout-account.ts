import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { payoutAccounts } from '../db/schema/payouts.ts';

type Account = typeof payoutAccounts.$inferSelect;

/** Stores where an author wants to be paid, instead of what was there. The IBAN is tidy and checked. */
export async function saveAccount(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
  account: { holderName: string; iban: string },
): Promise<Account> {
  const set = { ...account, updatedAt: clock.now() };
  const [saved] = await db
    .insert(payoutAccounts)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: payoutAccounts.userId, set })
    .returning();
  if (!saved) throw new Error('the account was not written');
  return saved;
}

/** Removes it; payments keep the account that they went to. */
export async function removeAccount(db: Database, userId: string): Promise<void> {
  await db.delete(payoutAccounts).where(eq(payoutAccounts.userId, userId));
}

import { eq } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { users } from '#server/core/db/schema/identity.ts';
import type { creditTransactions } from '#server/core/db/schema/money.ts';
import { findRest, sumOf, type Priced } from './locked-rest.ts';
import { charge } from './unlock-chapters.ts';

type Transaction = typeof creditTransactions.$inferSelect;

/** One fails where a chapter is withdrawn at that moment. */
const attemptsMax = 3;

/**
 * Unlocks the rest of a novel that a transaction is for, inside the one that has granted its credits:
 * the chapters that were ordered and are still locked, by number, as far as the confirmed price and the
 * balance go. Whatever fails here, the credits stay the buyer's.
 * @returns what was unlocked; null for a pack.
 */
export async function unlockOrdered(
  tx: Database,
  { log }: Pick<App, 'log'>,
  ordered: Transaction,
  now: Date,
) {
  if (ordered.novelId === null) return null;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      return await tx.transaction((savepoint) => openRest(savepoint, ordered, now));
    } catch (error) {
      log.error({ err: error, transactionId: ordered.id, attempt }, 'an order was not unlocked');
    }
  }
  return { openedChapters: 0, openedCredits: 0 };
}

async function openRest(tx: Database, ordered: Transaction, now: Date) {
  const { userId, novelId, orderedChapterIds, orderedCredits } = ordered;
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  // Of the whole novel: a part may have another name by now.
  const rest = user && (await findRest(tx, user, { novelId: novelId ?? '' }, now));
  let left = Math.min(orderedCredits ?? 0, user?.credits ?? 0);
  const opened: Priced[] = [];
  for (const chapter of rest?.locked ?? []) {
    if (!orderedChapterIds?.includes(chapter.id)) continue;
    left -= chapter.creditCost;
    if (left < 0) break;
    opened.push(chapter);
  }
  if (opened.length > 0) await charge(tx, userId, opened, now);
  return { openedChapters: opened.length, openedCredits: sumOf(opened) };
}

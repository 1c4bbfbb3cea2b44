import { asc, desc } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { closedMonths, earningShares } from '#server/core/db/schema/earnings.ts';
import { ledgerEntries } from '#server/core/db/schema/money.ts';
import type { Database } from '#server/core/db/database.ts';
import { closeMonth, closingDelayMs, type ClosingWorld } from './close-month.ts';
import { endOfMonth, monthAfter, monthOf } from './paris-month.ts';

type World = Pick<App, 'db' | 'clock'>;

/**
 * The month to close next, or null: the one after the last closed one, or the month of the first entry
 * in the ledger, once it has ended for long enough.
 */
export async function findClosable({ db, clock }: World): Promise<string | null> {
  const [latest] = await db.select().from(closedMonths).orderBy(desc(closedMonths.month)).limit(1);
  const next = latest ? monthAfter(latest.month) : await findFirstMonth(db);
  if (next === null) return null;
  return clock.now().getTime() < endOfMonth(next).getTime() + closingDelayMs ? null : next;
}

async function findFirstMonth(db: Database): Promise<string | null> {
  const [first] = await db
    .select({ createdAt: ledgerEntries.createdAt })
    .from(ledgerEntries)
    .orderBy(asc(ledgerEntries.createdAt))
    .limit(1);
  return first ? monthOf(first.createdAt) : null;
}

/**
 * Closes all months that have ended, in order: the background job of statements. A site that has set no
 * share and closed no month pays no authors, or is not ready: nothing is closed.
 */
export async function closeDueMonths(world: ClosingWorld): Promise<void> {
  const isInUse =
    (await world.db.$count(earningShares)) > 0 || (await world.db.$count(closedMonths)) > 0;
  if (!isInUse) return;
  for (;;) {
    const month = await findClosable(world);
    if (month === null) return;
    const closed = await closeMonth(world, month);
    // Another instance or a command was first: what is left is found again.
    if (closed !== 'closed' && closed !== 'already') return;
  }
}

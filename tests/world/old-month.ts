import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { closedMonths } from '#server/core/db/schema/earnings.ts';
import { endOfMonth } from '#server/money/earnings/paris-month.ts';
import { sellerOf } from '#server/money/invoices/invoice-document.ts';

let made = 0;

/**
 * A closed month of long ago with what `write` adds to it, in one transaction: later nothing can be
 * added. The first is January 2020, each other one the month before.
 */
export async function addOldMonth(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  write: (tx: Database, month: string) => Promise<void>,
): Promise<string> {
  const month = new Date(Date.UTC(2020, -made++, 15)).toISOString().slice(0, 7);
  await db.transaction(async (tx) => {
    const closed = { month, endedAt: endOfMonth(month), closedAt: clock.now() };
    await tx.insert(closedMonths).values({ ...closed, publisher: sellerOf(config.publisher) });
    await write(tx, month);
  });
  return month;
}

import { asc, desc, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { closedMonths, statementLines } from '../db/schema/earnings.ts';
import { amountNames, findEntitlements, type Entitlement } from './entitlements.ts';
import { endOfMonth, monthAfter } from './paris-month.ts';

/** How long after its end a month can be closed: transactions under way then have ended. */
export const closingDelayMs = 60 * 60_000;

/** `early`: it has not ended, or only just. `order`: the month before is open, or a later one closed. */
export type Closed = 'closed' | 'already' | 'early' | 'order';

/**
 * Closes a month in Paris: writes, per novel, what it has earned until the month's end less what
 * its earlier lines say. What is recorded late, or corrected, is thereby part of the next month.
 * Idempotent; closings are serialized by an advisory lock, and a closed month cannot be changed.
 */
export async function closeMonth(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  month: string,
): Promise<Closed> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('close_month'))`);
    const months = await tx.select().from(closedMonths).orderBy(desc(closedMonths.month));
    if (months.some((one) => one.month === month)) return 'already';
    const [latest] = months;
    if (latest && month !== monthAfter(latest.month)) return 'order';
    const [until, now] = [endOfMonth(month), clock.now()];
    if (now.getTime() < until.getTime() + closingDelayMs) return 'early';
    const entitled = await findEntitlements(tx, { until, sharesAsOf: now });
    const stated = await findStated(tx);
    await tx.insert(closedMonths).values({ month, endedAt: until, closedAt: now });
    const lines = [...entitled.values()]
      .map((entitlement) => subtract(entitlement, stated.get(entitlement.novelId)))
      .filter(isMoving)
      .map((line) => ({ ...line, month }));
    // 500 rows of ten values stay below the 65,535 parameters of a statement.
    for (let from = 0; from < lines.length; from += 500) {
      await tx.insert(statementLines).values(lines.slice(from, from + 500));
    }
    return 'closed';
  });
}

/** What all closed months say of each novel; its author is the latest line's. */
export async function findStated(db: Database): Promise<Map<string, Entitlement>> {
  const rows = await db.select().from(statementLines).orderBy(asc(statementLines.month));
  const sums = new Map<string, Entitlement>();
  for (const { month: _, ...line } of rows) {
    const before = sums.get(line.novelId);
    if (before)
      for (const name of [...amountNames, 'dueCents'] as const) line[name] += before[name];
    sums.set(line.novelId, line);
  }
  return sums;
}

function subtract(entitlement: Entitlement, stated: Entitlement | undefined): Entitlement {
  const line = { ...entitlement };
  if (stated) for (const name of [...amountNames, 'dueCents'] as const) line[name] -= stated[name];
  return line;
}

function isMoving(line: Entitlement): boolean {
  return [...amountNames, 'dueCents' as const].some((name) => line[name] !== 0);
}

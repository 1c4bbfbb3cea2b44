import { desc } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { closedMonths } from '#server/core/db/schema/earnings.ts';
import { findStated } from './close-month.ts';
import { amountNames, findEntitlements } from './entitlements.ts';

/** A mismatch between two places that must agree, in French, with the id to look at. */
export type Difference = { what: string; id: string; found: string; expected: string };

/**
 * Computes again what each novel had earned at the end of the last closed month and compares it
 * with the sum of its lines. What was recorded late, dated before that end, is named until the next
 * month is closed.
 */
export async function checkStatements(db: Database): Promise<Difference[]> {
  const [latest] = await db.select().from(closedMonths).orderBy(desc(closedMonths.month)).limit(1);
  if (!latest) return [];
  const stated = await findStated(db);
  const entitled = await findEntitlements(db, {
    until: latest.endedAt,
    sharesAsOf: latest.closedAt,
  });
  const differences: Difference[] = [];
  for (const key of new Set([...stated.keys(), ...entitled.keys()])) {
    for (const name of [...amountNames, 'dueCents'] as const) {
      const found = stated.get(key)?.[name] ?? 0;
      const expected = entitled.get(key)?.[name] ?? 0;
      if (found === expected) continue;
      differences.push({
        what: `les relevés d’un roman ne font pas ce que dit le grand livre (${name})`,
        id: key.split(' ', 1).join(''),
        found: String(found),
        expected: String(expected),
      });
    }
  }
  return differences;
}

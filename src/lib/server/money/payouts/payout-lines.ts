import { inArray } from 'drizzle-orm';
import { allLineKinds, type PayLine } from '#shared/money/pay-lines.ts';
import type { Database } from '#server/core/db/database.ts';
import { payoutLines } from '#server/core/db/schema/payouts.ts';

/** The lines of payments, each one's in their order. */
export async function findLines(
  db: Database,
  payoutIds: readonly string[],
): Promise<(payoutId: string) => PayLine[]> {
  const rows = await db
    .select()
    .from(payoutLines)
    .where(inArray(payoutLines.payoutId, [...payoutIds]));
  const byPayout = Map.groupBy(rows, ({ payoutId }) => payoutId);
  const placeOf = ({ kind }: PayLine) => allLineKinds.indexOf(kind);
  return (payoutId) =>
    (byPayout.get(payoutId) ?? [])
      .map(({ kind, baseCents, rate, amountCents }) => ({
        kind,
        base: baseCents,
        rate,
        amount: amountCents,
      }))
      .sort((a, b) => placeOf(a) - placeOf(b));
}

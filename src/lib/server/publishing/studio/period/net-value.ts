import { and, asc, eq, gt, gte, lt } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { eachEarned } from '#server/money/earnings/find-earned.ts';

/**
 * What the unlocks of a novel were worth in two periods, in cents: the credits' price net of VAT and
 * of what refunds and disputes took since, before any share. By the rule of the statements.
 */
export async function netValueOfUnlocks(
  db: Database,
  novelId: string,
  { before, from, end }: { before: Date; from: Date; end: Date },
): Promise<{ before: number; now: number }> {
  const own = await db
    .select({ id: chapters.id })
    .from(chapters)
    .where(eq(chapters.novelId, novelId));
  const ids = new Set(own.map(({ id }) => id));
  const unlockers = async (after: string | null, limit: number) => {
    const rows = await db
      .selectDistinct({ userId: unlocks.userId })
      .from(unlocks)
      .innerJoin(chapters, eq(chapters.id, unlocks.chapterId))
      .where(
        and(
          eq(chapters.novelId, novelId),
          gte(unlocks.createdAt, before),
          lt(unlocks.createdAt, end),
          after === null ? undefined : gt(unlocks.userId, after),
        ),
      )
      .orderBy(asc(unlocks.userId))
      .limit(limit);
    return rows.map(({ userId }) => userId);
  };
  const sums = { before: 0, now: 0 };
  for await (const earned of eachEarned(db, unlockers, null)) {
    for (const { chapterId, at, spentNetCents, carriedNetCents } of earned) {
      if (!ids.has(chapterId) || at < before || at >= end) continue;
      sums[at < from ? 'before' : 'now'] += spentNetCents + carriedNetCents;
    }
  }
  return sums;
}

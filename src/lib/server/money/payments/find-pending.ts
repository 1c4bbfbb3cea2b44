import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';

/** A pending transaction to ask Stripe about. */
export type Asked = { id: string; sessionId: string; createdAt: Date };

const batchMax = 100;

/**
 * Pending transactions that are older than that and have not been checked since, least recently
 * checked first, all of them. A batch is marked as checked when it is read, so that instances share
 * the work, and one that cannot be settled does not block the others.
 */
export async function* findPending(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  olderThanMs: number,
): AsyncGenerator<Asked> {
  const now = clock.now();
  const before = new Date(now.getTime() - olderThanMs);
  const due = db
    .select({ id: creditTransactions.id })
    .from(creditTransactions)
    .where(
      and(
        eq(creditTransactions.status, 'pending'),
        lt(creditTransactions.createdAt, before),
        or(isNull(creditTransactions.checkedAt), lt(creditTransactions.checkedAt, before)),
      ),
    )
    .orderBy(
      sql`${creditTransactions.checkedAt} asc nulls first`,
      asc(creditTransactions.createdAt),
    )
    .limit(batchMax)
    .for('update', { skipLocked: true });
  for (;;) {
    const taken = await db
      .update(creditTransactions)
      .set({ checkedAt: now })
      .where(inArray(creditTransactions.id, due))
      .returning({
        id: creditTransactions.id,
        sessionId: creditTransactions.stripeSessionId,
        createdAt: creditTransactions.createdAt,
      });
    if (taken.length === 0) return;
    for (const { sessionId, ...one } of taken) if (sessionId !== null) yield { ...one, sessionId };
  }
}

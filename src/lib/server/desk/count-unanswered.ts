import { and, eq, gt, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { moderationActs } from '#server/core/db/schema/community.ts';
import type { StaffAct } from './staff-acts.ts';

/** Longer than Stripe's client tries. */
const answeredWithinMs = 5 * 60_000;

/**
 * How many acts forbid this one to ask Stripe for a refund: another of the purchase whose refund Stripe
 * does not have yet, or this one itself once that time is over. Asked while the buyer's row is locked.
 */
export function countUnanswered(
  tx: Database,
  { key, subjectId }: StaffAct,
  { transactionId, knownIds, now }: { transactionId: string; knownIds: string[]; now: Date },
): Promise<number> {
  const { id, act, details, createdAt } = moderationActs;
  const since = new Date(now.getTime() - answeredWithinMs);
  return tx.$count(
    moderationActs,
    and(
      eq(moderationActs.subjectId, subjectId),
      eq(act, 'order.refunded'),
      sql`${details} ->> 'orderId' = ${transactionId}`,
      notInArray(id, knownIds),
      or(and(ne(id, key), gt(createdAt, since)), and(eq(id, key), lte(createdAt, since))),
    ),
  );
}

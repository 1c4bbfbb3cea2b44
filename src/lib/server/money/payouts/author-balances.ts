import { asc, eq, isNotNull, sum } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { inFrench } from '#server/core/db/schema/columns.ts';
import { statementLines } from '#server/core/db/schema/earnings.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { payoutAccounts, payouts } from '#server/core/db/schema/payouts.ts';

/** An author's account with the publisher, in cents, from closed months and payments. */
export type AuthorBalance = {
  authorId: string;
  name: string;
  earnedCents: number;
  paidCents: number;
  /** In a file for the bank, and not yet known to be paid. */
  orderedCents: number;
  /** What is to pay; below 0 where refunds outweigh what is to come. */
  dueCents: number;
  account: { holderName: string; iban: string; updatedAt: Date } | null;
};

/** The accounts of all authors of closed months, by name; of one alone if wanted. */
export async function findAuthorBalances(
  db: Database,
  wantedId?: string,
): Promise<AuthorBalance[]> {
  const earned = await db
    .select({ authorId: statementLines.authorId, cents: sum(statementLines.dueCents) })
    .from(statementLines)
    .where(
      wantedId === undefined
        ? isNotNull(statementLines.authorId)
        : eq(statementLines.authorId, wantedId),
    )
    .groupBy(statementLines.authorId);
  const sent = await db
    .select({ authorId: payouts.authorId, state: payouts.state, cents: sum(payouts.amountCents) })
    .from(payouts)
    .where(wantedId === undefined ? undefined : eq(payouts.authorId, wantedId))
    .groupBy(payouts.authorId, payouts.state);
  const people = await db
    .select({
      id: users.id,
      name: users.name,
      holderName: payoutAccounts.holderName,
      iban: payoutAccounts.iban,
      updatedAt: payoutAccounts.updatedAt,
    })
    .from(users)
    .innerJoin(statementLines, eq(statementLines.authorId, users.id))
    .leftJoin(payoutAccounts, eq(payoutAccounts.userId, users.id))
    .where(wantedId === undefined ? undefined : eq(users.id, wantedId))
    .groupBy(users.id, users.name, payoutAccounts.userId)
    .orderBy(inFrench(users.name), asc(users.id));
  return people.map(({ id: authorId, name, holderName, iban, updatedAt }) => {
    const centsOf = (state: 'paid' | 'ordered') =>
      Number(sent.find((one) => one.authorId === authorId && one.state === state)?.cents ?? 0);
    const earnedCents = Number(earned.find((one) => one.authorId === authorId)?.cents ?? 0);
    const [paidCents, orderedCents] = [centsOf('paid'), centsOf('ordered')];
    return {
      authorId,
      name,
      earnedCents,
      paidCents,
      orderedCents,
      dueCents: earnedCents - paidCents - orderedCents,
      account:
        holderName === null || iban === null || updatedAt === null
          ? null
          : { holderName, iban, updatedAt },
    };
  });
}

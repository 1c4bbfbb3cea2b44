import { and, desc, eq, inArray, isNotNull, lt, sql, sum } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { statementLines, statements } from '#server/core/db/schema/earnings.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { payouts } from '#server/core/db/schema/payouts.ts';
import { writeLetters } from '#server/core/queue/write-letter.ts';

/**
 * Writes each author's statement of a month whose lines are written: what the statement before left,
 * what the month adds, and what was paid since. An author for whom nothing changed and to whom
 * nothing is due has none.
 */
export async function writeStatements(tx: Database, month: string): Promise<void> {
  const earned = await sumOf(
    tx
      .select({ authorId: statementLines.authorId, cents: sum(statementLines.dueCents) })
      .from(statementLines)
      .where(sql`${statementLines.month} = ${month} and ${isNotNull(statementLines.authorId)}`)
      .groupBy(statementLines.authorId),
  );
  const paid = await sumOf(
    tx
      .select({ authorId: payouts.authorId, cents: sum(payouts.amountCents) })
      .from(payouts)
      .where(eq(payouts.state, 'paid'))
      .groupBy(payouts.authorId),
  );
  const paidBefore = await sumOf(
    tx
      .select({ authorId: statements.authorId, cents: sum(statements.paidCents) })
      .from(statements)
      .groupBy(statements.authorId),
  );
  const brought = await findBalances(tx, month);
  const authors = new Set([...earned.keys(), ...paid.keys(), ...brought.keys()]);
  const names = await findNames(tx, [...authors]);
  const rows = [...authors]
    .map((authorId) => {
      const broughtCents = brought.get(authorId) ?? 0;
      const earnedCents = earned.get(authorId) ?? 0;
      const paidCents = (paid.get(authorId) ?? 0) - (paidBefore.get(authorId) ?? 0);
      const balanceCents = broughtCents + earnedCents - paidCents;
      const authorName = names.get(authorId) ?? '';
      return { month, authorId, authorName, broughtCents, earnedCents, paidCents, balanceCents };
    })
    .filter((row) => earned.has(row.authorId) || row.paidCents !== 0 || row.broughtCents !== 0);
  for (let from = 0; from < rows.length; from += 500) {
    await tx.insert(statements).values(rows.slice(from, from + 500));
  }
}

/** A letter for each author with a statement of the month, unless they have no address. */
export async function writeStatementLetters(tx: Database, month: string, now: Date): Promise<void> {
  const authors = await tx
    .select({ userId: users.id })
    .from(statements)
    .innerJoin(users, eq(users.id, statements.authorId))
    .where(and(eq(statements.month, month), isNotNull(users.email)));
  await writeLetters(
    tx,
    authors.map(({ userId }) => ({
      kind: 'statement',
      userId,
      about: `${month}:${userId}`,
      payload: { month },
    })),
    now,
  );
}

async function findNames(tx: Database, ids: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The balance of each author's last statement before a month. */
async function findBalances(tx: Database, month: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectDistinctOn([statements.authorId], {
      authorId: statements.authorId,
      cents: statements.balanceCents,
    })
    .from(statements)
    .where(lt(statements.month, month))
    .orderBy(statements.authorId, desc(statements.month));
  return new Map(rows.map(({ authorId, cents }) => [authorId, cents]));
}

async function sumOf(
  query: PromiseLike<{ authorId: string | null; cents: string | null }[]>,
): Promise<Map<string, number>> {
  const rows = await query;
  return new Map(
    rows.flatMap(({ authorId, cents }) =>
      authorId === null ? [] : [[authorId, Number(cents ?? 0)] as const],
    ),
  );
}

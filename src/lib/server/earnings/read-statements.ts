import { and, asc, desc, eq } from 'drizzle-orm';
import type { StatementBody, StatementsBody } from '#shared/contracts/pay.ts';
import { maskIban } from '#shared/iban.ts';
import type { Database } from '../db/database.ts';
import { closedMonths, statementLines, statements } from '../db/schema/earnings.ts';
import { payoutAccounts, payoutOrders, payouts } from '../db/schema/payouts.ts';

/** An author's statements, newest first, with their lines; one month alone if wanted. */
export async function readStatements(
  db: Database,
  authorId: string,
  month?: string,
): Promise<StatementBody[]> {
  const isWanted = and(
    eq(statements.authorId, authorId),
    month === undefined ? undefined : eq(statements.month, month),
  );
  const rows = await db
    .select({ statement: statements, closedAt: closedMonths.closedAt })
    .from(statements)
    .innerJoin(closedMonths, eq(closedMonths.month, statements.month))
    .where(isWanted)
    .orderBy(desc(statements.month));
  const lines = await db
    .select()
    .from(statementLines)
    .where(
      and(
        eq(statementLines.authorId, authorId),
        month === undefined ? undefined : eq(statementLines.month, month),
      ),
    )
    .orderBy(asc(statementLines.novelTitle), asc(statementLines.novelId));
  const byMonth = Map.groupBy(lines, (line) => line.month);
  return rows.map(({ statement, closedAt }) => ({
    month: statement.month,
    closedAt: closedAt.toISOString(),
    brought: statement.broughtCents,
    earned: statement.earnedCents,
    paid: statement.paidCents,
    balance: statement.balanceCents,
    lines: (byMonth.get(statement.month) ?? []).map(lineBody),
  }));
}

function lineBody(line: typeof statementLines.$inferSelect): StatementBody['lines'][number] {
  return {
    novelId: line.novelId,
    novelTitle: line.novelTitle,
    basisPoints: line.basisPoints,
    paidCredits: line.paidCredits,
    freeCredits: line.freeCredits,
    spentNet: line.spentNetCents,
    spentVat: line.spentVatCents,
    carriedNet: line.carriedNetCents,
    carriedVat: line.carriedVatCents,
    due: line.dueCents,
  };
}

/** All that an author sees about their pay. */
export async function readOwnPay(db: Database, authorId: string): Promise<StatementsBody> {
  const own = await readStatements(db, authorId);
  const paid = await db
    .select({ payout: payouts, order: payoutOrders })
    .from(payouts)
    .innerJoin(payoutOrders, eq(payoutOrders.id, payouts.orderId))
    .where(eq(payouts.authorId, authorId))
    .orderBy(desc(payoutOrders.createdAt), desc(payouts.id));
  const earned = own.reduce((sum, statement) => sum + statement.earned, 0);
  const sent = paid.reduce(
    (sum, { payout }) => sum + (payout.state === 'failed' ? 0 : payout.amountCents),
    0,
  );
  const [account] = await db
    .select()
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, authorId));
  return {
    statements: own,
    payments: paid.map(({ payout, order }) => ({
      _id: payout.id,
      amount: payout.amountCents,
      state: payout.state,
      day: payout.paidOn ?? order.executesOn,
    })),
    due: earned - sent,
    account: account ? accountBody(account) : null,
  };
}

/** An account as its owner sees it. */
export function accountBody(account: {
  holderName: string;
  iban: string;
  updatedAt: Date;
}): NonNullable<StatementsBody['account']> {
  return {
    holderName: account.holderName,
    maskedIban: maskIban(account.iban),
    updatedAt: account.updatedAt.toISOString(),
  };
}

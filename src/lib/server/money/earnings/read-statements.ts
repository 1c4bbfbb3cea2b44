import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { StatementBody, StatementsBody } from '#shared/contracts/pay.ts';
import { maskIban } from '#shared/money/iban.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { inFrench } from '#server/core/db/schema/columns.ts';
import { closedMonths, statementLines, statements } from '#server/core/db/schema/earnings.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { sellerSchema, type Seller } from '../invoices/invoice-document.ts';
import { payoutAccounts, payoutOrders, payouts } from '#server/core/db/schema/payouts.ts';
import { findLines } from '../payouts/payout-lines.ts';
import { listSheets } from '../payouts/tax-sheets.ts';

type Author = Pick<typeof users.$inferSelect, 'id' | 'statementsSeenMonth'>;

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
    .orderBy(inFrench(statementLines.novelTitle), asc(statementLines.novelId));
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

/** Who a statement names, as they were called when it was closed. Ask `readStatements` before. */
export async function findStatementNames(
  db: Database,
  authorId: string,
  month: string,
): Promise<{ authorName: string; seller: Seller }> {
  const [row] = await db
    .select({ authorName: statements.authorName, publisher: closedMonths.publisher })
    .from(statements)
    .innerJoin(closedMonths, eq(closedMonths.month, statements.month))
    .where(and(eq(statements.authorId, authorId), eq(statements.month, month)));
  if (!row) throw new Error(`the statement of ${month} is gone`);
  return { authorName: row.authorName, seller: sellerSchema.parse(row.publisher) };
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
export async function readOwnPay(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  author: Author,
): Promise<Omit<StatementsBody, 'mayChangeAccount'>> {
  const { id: authorId } = author;
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
  const linesOf = await findLines(
    db,
    paid.map(({ payout }) => payout.id),
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
      net: payout.netCents ?? payout.amountCents,
      lines: linesOf(payout.id),
      state: payout.state,
      day: payout.paidOn ?? order.executesOn,
    })),
    due: earned - sent,
    newStatement: await findNewStatement(db, author),
    account: account ? accountBody(account) : null,
    sheets: await listSheets({ db, clock }, authorId),
    owesVat: config.vat.regime === 'rates',
  };
}

/** The month of an author's newest statement; null for none, and where they have seen it. */
export async function findNewStatement(
  db: Database,
  { id, statementsSeenMonth }: Author,
): Promise<string | null> {
  const isOwn = eq(statements.authorId, id);
  const isNew =
    statementsSeenMonth === null ? isOwn : and(isOwn, gt(statements.month, statementsSeenMonth));
  const [newest] = await db
    .select({ month: statements.month })
    .from(statements)
    .where(isNew)
    .orderBy(desc(statements.month))
    .limit(1);
  return newest?.month ?? null;
}

/** Records that an author has seen a closed month's statement; never backwards. */
export async function seeStatement(db: Database, authorId: string, month: string): Promise<void> {
  const isOwn = sql`exists (select from ${statements} where ${statements.authorId} = ${users.id} and ${statements.month} = ${month})`;
  await db
    .update(users)
    .set({ statementsSeenMonth: sql`greatest(${users.statementsSeenMonth}, ${month})` })
    .where(and(eq(users.id, authorId), isOwn));
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

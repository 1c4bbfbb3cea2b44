/** What a user has paid and was paid. */
import { and, eq, exists, inArray, not, or } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#server/core/db/database.ts';
import {
  earningShares,
  novelHandovers,
  statementLines,
  statements,
} from '#server/core/db/schema/earnings.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import {
  creditTransactions,
  ledgerEntries,
  stripeCustomers,
  unlocks,
} from '#server/core/db/schema/money.ts';
import {
  payoutAccounts,
  payoutLines,
  payoutOrders,
  payouts,
  payRates,
  taxSheets,
} from '#server/core/db/schema/payouts.ts';
import {
  disputes,
  returnedRefunds,
  withdrawalDeclarations,
  withdrawals,
} from '#server/core/db/schema/returns.ts';
import { emptyFailedPurchases } from './erasures.ts';
import {
  chapterTitles,
  deletes,
  isOf,
  retains,
  novelTitle,
  ofOwnNovels,
  type Erasure,
  type PersonalList,
} from './personal-list.ts';

const books = 'The books: ten years.';
/** Of a column left out. */
const admin = 'The admin who did it: their data.';
const publisher = 'Who of the publisher did it; the shell has no name.';

/** Rows of purchases of the user. */
const ofPurchases = (column: PgColumn) => (db: Database, userId: string) =>
  inArray(
    column,
    db
      .select({ id: creditTransactions.id })
      .from(creditTransactions)
      .where(eq(creditTransactions.userId, userId)),
  );

/** Those that no payment was computed from; the others are as necessary as the payment. */
const deleteUnusedSheets: Erasure = {
  columns: [taxSheets.authorId],
  retained: 'What payments were computed from: ten years, as the books.',
  run: async (tx, userId) => {
    const isUsed = exists(tx.select().from(payouts).where(eq(payouts.sheetId, taxSheets.id)));
    await tx.delete(taxSheets).where(and(eq(taxSheets.authorId, userId), not(isUsed)));
    return [];
  },
};

export const personalMoney: readonly PersonalList[] = [
  {
    key: 'unlocks',
    erasure: [retains(unlocks.userId, 'What the ledger’s credits went to.')],
    extra: chapterTitles(unlocks.chapterId),
    of: isOf(unlocks.userId),
    by: [unlocks.chapterId],
  },
  {
    key: 'ledger',
    erasure: [retains(ledgerEntries.userId, books)],
    of: isOf(ledgerEntries.userId),
    by: [ledgerEntries.sequence],
  },
  {
    key: 'transactions',
    erasure: [emptyFailedPurchases],
    extra: novelTitle(creditTransactions.novelId),
    of: isOf(creditTransactions.userId),
    by: [creditTransactions.createdAt, creditTransactions.id],
  },
  {
    key: 'invoices',
    erasure: [retains(invoices.transactionId, books)],
    of: ofPurchases(invoices.transactionId),
    by: [invoices.id],
  },
  {
    key: 'disputes',
    erasure: [retains(disputes.transactionId, books)],
    of: ofPurchases(disputes.transactionId),
    by: [disputes.id],
  },
  {
    key: 'returnedRefunds',
    erasure: [
      retains(returnedRefunds.transactionId, books),
      retains(returnedRefunds.settledBy, publisher),
    ],
    omitted: { settledBy: admin },
    of: ofPurchases(returnedRefunds.transactionId),
    by: [returnedRefunds.id],
  },
  {
    key: 'withdrawals',
    erasure: [
      retains(withdrawals.userId, 'What credit notes were issued for.'),
      retains(withdrawals.settledBy, publisher),
    ],
    omitted: { settledBy: admin },
    of: isOf(withdrawals.userId),
    by: [withdrawals.id],
  },
  {
    key: 'withdrawalDeclarations',
    erasure: [
      retains(
        withdrawalDeclarations.transactionId,
        'What was declared of a purchase: as long as the books. Without one: evidence, five years (art. 2224 C. civ.).',
      ),
      retains(withdrawalDeclarations.answeredBy, publisher),
    ],
    omitted: { answeredBy: admin },
    // Not by its address, which was typed and never verified.
    of: ofPurchases(withdrawalDeclarations.transactionId),
    by: [withdrawalDeclarations.id],
  },
  {
    key: 'stripeCustomer',
    erasure: [deletes(stripeCustomers.userId)],
    of: isOf(stripeCustomers.userId),
    by: [stripeCustomers.userId],
  },
  {
    key: 'earningShares',
    erasure: [
      retains(earningShares.authorId, 'What the months are computed from.'),
      retains(earningShares.setBy, publisher),
    ],
    extra: novelTitle(earningShares.novelId),
    omitted: { setBy: admin },
    of: (db, userId) =>
      or(
        eq(earningShares.authorId, userId),
        eq(earningShares.setBy, userId),
        ofOwnNovels(earningShares.novelId)(db, userId),
      ),
    by: [earningShares.id],
  },
  {
    key: 'novelHandovers',
    erasure: [retains(novelHandovers.fromUserId, 'Whose what was earned before is.')],
    extra: novelTitle(novelHandovers.novelId),
    of: isOf(novelHandovers.fromUserId),
    by: [novelHandovers.id],
  },
  {
    key: 'statements',
    erasure: [retains(statements.authorId, books)],
    of: isOf(statements.authorId),
    by: [statements.month],
  },
  {
    key: 'statementLines',
    erasure: [retains(statementLines.authorId, books)],
    of: isOf(statementLines.authorId),
    by: [statementLines.id],
  },
  {
    key: 'payoutAccount',
    erasure: [deletes(payoutAccounts.userId)],
    of: isOf(payoutAccounts.userId),
    by: [payoutAccounts.userId],
  },
  {
    key: 'payouts',
    erasure: [
      retains(payouts.authorId, 'The books: ten years, with the account that was paid.'),
      retains(payouts.settledBy, publisher),
    ],
    omitted: { settledBy: admin },
    of: isOf(payouts.authorId),
    by: [payouts.id],
  },
  {
    key: 'payoutLines',
    erasure: [retains(payoutLines.payoutId, books)],
    of: (db, userId) =>
      inArray(
        payoutLines.payoutId,
        db.select({ id: payouts.id }).from(payouts).where(eq(payouts.authorId, userId)),
      ),
    by: [payoutLines.payoutId, payoutLines.kind],
  },
  {
    key: 'taxSheets',
    erasure: [deleteUnusedSheets],
    of: isOf(taxSheets.authorId),
    by: [taxSheets.id],
  },
  {
    key: 'payRates',
    erasure: [retains(payRates.setBy, publisher)],
    of: isOf(payRates.setBy),
    by: [payRates.id],
  },
  {
    key: 'payoutOrders',
    erasure: [retains(payoutOrders.createdBy, publisher)],
    of: isOf(payoutOrders.createdBy),
    by: [payoutOrders.id],
  },
];

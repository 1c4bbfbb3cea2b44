/** What a user has paid and was paid. */
import { eq, inArray, or } from 'drizzle-orm';
import {
  earningShares,
  novelHandovers,
  statementLines,
  statements,
} from '../db/schema/earnings.ts';
import { invoices } from '../db/schema/invoices.ts';
import { creditTransactions, ledgerEntries, stripeCustomers, unlocks } from '../db/schema/money.ts';
import { payoutAccounts, payoutOrders, payouts } from '../db/schema/payouts.ts';
import { disputes, returnedRefunds, withdrawals } from '../db/schema/returns.ts';
import { section, type ExportSection } from './export-section.ts';
import { isOf, novelTitle, chapterTitles, ofOwnNovels } from './export-selections.ts';

/** In the order in which they are written. */
export const moneySections: readonly ExportSection[] = [
  section('unlocks', {
    table: unlocks,
    extra: chapterTitles(unlocks.chapterId),
    of: isOf(unlocks.userId),
    by: [unlocks.chapterId],
  }),
  section('ledger', {
    table: ledgerEntries,
    of: isOf(ledgerEntries.userId),
    by: [ledgerEntries.sequence],
  }),
  section('transactions', {
    table: creditTransactions,
    of: isOf(creditTransactions.userId),
    by: [creditTransactions.createdAt, creditTransactions.id],
  }),
  section('invoices', {
    table: invoices,
    of: (db, userId) =>
      inArray(
        invoices.transactionId,
        db
          .select({ id: creditTransactions.id })
          .from(creditTransactions)
          .where(eq(creditTransactions.userId, userId)),
      ),
    by: [invoices.id],
  }),
  section('disputes', {
    table: disputes,
    of: (db, userId) =>
      inArray(
        disputes.transactionId,
        db
          .select({ id: creditTransactions.id })
          .from(creditTransactions)
          .where(eq(creditTransactions.userId, userId)),
      ),
    by: [disputes.id],
  }),
  section('returnedRefunds', {
    table: returnedRefunds,
    // The admin who settled it: their data.
    omitted: ['settledBy'],
    of: (db, userId) =>
      inArray(
        returnedRefunds.transactionId,
        db
          .select({ id: creditTransactions.id })
          .from(creditTransactions)
          .where(eq(creditTransactions.userId, userId)),
      ),
    by: [returnedRefunds.id],
  }),
  section('withdrawals', {
    table: withdrawals,
    // The admin who settled it: their data.
    omitted: ['settledBy'],
    of: isOf(withdrawals.userId),
    by: [withdrawals.id],
  }),
  section('stripeCustomer', {
    table: stripeCustomers,
    of: isOf(stripeCustomers.userId),
    by: [stripeCustomers.userId],
  }),
  section('earningShares', {
    table: earningShares,
    extra: novelTitle(earningShares.novelId),
    // The admin who set it: their data.
    omitted: ['setBy'],
    of: (db, userId) =>
      or(
        eq(earningShares.authorId, userId),
        eq(earningShares.setBy, userId),
        ofOwnNovels(earningShares.novelId)(db, userId),
      ),
    by: [earningShares.id],
  }),
  section('novelHandovers', {
    table: novelHandovers,
    extra: novelTitle(novelHandovers.novelId),
    of: isOf(novelHandovers.fromUserId),
    by: [novelHandovers.id],
  }),
  section('statements', {
    table: statements,
    of: isOf(statements.authorId),
    by: [statements.month],
  }),
  section('statementLines', {
    table: statementLines,
    of: isOf(statementLines.authorId),
    by: [statementLines.id],
  }),
  section('payoutAccount', {
    table: payoutAccounts,
    of: isOf(payoutAccounts.userId),
    by: [payoutAccounts.userId],
  }),
  section('payouts', {
    table: payouts,
    // The admin who settled it: their data.
    omitted: ['settledBy'],
    of: isOf(payouts.authorId),
    by: [payouts.id],
  }),
  section('payoutOrders', {
    table: payoutOrders,
    of: isOf(payoutOrders.createdBy),
    by: [payoutOrders.id],
  }),
];

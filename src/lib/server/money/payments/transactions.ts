import { and, asc, desc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { openedSentence } from '#shared/money/opened-words.ts';
import { transactionsListMax } from '#shared/constants.ts';
import { storedBillingSchema, type TransactionBody } from '#shared/contracts/credits.ts';
import type { App } from '#server/app.ts';
import { findFrozen } from '../credits/frozen.ts';
import { findUnspent } from '../credits/unspent.ts';
import type { Database } from '#server/core/db/database.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { disputes, returnedRefunds, withdrawals } from '#server/core/db/schema/returns.ts';
import type { Buyer } from '../invoices/invoice-document.ts';
import { isReturnedDue } from './returned-refund.ts';
import { stateOf } from './owed.ts';
import { refundsBlocked } from './refused-withdrawal.ts';
import { frozenOf, withdrawalCents } from './withdraw.ts';
import { lastWithdrawalDay, mayWithdraw } from './withdrawal-deadline.ts';

type Transaction = typeof creditTransactions.$inferSelect;
type Invoice = typeof invoices.$inferSelect;
type Withdrawal = typeof withdrawals.$inferSelect;
type Returned = typeof returnedRefunds.$inferSelect;
type Dispute = typeof disputes.$inferSelect;

/** A user's purchases, newest first, with the actions possible for each. Seven queries. */
export async function listTransactions(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
): Promise<TransactionBody[]> {
  const transactions = await db
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.userId, userId))
    .orderBy(desc(creditTransactions.createdAt))
    .limit(transactionsListMax);
  if (transactions.length === 0) return [];
  const ids = transactions.map(({ id }) => id);
  const [issued, declared, returned, open, unspent, frozen] = await Promise.all([
    db
      .select()
      .from(invoices)
      .where(inArray(invoices.transactionId, ids))
      .orderBy(invoices.issuedAt),
    db.select().from(withdrawals).where(inArray(withdrawals.transactionId, ids)),
    db
      .select()
      .from(returnedRefunds)
      .where(
        and(
          inArray(returnedRefunds.transactionId, ids),
          or(isReturnedDue, isNotNull(returnedRefunds.transferredOn)),
        ),
      )
      .orderBy(asc(returnedRefunds.returnedAt), asc(returnedRefunds.id)),
    db
      .select()
      .from(disputes)
      .where(and(inArray(disputes.transactionId, ids), eq(disputes.state, 'open'))),
    findUnspent(db, userId),
    findFrozen(db, userId),
  ]);
  const now = clock.now();
  return transactions.map((transaction) =>
    toListed(transaction, {
      issued: issued.filter(({ transactionId }) => transactionId === transaction.id),
      withdrawal: declared.find(({ transactionId }) => transactionId === transaction.id),
      returned: returned.filter(({ transactionId }) => transactionId === transaction.id),
      dispute: open.find(({ transactionId }) => transactionId === transaction.id),
      unspentCredits: unspent.get(transaction.id) ?? 0,
      frozenCredits: frozenOf(frozen, transaction.id),
      now,
    }),
  );
}

/** A purchase as every call returns it (specification, section 7). */
export function toTransactionBody(transaction: Transaction) {
  return {
    _id: transaction.id,
    credits: transaction.credits,
    amount: transaction.amountCents,
    status: transaction.status,
    createdAt: transaction.createdAt.toISOString(),
    completedAt: transaction.completedAt?.toISOString() ?? null,
    rest: toRest(transaction),
  };
}

function toRest(transaction: Transaction): TransactionBody['rest'] {
  const { novelId, orderedChapterIds, openedChapters: opened } = transaction;
  if (novelId === null || orderedChapterIds === null) return undefined;
  const chapters = orderedChapterIds.length;
  // No others are opened by it.
  const isAsOrdered =
    opened === chapters && transaction.openedCredits === transaction.orderedCredits;
  return { novelId, chapters, opened, isAsOrdered };
}

/** What a purchase has unlocked, in a sentence; null for a pack. */
export async function findOpenedSentence(db: Database, id: string): Promise<string | null> {
  const [found] = await db.select().from(creditTransactions).where(eq(creditTransactions.id, id));
  const rest = found && toRest(found);
  return rest ? openedSentence(rest) : null;
}

/** The billing details of a user's last order, or null. */
export async function findLastBilling(db: Database, userId: string): Promise<Buyer | null> {
  const [last] = await db
    .select({ billing: creditTransactions.billing })
    .from(creditTransactions)
    .where(
      and(eq(creditTransactions.userId, userId), isNotNull(creditTransactions.stripeSessionId)),
    )
    .orderBy(desc(creditTransactions.createdAt))
    .limit(1);
  const billing = storedBillingSchema.safeParse(last?.billing);
  return billing.success ? billing.data : null;
}

type Around = {
  issued: readonly Invoice[];
  withdrawal: Withdrawal | undefined;
  /** Those that are owed or were paid by a transfer. */
  returned: readonly Returned[];
  /** An open one. */
  dispute: Dispute | undefined;
  unspentCredits: number;
  /** Credits frozen by disputes: also unspent. */
  frozenCredits: number;
  now: Date;
};

function toListed(
  transaction: Transaction,
  { issued, withdrawal, returned, dispute, unspentCredits, frozenCredits, now }: Around,
): TransactionBody {
  const isDisputed = dispute !== undefined;
  const withdrawableCredits = unspentCredits + frozenCredits;
  return {
    ...toTransactionBody(transaction),
    packName: transaction.packName,
    refundedCents: transaction.refundedCents - returnedCents(withdrawal, returned),
    isSubmitted: transaction.submittedAt !== null,
    invoiceNumber: issued.find(({ kind }) => kind === 'invoice')?.number ?? null,
    creditNotes: issued
      .filter(({ kind }) => kind === 'credit_note')
      .map(({ id, number, totalCents }) => ({ _id: id, number, amount: totalCents })),
    withdrawable: withdrawal ? null : findWithdrawable(transaction, withdrawableCredits, now),
    withdrawal: withdrawal ? toWithdrawal(withdrawal, isDisputed) : null,
    returned: returned.map((refund) => toReturned(refund, isDisputed)),
    dispute:
      dispute && frozenCredits > 0
        ? { openedAt: dispute.openedAt.toISOString(), frozenCredits }
        : null,
  };
}

/** What has a credit note and came back to us, and that no transfer has paid yet, in cents. */
function returnedCents(withdrawal: Withdrawal | undefined, returned: readonly Returned[]): number {
  const { refundedAt, transferCents, transferNoteCents } = withdrawal ?? { refundedAt: null };
  const ofWithdrawal = refundedAt === null ? (transferCents ?? 0) - (transferNoteCents ?? 0) : 0;
  return returned
    .filter(({ transferredOn }) => transferredOn === null)
    .reduce((sum, { dueCents }) => sum + dueCents, ofWithdrawal);
}

function toReturned(
  { id, dueCents, transferReference: reference, transferredOn: paidOn }: Returned,
  isDisputed: boolean,
): TransactionBody['returned'][number] {
  const isPaid = reference !== null && paidOn !== null;
  const owed = isDisputed ? 'disputed' : 'transfer';
  return {
    _id: id,
    amount: dueCents,
    state: isPaid ? 'transferred' : owed,
    transfer: isPaid ? { reference, paidOn } : null,
  };
}

function toWithdrawal(
  withdrawal: Withdrawal,
  isDisputed: boolean,
): NonNullable<TransactionBody['withdrawal']> {
  const { transferReference: reference, transferredOn: paidOn } = withdrawal;
  const state = stateOf(withdrawal, isDisputed);
  return {
    credits: withdrawal.credits,
    amount: withdrawal.amountCents,
    requestedAt: withdrawal.requestedAt.toISOString(),
    refundedAt: withdrawal.refundedAt?.toISOString() ?? null,
    // Of a block the buyer learns only that it takes longer: both ways of paying are open.
    state: withdrawal.refusalCode === refundsBlocked && state === 'transfer' ? 'owed' : state,
    transfer: reference === null || paidOn === null ? null : { reference, paidOn },
  };
}

function findWithdrawable(
  transaction: Transaction,
  credits: number,
  now: Date,
): TransactionBody['withdrawable'] {
  const { completedAt } = transaction;
  const amount = withdrawalCents(transaction, credits);
  if (completedAt === null || amount <= 0 || !mayWithdraw(completedAt, now)) return null;
  return { credits, amount, lastDay: lastWithdrawalDay(completedAt) };
}

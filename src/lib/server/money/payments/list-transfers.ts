import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { transfersListMax } from '#shared/constants.ts';
import { storedBillingSchema } from '#shared/contracts/credits.ts';
import type { TransferBody } from '#shared/contracts/transfers.ts';
import { messages } from '#shared/messages.ts';
import type { Database } from '#server/core/db/database.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { returnedRefunds, withdrawals } from '#server/core/db/schema/returns.ts';
import { isOwed, isUndisputed } from './owed.ts';
import { refundFailed } from './refused-withdrawal.ts';
import { isReturnedDue } from './returned-refund.ts';

const admins = alias(users, 'admins');

/**
 * Withdrawals and returned refunds that wait for a bank transfer (`open`), oldest first, or were settled
 * by one, newest first.
 */
export async function listTransfers(
  db: Database,
  state: 'open' | 'settled',
): Promise<TransferBody[]> {
  const rows =
    state === 'open'
      ? select(db)
          .where(
            and(
              isOwed,
              isNotNull(withdrawals.refusedAt),
              isUndisputed(db, withdrawals.transactionId),
            ),
          )
          .orderBy(asc(withdrawals.requestedAt), asc(withdrawals.id))
      : select(db)
          .where(isNotNull(withdrawals.transferredOn))
          .orderBy(desc(withdrawals.refundedAt), desc(withdrawals.id));
  const ofWithdrawals = (await rows.limit(transfersListMax)).flatMap(toBody);
  const returned =
    state === 'open'
      ? selectReturned(db)
          .where(and(isReturnedDue, isUndisputed(db, returnedRefunds.transactionId)))
          .orderBy(asc(returnedRefunds.returnedAt), asc(returnedRefunds.id))
      : selectReturned(db)
          .where(isNotNull(returnedRefunds.transferredOn))
          .orderBy(desc(returnedRefunds.settledAt), desc(returnedRefunds.id));
  const ofReturned = (await returned.limit(transfersListMax)).map(returnedBody);
  const at = ({ requestedAt, settled }: TransferBody) => settled?.notedAt ?? requestedAt;
  const sign = state === 'open' ? 1 : -1;
  return [...ofWithdrawals, ...ofReturned]
    .toSorted((one, other) => sign * at(one).localeCompare(at(other)))
    .slice(0, transfersListMax);
}

/** One of them by its id; null for a withdrawal that Stripe has not refused, or an unknown id. */
export async function findTransfer(db: Database, id: string): Promise<TransferBody | null> {
  const [found] = (await select(db).where(eq(withdrawals.id, id))).flatMap(toBody);
  if (found) return found;
  const [returned] = await selectReturned(db).where(eq(returnedRefunds.id, id));
  return returned ? returnedBody(returned) : null;
}

function select(db: Database) {
  return db
    .select({ withdrawal: withdrawals, transaction: creditTransactions, admin: admins })
    .from(withdrawals)
    .innerJoin(creditTransactions, eq(creditTransactions.id, withdrawals.transactionId))
    .leftJoin(admins, eq(admins.id, withdrawals.settledBy))
    .$dynamic();
}

function toBody({
  withdrawal,
  transaction,
  admin,
}: Awaited<ReturnType<typeof select>>[number]): TransferBody[] {
  const { refusedAt, transferCents, transferReference, transferredOn, refundedAt } = withdrawal;
  if (refusedAt === null || transferCents === null) return [];
  const buyer = storedBillingSchema.safeParse(transaction.billing).data;
  return [
    {
      _id: withdrawal.id,
      transactionId: transaction.id,
      packName: transaction.packName,
      buyer: { name: buyer?.fullName ?? '', email: buyer?.email ?? '' },
      credits: withdrawal.credits,
      amount: transferCents,
      requestedAt: withdrawal.requestedAt.toISOString(),
      refusedAt: refusedAt.toISOString(),
      refusalCode: withdrawal.refusalCode ?? '',
      settled:
        transferReference === null || transferredOn === null || refundedAt === null
          ? null
          : {
              reference: transferReference,
              paidOn: transferredOn,
              notedAt: refundedAt.toISOString(),
              by: admin && nameOf(admin),
            },
    },
  ];
}

function nameOf({ erasedAt, displayName, name }: typeof users.$inferSelect): string {
  return erasedAt === null ? displayName || name : messages.accountGone;
}

function selectReturned(db: Database) {
  return db
    .select({ returned: returnedRefunds, transaction: creditTransactions, admin: admins })
    .from(returnedRefunds)
    .innerJoin(creditTransactions, eq(creditTransactions.id, returnedRefunds.transactionId))
    .leftJoin(admins, eq(admins.id, returnedRefunds.settledBy))
    .$dynamic();
}

function returnedBody({
  returned,
  transaction,
  admin,
}: Awaited<ReturnType<typeof selectReturned>>[number]): TransferBody {
  const { transferReference: reference, transferredOn: paidOn, settledAt } = returned;
  const buyer = storedBillingSchema.safeParse(transaction.billing).data;
  const at = returned.returnedAt.toISOString();
  return {
    _id: returned.id,
    transactionId: transaction.id,
    packName: transaction.packName,
    buyer: { name: buyer?.fullName ?? '', email: buyer?.email ?? '' },
    // Its credits were taken back when it was recorded.
    credits: 0,
    amount: returned.dueCents,
    requestedAt: at,
    refusedAt: at,
    refusalCode: refundFailed,
    settled:
      reference === null || paidOn === null || settledAt === null
        ? null
        : { reference, paidOn, notedAt: settledAt.toISOString(), by: admin && nameOf(admin) },
  };
}

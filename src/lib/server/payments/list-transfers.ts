import { and, asc, desc, eq, isNotNull, isNull, notExists, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { transfersListMax } from '#shared/constants.ts';
import { billingInfoSchema } from '#shared/contracts/credits.ts';
import type { TransferBody } from '#shared/contracts/transfers.ts';
import { messages } from '#shared/messages.ts';
import type { Database } from '../db/database.ts';
import { users } from '../db/schema/identity.ts';
import { creditTransactions } from '../db/schema/money.ts';
import { disputes, withdrawals } from '../db/schema/returns.ts';

const admins = alias(users, 'admins');

/**
 * Withdrawals that wait for a bank transfer (`open`), oldest first, or were settled by one, newest
 * first.
 */
export async function listTransfers(
  db: Database,
  state: 'open' | 'settled',
): Promise<TransferBody[]> {
  const rows =
    state === 'open'
      ? select(db)
          .where(
            and(isNull(withdrawals.refundedAt), isNotNull(withdrawals.refusedAt), undisputed(db)),
          )
          .orderBy(asc(withdrawals.requestedAt), asc(withdrawals.id))
      : select(db)
          .where(isNotNull(withdrawals.transferredOn))
          .orderBy(desc(withdrawals.refundedAt), desc(withdrawals.id));
  return (await rows.limit(transfersListMax)).flatMap(toBody);
}

/** One of them by its id; null for a withdrawal that Stripe has not refused. */
export async function findTransfer(db: Database, id: string): Promise<TransferBody | null> {
  const [found] = (await select(db).where(eq(withdrawals.id, id))).flatMap(toBody);
  return found ?? null;
}

/** While a bank decides, nothing is to be paid: it may refund the buyer itself. */
function undisputed(db: Database): SQL {
  const isOpen = and(
    eq(disputes.transactionId, withdrawals.transactionId),
    eq(disputes.state, 'open'),
  );
  return notExists(db.select({ id: disputes.id }).from(disputes).where(isOpen));
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
  const buyer = billingInfoSchema.safeParse(transaction.billing).data;
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

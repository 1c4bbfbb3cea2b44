import { and, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { disputes, returnedRefunds, withdrawals } from '#server/core/db/schema/returns.ts';
import { checkStatements, type Difference } from '../earnings/check-statements.ts';
import { statementRules } from '../earnings/statement-rules.ts';
import { ledgerRules } from './ledger-rules.ts';
import { findPaidBackCents, isOwed, isUndisputed } from './owed.ts';
import { isReturnedDue } from './returned-refund.ts';
import type { Payments } from './stripe.ts';
import { givenBackCents } from './stripe-objects.ts';

const overdueMs = 24 * 60 * 60_000;

const row = z.object({
  id: z.string(),
  found: z.coerce.string().nullable(),
  expected: z.coerce.string().nullable(),
});

/** Compares the database with itself; returns mismatches, and what is overdue. */
export async function checkLedger(db: Database, now: Date): Promise<Difference[]> {
  return [
    ...(await findViolations(db, ledgerRules)),
    ...(await findViolations(db, statementRules)),
    ...(await checkStatements(db)),
    ...(await findOverdue(db, now)),
  ];
}

/** The rows that violate rules such as `ledgerRules`. */
export async function findViolations(
  db: Database,
  rules: typeof ledgerRules,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const { what, query } of rules) {
    const result = await db.execute(sql.raw(query));
    const rows = z.object({ rows: z.array(row) }).parse(result).rows;
    differences.push(
      ...rows.map(({ id, found, expected }) => ({
        what,
        id,
        found: found ?? '—',
        expected: expected ?? '—',
      })),
    );
  }
  return differences;
}

/**
 * The reconciliation pays a withdrawal within minutes; one that it cannot pay needs an admin. While
 * a dispute is open nothing is due: the bank may refund the buyer itself.
 */
async function findOverdue(db: Database, now: Date): Promise<Difference[]> {
  const before = new Date(now.getTime() - overdueMs);
  const owed = await db
    .select({
      id: withdrawals.transactionId,
      amountCents: withdrawals.amountCents,
      transferCents: withdrawals.transferCents,
    })
    .from(withdrawals)
    .where(
      and(isOwed, lt(withdrawals.requestedAt, before), isUndisputed(db, withdrawals.transactionId)),
    );
  const returned = await db
    .select({ id: returnedRefunds.transactionId, dueCents: returnedRefunds.dueCents })
    .from(returnedRefunds)
    .where(and(isReturnedDue, lt(returnedRefunds.returnedAt, before)));
  const waiting = returned.map(({ id, dueCents }) => ({
    what: 'un remboursement que la banque a renvoyé attend un virement depuis plus d’un jour',
    id,
    found: 'dû',
    expected: String(dueCents),
  }));
  const unpaid = owed.map(({ id, amountCents, transferCents }) => ({
    what:
      transferCents === null
        ? 'une rétractation n’est pas remboursée depuis plus d’un jour'
        : 'une rétractation que Stripe refuse attend un virement depuis plus d’un jour',
    id,
    found: 'due',
    expected: String(transferCents ?? amountCents),
  }));
  return [...unpaid, ...waiting];
}

/**
 * Compares our sessions at Stripe from an instant on with our transactions: what was paid there is
 * completed here, for the same sum, and what was refunded there is refunded here, in particular the
 * refund that a withdrawal names as its payment. Disputes have the same state on both sides. Throws
 * `PaymentUnavailable`.
 */
export async function checkStripe(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  payments: Payments,
  from: Date,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const paid = new Set<string>();
  // What is completed while Stripe is read may be missing from the result.
  const begunAt = clock.now();
  for await (const session of payments.listSessions(from)) {
    const { transactionId, paymentIntentId } = session;
    if (transactionId === null || session.paymentStatus !== 'paid') continue;
    paid.add(transactionId);
    const transaction = await findTransaction(db, transactionId);
    if (transaction?.status !== 'completed') {
      differences.push({
        what: 'un paiement reçu par Stripe n’est pas crédité',
        id: transactionId,
        found: transaction?.status ?? 'aucune transaction',
        expected: 'completed',
      });
      continue;
    }
    if (transaction.amountCents !== session.amountCents) {
      differences.push({
        what: 'Stripe a reçu une autre somme',
        id: transactionId,
        found: String(transaction.amountCents),
        expected: String(session.amountCents),
      });
    }
    const refunds = paymentIntentId === null ? [] : await payments.listRefunds(paymentIntentId);
    const refundedCents = await findPaidBackCents(db, transactionId, givenBackCents(refunds));
    if (refundedCents !== transaction.refundedCents) {
      differences.push({
        what: 'Stripe a remboursé une autre somme',
        id: transactionId,
        found: String(transaction.refundedCents),
        expected: String(refundedCents),
      });
    }
    differences.push(...(await findUnpaidWithdrawal(db, transactionId, refundedCents)));
  }
  return [
    ...differences,
    ...(await findUnpaid(db, paid, { from, before: begunAt })),
    ...(await compareDisputes(db, payments, { from, before: begunAt })),
  ];
}

/** A withdrawal recorded as paid although less was refunded than it asks for. */
async function findUnpaidWithdrawal(
  db: Database,
  transactionId: string,
  givenCents: number,
): Promise<Difference[]> {
  const [noted] = await db
    .select({
      id: withdrawals.id,
      owedCents: withdrawals.amountCents,
      priceCents: creditTransactions.amountCents,
      beforeCents: withdrawals.refundedBeforeCents,
    })
    .from(withdrawals)
    .innerJoin(creditTransactions, eq(creditTransactions.id, withdrawals.transactionId))
    .where(
      and(
        eq(withdrawals.transactionId, transactionId),
        isNotNull(withdrawals.refundedAt),
        isNull(withdrawals.stripeDisputeId),
      ),
    );
  if (!noted) return [];
  const { id, owedCents, priceCents, beforeCents } = noted;
  const dueCents = Math.min(owedCents, priceCents - beforeCents);
  const paidCents = Math.max(0, givenCents - beforeCents);
  if (paidCents >= dueCents) return [];
  return [
    {
      what: 'une rétractation est notée remboursée, et Stripe n’en a pas rendu la somme',
      id,
      found: String(paidCents),
      expected: String(dueCents),
    },
  ];
}

/** Disputes over our payments whose state at Stripe differs from ours. */
async function compareDisputes(
  db: Database,
  payments: Payments,
  { from, before }: { from: Date; before: Date },
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for await (const { id, state, paymentIntentId, openedAt } of payments.listDisputesSince(from)) {
    if (state === null || paymentIntentId === null || openedAt > before) continue;
    const [own] = await db
      .select({ noted: disputes.state })
      .from(creditTransactions)
      .leftJoin(disputes, eq(disputes.id, id))
      .where(eq(creditTransactions.stripePaymentIntentId, paymentIntentId));
    if (!own || own.noted === state) continue;
    differences.push({
      what: 'un litige n’est pas noté comme chez Stripe',
      id,
      found: own.noted ?? 'aucun',
      expected: state,
    });
  }
  return differences;
}

/** Purchases begun and completed here within a period that Stripe does not report as paid. */
async function findUnpaid(
  db: Database,
  paid: ReadonlySet<string>,
  { from, before }: { from: Date; before: Date },
): Promise<Difference[]> {
  const completed = await db
    .select({ id: creditTransactions.id })
    .from(creditTransactions)
    .where(
      and(
        eq(creditTransactions.status, 'completed'),
        gte(creditTransactions.createdAt, from),
        lt(creditTransactions.completedAt, before),
      ),
    );
  return completed
    .filter(({ id }) => !paid.has(id))
    .map(({ id }) => ({
      what: 'un achat crédité n’est pas payé chez Stripe',
      id,
      found: 'completed',
      expected: 'aucun paiement',
    }));
}

async function findTransaction(db: Database, id: string) {
  const [transaction] = await db
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.id, id));
  return transaction;
}

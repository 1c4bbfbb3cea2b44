import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { creditTransactions, withdrawals } from '../db/schema/money.ts';
import type { Payments } from './stripe.ts';
import { givenBackCents } from './stripe-objects.ts';

/** A difference between two places that must agree, in French, with the id to look at. */
export type Difference = { what: string; id: string; found: string; expected: string };

const overdueMs = 24 * 60 * 60_000;

const row = z.object({
  id: z.string(),
  found: z.coerce.string().nullable(),
  expected: z.coerce.string().nullable(),
});

/**
 * What must hold in the database, one query each: it gives the rows for which it does not, as
 * `id`, `found` and `expected`.
 */
const rules: readonly { what: string; query: string }[] = [
  {
    what: 'le solde d’un compte n’est pas la somme de ses écritures',
    query: `select u.id, u.credits as found, coalesce(sum(l.delta), 0) as expected
      from users u left join ledger_entries l on l.user_id = u.id
      group by u.id having u.credits <> coalesce(sum(l.delta), 0)`,
  },
  {
    what: 'une écriture ne continue pas celle d’avant',
    query: `select id, balance_after as found, running as expected from (
      select id, balance_after, sum(delta) over (partition by user_id order by sequence) as running
      from ledger_entries) e where balance_after <> running`,
  },
  {
    what: 'un chapitre ouvert n’a pas son écriture',
    query: `select u.user_id || ':' || u.chapter_id as id, coalesce(l.delta::text, 'aucune') as found,
        -u.cost_credits as expected
      from unlocks u left join ledger_entries l
        on l.kind = 'unlock' and l.reference = u.user_id || ':' || u.chapter_id
      where l.id is null or l.delta <> -u.cost_credits`,
  },
  {
    what: 'une écriture de déverrouillage n’a pas de chapitre ouvert',
    query: `select l.id, 'aucun' as found, l.reference as expected
      from ledger_entries l left join unlocks u
        on l.reference = u.user_id || ':' || u.chapter_id
      where l.kind = 'unlock' and u.user_id is null`,
  },
  {
    what: 'un achat payé n’a pas ses crédits',
    query: `select t.id, coalesce(l.delta::text, 'aucun') as found, t.credits as expected
      from credit_transactions t left join ledger_entries l
        on l.kind = 'purchase' and l.transaction_id = t.id and l.user_id = t.user_id
      where t.status = 'completed' and (l.id is null or l.delta <> t.credits)`,
  },
  {
    what: 'un achat qui n’est pas payé a donné des crédits',
    query: `select t.id, l.delta as found, 0 as expected
      from credit_transactions t join ledger_entries l
        on l.kind = 'purchase' and l.transaction_id = t.id
      where t.status <> 'completed'`,
  },
  {
    what: 'un achat payé n’a pas sa facture',
    query: `select t.id, coalesce(i.total_cents::text, 'aucune') as found, t.amount_cents as expected
      from credit_transactions t left join invoices i
        on i.kind = 'invoice' and i.transaction_id = t.id
      where (t.status = 'completed') <> (i.id is not null) or i.total_cents <> t.amount_cents`,
  },
  {
    what: 'les avoirs d’un achat ne font pas ce qui en a été remboursé',
    query: `select t.id, coalesce(-sum(i.total_cents), 0) as found, t.refunded_cents as expected
      from credit_transactions t left join invoices i
        on i.kind = 'credit_note' and i.transaction_id = t.id
      group by t.id having coalesce(-sum(i.total_cents), 0) <> t.refunded_cents`,
  },
  {
    what: 'il manque un numéro de facture ou d’avoir',
    query: `select c.kind || ' ' || c.year as id, count(i.id) as found, c.last_number as expected
      from invoice_counters c left join invoices i on i.kind = c.kind and i.year = c.year
      group by c.kind, c.year, c.last_number
      having count(i.id) <> c.last_number or max(i.sequence) <> c.last_number`,
  },
  {
    what: 'une rétractation n’a pas son écriture',
    query: `select w.id, coalesce(l.delta::text, 'aucune') as found, -w.credits as expected
      from withdrawals w left join ledger_entries l
        on l.kind = 'withdrawal' and l.reference = w.id::text
      where l.id is null or l.delta <> -w.credits`,
  },
];

/** Compares the database with itself; gives what does not agree, and what is owed too long. */
export async function checkLedger(db: Database, now: Date): Promise<Difference[]> {
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
  return [...differences, ...(await findOverdue(db, now))];
}

/** The reconciliation pays a withdrawal within minutes; one that it cannot pay is for a person. */
async function findOverdue(db: Database, now: Date): Promise<Difference[]> {
  const before = new Date(now.getTime() - overdueMs);
  const owed = await db
    .select({ id: withdrawals.transactionId, amountCents: withdrawals.amountCents })
    .from(withdrawals)
    .where(and(isNull(withdrawals.refundedAt), lt(withdrawals.requestedAt, before)));
  return owed.map(({ id, amountCents }) => ({
    what: 'une rétractation n’est pas remboursée depuis plus d’un jour',
    id,
    found: 'due',
    expected: String(amountCents),
  }));
}

/**
 * Compares the sessions that Stripe has of us from an instant on with our transactions: what was
 * paid there is completed here, for the same sum, and what was given back there is refunded here.
 * Throws `PaymentUnavailable`.
 */
export async function checkStripe(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  payments: Payments,
  from: Date,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const paid = new Set<string>();
  // What is completed while Stripe is read may be missing from what was read.
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
    const refundedCents = givenBackCents(refunds);
    if (refundedCents !== transaction.refundedCents) {
      differences.push({
        what: 'Stripe a remboursé une autre somme',
        id: transactionId,
        found: String(transaction.refundedCents),
        expected: String(refundedCents),
      });
    }
  }
  return [...differences, ...(await findUnpaid(db, paid, { from, before: begunAt }))];
}

/** What was begun and completed here within a time, and is not among what Stripe says was paid. */
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

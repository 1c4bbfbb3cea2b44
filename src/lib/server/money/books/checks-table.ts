import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { BookPeriod, BookTable } from '#shared/contracts/books.ts';
import { verdictWrong } from '#shared/money/book-tables.ts';
import { formatEuros } from '#shared/site/formats.ts';
import { addDays } from '#shared/time/add-days.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { bookTable, boundsOf, rowsOf, sumOf } from './book-table.ts';
import { balanceAt, findUnspentAt } from './credit-tables.ts';
import { findSettledDay } from './read-balance.ts';
import { readDocuments } from './documents.ts';
import { readEntries } from './journal.ts';
import { reportingTable, type VatRules } from './sales-tables.ts';

const both = z.object({ left: z.number(), right: z.number().default(0) });

/** Whether the tables of a period agree with one another: each sum, made in two ways. */
export async function checksTable(
  db: Database,
  period: BookPeriod,
  rules: VatRules,
): Promise<BookTable> {
  const { start, end } = boundsOf(period);
  const within = (column: string) =>
    sql`${sql.raw(column)} >= ${start.toISOString()} and ${sql.raw(column)} < ${end.toISOString()}`;
  const compare = async (query: ReturnType<typeof sql>) =>
    (await rowsOf(db, query, both))[0] ?? { left: 0, right: 0 };

  const issued = await compare(sql`select coalesce(sum(total_cents), 0)::float8 as left
    from invoices i where ${within('i.issued_at')}`);
  const documents = await readDocuments(db, period);
  const reported = [false, true].map((ofBusinesses) =>
    reportingTable(documents, rules, { ofBusinesses }),
  );
  const reportedTotal = sumOf(reported, ({ columns, sums }) =>
    sumOf(
      columns.map(({ kind }, at) => (kind === 'euros' ? Number(sums?.[at] ?? 0) : 0)),
      (cents) => cents,
    ),
  );
  let [debits, credits, sold] = [0, 0, 0];
  for await (const { journal, parts } of readEntries(db, period)) {
    for (const [role, cents] of parts) {
      debits += Math.max(0, cents);
      credits += Math.max(0, -cents);
      if (journal === 'VE' && role !== 'customers') sold -= cents;
    }
  }
  const [unspent] = await findUnspentAt(db, [end]);
  const left =
    sumOf([...(unspent?.paid.values() ?? [])], ({ credits }) => credits) +
    (unspent?.givenCredits ?? 0);
  // Stripe's sums are looked up by index, for the period's documents only.
  const charged = await compare(sql`
    select coalesce(sum(i.total_cents), 0)::float8 as left,
      coalesce(sum(l.cents), 0)::float8 as right
    from invoices i join credit_transactions t on t.id = i.transaction_id
    left join lateral (select sum(amount_cents) as cents from balance_lines
      where category = 'charge' and payment_intent_id = t.stripe_payment_intent_id) l on true
    where i.kind = 'invoice' and ${within('i.issued_at')}`);
  const refunded = await compare(sql`
    select coalesce(sum(-i.total_cents), 0)::float8 as left,
      coalesce(sum(-l.cents), 0)::float8 as right
    from invoices i left join lateral (select sum(amount_cents) as cents from balance_lines
      where category = 'refund' and source_id = i.refund_reference) l on true
    where i.kind = 'credit_note' and i.refund_reference not like 'transfer:%'
      and ${within('i.issued_at')}`);
  const paidOut = await compare(sql`
    select coalesce(sum(p.amount_cents), 0)::float8 as left,
      coalesce(sum((select sum(net_cents) from balance_lines l where l.payout_id = p.id
        and l.category <> 'payout')), 0)::float8 as right
    from stripe_payouts p where p.is_complete and p.currency = 'eur'
      and p.arrives_on between ${period.from}::date and ${period.to}::date`);

  const lost = await compare(sql`
    select coalesce(sum(round(-e.delta * i.net_cents / t.credits::numeric)), 0)::float8 as left
    from ledger_entries e join credit_transactions t on t.id = e.transaction_id
    join invoices i on i.transaction_id = t.id and i.kind = 'invoice'
    where e.kind = 'dispute' and ${within('e.created_at')}`);

  const balance = await balanceAt(db, end);
  const checks: [what: string, left: number, right: number, ofCredits?: true][] = [
    ['Factures moins avoirs et e-reporting', issued.left, reportedTotal],
    ['Factures moins avoirs et journal (ventes et TVA)', issued.left, sold],
    ['Débits et crédits du journal', debits, credits],
    ['Factures et paiements chez Stripe', charged.left, charged.right],
    ['Avoirs et remboursements chez Stripe', refunded.left, refunded.right],
    ['Versements et leurs lignes', paidOut.left, paidOut.right],
    ['Soldes des lecteurs et crédits non dépensés, en crédits', balance, left, true],
  ];
  type Check = (typeof checks)[number];
  const sum = (valueOf: (check: Check) => number) => (check: Check) =>
    check[3] ? String(valueOf(check)) : valueOf(check);
  return bookTable<Check>(
    [
      ['Contrôle', 'text', ([what]) => what],
      ['D’un côté', 'euros', sum(([, one]) => one)],
      ['De l’autre', 'euros', sum(([, , other]) => other)],
      ['Écart', 'euros', sum(([, one, other]) => one - other)],
      ['Résultat', 'verdict', ([, one, other]) => (one === other ? 'Juste' : verdictWrong)],
    ],
    checks,
    {
      sums: null,
      notes: [
        ...(lost.left > 0
          ? [
              `Litiges perdus\u00A0: 411 garde la somme que la banque a reprise, et les crédits repris (${formatEuros(lost.left)} hors TVA) sont passés de 487 en ventes, sans avoir. Votre comptable les passe en perte.`,
            ]
          : []),
        'Stripe est lu tous les quarts d’heure\u00A0: un paiement tout récent peut manquer d’un côté. Un remboursement que la banque a renvoyé, ou refait à la main, n’a qu’un avoir.',
      ],
    },
  );
}

/** Checks of a period that do not come out, by name. */
export async function findWrongChecks(
  db: Database,
  period: BookPeriod,
  rules: VatRules,
): Promise<string[]> {
  const { rows } = await checksTable(db, period, rules);
  return rows.filter((row) => row.at(-1) === verdictWrong).map(([what]) => String(what));
}

type World = Pick<App, 'db' | 'clock' | 'payments' | 'config'>;
type Lately = { wrong: string[]; from: string; to: string };
const latest = new WeakMap<Database, { hour: number; found: Lately }>();

/**
 * Checks of this month and the one before, as far as Stripe is read, that do not come out. Computed once
 * an hour: they read the whole ledger. None where nothing is sold through Stripe.
 */
export async function findLatelyWrong({ db, clock, payments, config }: World): Promise<Lately> {
  const hour = Math.floor(clock.now().getTime() / 3_600_000);
  const known = latest.get(db);
  if (known?.hour === hour) return known.found;
  const to = payments && (await findSettledDay({ db, clock, payments }));
  if (!to) return { wrong: [], from: '', to: '' };
  const from = `${addDays(`${to.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
  const wrong = await findWrongChecks(db, { from, to, by: 'month' }, config);
  latest.set(db, { hour, found: { wrong, from, to } });
  return { wrong, from, to };
}

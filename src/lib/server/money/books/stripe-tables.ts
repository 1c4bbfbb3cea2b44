/** What Stripe collected, kept and paid to the bank (decision 154). */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { BookPeriod, BookTable } from '#shared/contracts/books.ts';
import type { Database } from '#server/core/db/database.ts';
import {
  bookTable,
  boundsOf,
  dayOf,
  groupsOf,
  partOf,
  rowsOf,
  sumOf,
  type BookColumn,
} from './book-table.ts';

/** Balance lines of one kind: `isOurs` where their payment is a purchase of this site. */
const linesSchema = z.object({
  category: z.string(),
  isOurs: z.boolean(),
  lines: z.number(),
  amountCents: z.number(),
  feeCents: z.number(),
  netCents: z.number(),
});
type Lines = z.output<typeof linesSchema>;

/** Selects the sums of `Lines`, for lines `l` and purchases `t` joined to them. */
const lineSums = sql.raw(`l.category, t.id is not null as "isOurs",
  count(l.id)::float8 as lines, coalesce(sum(l.amount_cents), 0)::float8 as "amountCents",
  coalesce(sum(l.fee_cents), 0)::float8 as "feeCents",
  coalesce(sum(l.net_cents), 0)::float8 as "netCents"`);

const saleCategories = ['charge', 'charge_failure'];
const refundCategories = ['refund', 'refund_failure', 'partial_capture_reversal'];
const disputeCategories = ['dispute', 'dispute_reversal'];
/** Categories of lines that a purchase of this site causes. */
export const ourCategories = [...saleCategories, ...refundCategories, ...disputeCategories];
const payoutCategories = ['payout', 'payout_reversal'];

const amountOf =
  (categories: readonly string[]) =>
  (lines: readonly Lines[]): number =>
    sumOf(
      lines.filter((one) => one.isOurs && categories.includes(one.category)),
      (one) => one.amountCents,
    );
const isOurSale = (one: Lines) => one.isOurs && ourCategories.includes(one.category);
/** Stripe's own: those of our payments, and those of the account. Above 0. */
const feesOf = (lines: readonly Lines[]) =>
  sumOf(lines.filter(isOurSale), ({ feeCents }) => feeCents) - netOf(lines, ['fee']);
/** The net of lines whose category is, or is not, one of these. */
const netOf = (lines: readonly Lines[], categories: readonly string[], isOne = true) =>
  sumOf(
    lines.filter(({ category }) => categories.includes(category) === isOne),
    ({ netCents }) => netCents,
  );

/** What makes up a net, without what went `toBank`. */
const columnsOf = (toBank: readonly string[]): BookColumn<readonly Lines[]>[] => {
  const known = [...toBank, 'fee'];
  return [
    ['Ventes', 'euros', amountOf(saleCategories)],
    ['Remboursements', 'euros', amountOf(refundCategories)],
    ['Litiges', 'euros', amountOf(disputeCategories)],
    ['Frais', 'euros', (lines) => -feesOf(lines)],
    [
      'Autres',
      'euros',
      (lines) =>
        netOf(
          lines.filter((one) => !isOurSale(one)),
          known,
          false,
        ),
    ],
    ['Net', 'euros', (lines) => netOf(lines, toBank, false)],
  ];
};

const readNote =
  'Lu chez Stripe tous les quarts d’heure. «\u00A0Autres\u00A0»\u00A0: ce qui ne vient pas des ventes de ce site, comme un autre produit du même compte.';

/** By month or day of the movement at Stripe. */
export async function movementsTable(db: Database, period: BookPeriod): Promise<BookTable> {
  const { start, end } = boundsOf(period);
  const query = sql`
    select ${dayOf('l.created_at')} as day, ${lineSums}
    from balance_lines l
    left join credit_transactions t on t.stripe_payment_intent_id = l.payment_intent_id
    where l.currency = 'eur'
      and l.created_at >= ${start.toISOString()} and l.created_at < ${end.toISOString()}
    group by 1, l.category, t.id is not null order by 1`;
  const rows = await rowsOf(db, query, linesSchema.extend({ day: z.string() }));
  return bookTable(
    [
      [period.by === 'day' ? 'Jour' : 'Mois', 'text', ([one]) => partOf(one.day, period)],
      ...columnsOf(payoutCategories),
      ['Versé à la banque', 'euros', (lines) => -netOf(lines, payoutCategories)],
    ],
    groupsOf(rows, ({ day }) => [partOf(day, period)]),
    { notes: [readNote] },
  );
}

const payoutSchema = linesSchema.extend({
  // Null where it has no lines yet.
  category: z
    .string()
    .nullable()
    .transform((category) => category ?? ''),
  id: z.string(),
  arrivesOn: z.string(),
  status: z.string(),
  paidCents: z.number(),
  isComplete: z.boolean(),
});
type PayoutLines = z.output<typeof payoutSchema>;

/** Payouts that reach the bank in the period, each against the lines that it pays. */
export async function payoutsTable(db: Database, { from, to }: BookPeriod): Promise<BookTable> {
  const query = sql`
    select p.id, p.arrives_on::text as "arrivesOn", p.status, p.amount_cents as "paidCents",
      p.is_complete as "isComplete", ${lineSums}
    from stripe_payouts p left join balance_lines l on l.payout_id = p.id
    left join credit_transactions t on t.stripe_payment_intent_id = l.payment_intent_id
    where p.currency = 'eur' and p.arrives_on between ${from}::date and ${to}::date
    group by p.id, l.category, t.id is not null order by p.arrives_on, p.id`;
  const rows = await rowsOf(db, query, payoutSchema);
  // What an earlier payout brought back is one of its lines, its own is not.
  const sums = columnsOf(['payout']).map(
    ([label, kind, valueOf]): BookColumn<[PayoutLines, ...PayoutLines[]]> => [
      label,
      kind,
      (lines) => (lines[0].isComplete ? valueOf(lines.filter((one) => one.lines > 0)) : null),
    ],
  );
  return bookTable(
    [
      ['Arrivée', 'text', ([one]) => one.arrivesOn],
      ['Versement', 'text', ([one]) => one.id],
      ['État', 'text', ([one]) => states[one.status] ?? one.status],
      ...sums,
      ['Versé', 'euros', ([one]) => (isSent(one) ? one.paidCents : 0)],
      [
        'Écart',
        'euros',
        (lines) =>
          lines[0].isComplete ? lines[0].paidCents - netOf(lines, ['payout'], false) : null,
      ],
    ],
    groupsOf(rows, ({ id }) => [id]),
    {
      notes: [
        'Un versement est égal à ses lignes, au centime\u00A0; ce qu’un versement échoué a rendu est dans les «\u00A0Autres\u00A0» du suivant. Celui que vous avez demandé à la main n’a pas de lignes chez Stripe, et un versement récent pas encore.',
        readNote,
      ],
    },
  );
}

const isSent = ({ status }: PayoutLines) => status !== 'failed' && status !== 'canceled';

const states: Readonly<Record<string, string>> = {
  paid: 'payé',
  in_transit: 'en route',
  pending: 'à venir',
  canceled: 'annulé',
  failed: 'échoué',
};

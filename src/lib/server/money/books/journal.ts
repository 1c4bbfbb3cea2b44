/**
 * The journal of sales in the form of the FEC (arrêté du 29 juillet 2013, art. A47 A-1 du LPF): an
 * import for the accountant, who makes the FEC itself (decision 154).
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  bookRoles,
  type BookAccount,
  type BookPeriod,
  type BookRole,
} from '#shared/contracts/books.ts';
import { addDays } from '#shared/time/add-days.ts';
import type { Database } from '#server/core/db/database.ts';
import { bookAccounts } from '#server/core/db/schema/books.ts';
import { boundsOf, dayOf, rowsOf, sumOf } from './book-table.ts';
import { findUnspentAt, type UnspentAt } from './credit-tables.ts';
import { ourCategories } from './stripe-tables.ts';

/** The 18 fields, in their order. */
const fields = (
  'JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef ' +
  'PieceDate EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise'
).split(' ');

const defaults: Record<BookRole, Omit<BookAccount, 'role'>> = {
  customers: { number: '411', label: 'Clients' },
  sales: { number: '706', label: 'Prestations de services' },
  vat: { number: '4457', label: 'TVA collectée' },
  bank: { number: '512', label: 'Compte Stripe' },
  fees: { number: '627', label: 'Services bancaires' },
  deferred: { number: '487', label: 'Produits constatés d’avance' },
};

/** The accounts in use. */
export async function readAccounts(db: Database): Promise<BookAccount[]> {
  const stored = await db.select().from(bookAccounts);
  return bookRoles.map(
    (role) => stored.find((one) => one.role === role) ?? { role, ...defaults[role] },
  );
}

/** Above 0 debits, below 0 credits; the sum of an entry's parts is 0. */
export type Entry = {
  journal: 'VE' | 'BQ' | 'OD';
  day: string;
  reference: string;
  text: string;
  parts: [role: BookRole, cents: number][];
};

const journals = { VE: 'Ventes', BQ: 'Stripe', OD: 'Opérations diverses' } as const;

const rowSchema = z.object({
  source: z.enum(['document', 'line']),
  day: z.string(),
  reference: z.string(),
  kind: z.string(),
  net: z.number(),
  /** The VAT of a document, the fee of a line. */
  more: z.number(),
  total: z.number(),
});

/**
 * The entries of days in a row, in an order that later days do not change: documents, then Stripe's
 * lines, then on the last day of a month what is deferred.
 */
export async function* readEntries(
  db: Database,
  period: Pick<BookPeriod, 'from' | 'to'>,
): AsyncGenerator<Entry> {
  const ends = daysOf(period).filter(isLastOfMonth);
  const before = ends.slice(0, 1).map((end) => addDays(`${end.slice(0, 8)}01`, -1));
  const instants = [...before, ...ends].map((end) => boundsOf({ from: end, to: end }).end);
  const deferred = (await findUnspentAt(db, instants)).map(deferredCents);
  for (const day of daysOf(period)) {
    for (const row of await rowsOf(db, rowsOfDay(day), rowSchema)) yield entryOf(row);
    const at = ends.indexOf(day);
    if (at < 0) continue;
    const change = (deferred[at + 1] ?? 0) - (deferred[at] ?? 0);
    if (change === 0) continue;
    yield {
      journal: 'OD',
      day,
      reference: `PCA-${day.slice(0, 7)}`,
      text: 'Crédits vendus et non dépensés, variation du mois',
      parts: [
        ['sales', change],
        ['deferred', -change],
      ],
    };
  }
}

const deferredCents = ({ paid, frozen }: UnspentAt) =>
  sumOf([...paid.values(), ...frozen.values()], ({ netCents }) => netCents);

const isLastOfMonth = (day: string) => addDays(day, 1).endsWith('-01');

function daysOf({ from, to }: Pick<BookPeriod, 'from' | 'to'>): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

function rowsOfDay(day: string) {
  const { start, end } = boundsOf({ from: day, to: day });
  const within = (column: string) =>
    sql`${sql.raw(column)} >= ${start.toISOString()} and ${sql.raw(column)} < ${end.toISOString()}`;
  const ours = sql.join(
    ourCategories.map((category) => sql`${category}`),
    sql`, `,
  );
  return sql`
    select 'document' as source, ${dayOf('i.issued_at')} as day, i.number as reference, i.kind,
      i.net_cents as net, i.vat_cents as more, i.total_cents as total,
      case i.kind when 'invoice' then 1 else 2 end as place, i.sequence as nth
    from invoices i where ${within('i.issued_at')}
    union all
    select 'line', ${dayOf('l.created_at')}, l.id, l.category, l.net_cents, l.fee_cents,
      l.amount_cents, 3, extract(epoch from l.created_at)::bigint
    from balance_lines l
    left join credit_transactions t on t.stripe_payment_intent_id = l.payment_intent_id
    where ${within('l.created_at')} and l.currency = 'eur'
      and ((t.id is not null and l.category in (${ours})) or l.category = 'fee')
    order by place, nth, reference`;
}

function entryOf({
  source,
  day,
  reference,
  kind,
  net,
  more,
  total,
}: z.output<typeof rowSchema>): Entry {
  if (source === 'line') {
    // What Stripe takes for itself has no customer: all of it is a fee.
    const [fees, customers] = kind === 'fee' ? [-net, 0] : [more, total];
    return {
      journal: 'BQ',
      day,
      reference,
      text: `Stripe ${kind}`,
      parts: [
        ['bank', net],
        ['fees', fees],
        ['customers', -customers],
      ],
    };
  }
  return {
    journal: 'VE',
    day,
    reference,
    text: `${kind === 'invoice' ? 'Facture' : 'Avoir'} ${reference}`,
    parts: [
      ['customers', total],
      ['sales', -net],
      ['vat', -more],
    ],
  };
}

/**
 * The journal of a period. Entries are numbered from 1 on in each calendar year, whichever period is
 * asked for, without a gap.
 */
export async function* journalLines(
  db: Database,
  { from, to }: Pick<BookPeriod, 'from' | 'to'>,
): AsyncGenerator<string> {
  const accounts = new Map((await readAccounts(db)).map((one) => [one.role, one]));
  yield lineOf(fields);
  let [year, number] = ['', 0];
  for await (const entry of readEntries(db, { from: `${from.slice(0, 4)}-01-01`, to })) {
    const { journal, day, reference, text, parts } = entry;
    number = day.startsWith(year) && year !== '' ? number + 1 : 1;
    year = day.slice(0, 4);
    if (day < from) continue;
    const date = day.replaceAll('-', '');
    const shown = parts.filter(([, cents], at) => cents !== 0 || (at < 2 && isEmpty(parts)));
    for (const [role, cents] of shown) {
      const account = accounts.get(role) ?? { number: '', label: '' };
      const [debit, credit] = [Math.max(0, cents), Math.max(0, -cents)].map(amount);
      // No auxiliary account, no letter, no other currency.
      const booked = [
        journal,
        journals[journal],
        String(number),
        date,
        account.number,
        account.label,
      ];
      const document = ['', '', reference, date, text, debit, credit, '', '', date, '', ''];
      yield lineOf([...booked, ...document]);
    }
  }
}

const isEmpty = (parts: Entry['parts']) => parts.every(([, cents]) => cents === 0);

/** Tabs separate the fields, so none is in one. */
const lineOf = (values: readonly (string | undefined)[]) =>
  `${values.map((value = '') => value.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')}\r\n`;

const amount = (cents: number) =>
  `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;

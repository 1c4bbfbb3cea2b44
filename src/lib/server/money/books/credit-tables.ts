/** What became of credits: moved in a period, and unspent at its end (decision 154). */
import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { BookPeriod, BookTable } from '#shared/contracts/books.ts';
import { formatDay, parisDay } from '#shared/site/formats.ts';
import { monthName } from '#shared/time/month-name.ts';
import type { Database } from '#server/core/db/database.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { ledgerEntries } from '#server/core/db/schema/money.ts';
import { applyToLots, type Lot } from '../credits/lots.ts';
import { bookTable, boundsOf, dayOf, groupsOf, partOf, rowsOf, sumOf } from './book-table.ts';

const movedSchema = z.object({ day: z.string(), kind: z.string(), credits: z.number() });
type Moved = z.output<typeof movedSchema>;

/** The sum of all balances at an instant. */
export async function balanceAt(db: Database, instant: Date): Promise<number> {
  const [row] = await db
    .select({ credits: sql<number>`coalesce(sum(${ledgerEntries.delta}), 0)::float8` })
    .from(ledgerEntries)
    .where(lt(ledgerEntries.createdAt, instant));
  return row?.credits ?? 0;
}

/** Credits sold, given, spent and taken back by month or day, between two balances. */
export async function creditsTable(db: Database, period: BookPeriod): Promise<BookTable> {
  const { start, end } = boundsOf(period);
  const query = sql`
    select ${dayOf('created_at')} as day, kind,
      sum(delta)::float8 as credits
    from ledger_entries
    where created_at >= ${start.toISOString()} and created_at < ${end.toISOString()}
    group by 1, 2 order by 1, 2`;
  const rows = await rowsOf(db, query, movedSchema);
  let after = await balanceAt(db, start);
  const parts = groupsOf(rows, ({ day }) => [partOf(day, period)]).map((moved) => {
    const before = after;
    after += sumOf(moved, ({ credits }) => credits);
    return { part: partOf(moved[0].day, period), moved, before, after };
  });
  type Part = (typeof parts)[number];
  const of =
    (...kinds: Moved['kind'][]) =>
    ({ moved }: Part) =>
      sumOf(
        moved.filter(({ kind }) => kinds.includes(kind)),
        ({ credits }) => credits,
      );
  const table = bookTable<Part>(
    [
      [period.by === 'day' ? 'Jour' : 'Mois', 'text', ({ part }) => part],
      ['Au début', 'count', ({ before }) => before],
      ['Vendus', 'count', of('purchase')],
      ['Ajustés', 'count', of('adjustment')],
      ['Dépensés', 'count', of('unlock')],
      ['Rendus', 'count', of('unlock_return')],
      ['Repris', 'count', of('refund', 'dispute', 'withdrawal')],
      ['Gelés ou dégelés', 'count', of('dispute_freeze', 'dispute_release')],
      ['À la fin', 'count', (row) => row.after],
    ],
    parts,
    {
      notes: [
        'Repris\u00A0: par un remboursement, un litige perdu ou une rétractation. Gelés\u00A0: tant qu’un litige est ouvert.',
      ],
    },
  );
  // The balances are no sums of themselves: the first and the last.
  const [first, last] = [parts[0], parts.at(-1)];
  if (table.sums && first && last) {
    table.sums[1] = first.before;
    table.sums[8] = last.after;
  }
  return table;
}

/** Credits of a month's purchases that are left, and their part of the prices. */
type Unspent = { month: string; credits: number; netCents: number; totalCents: number };

/** What is unspent at an instant. Frozen credits are a purchase's too, though nobody may spend them. */
export type UnspentAt = {
  paid: Map<string, Unspent>;
  frozen: Map<string, Unspent>;
  givenCredits: number;
};

/** All entries of so many readers are in memory at once. */
const readersPerBatch = 200;

/**
 * What is left of each purchase at these instants (ascending), by the order in which credits are
 * spent (decision 31), summed up by the month of purchase. Reads the ledger of some readers at a time.
 */
export async function findUnspentAt(db: Database, instants: readonly Date[]): Promise<UnspentAt[]> {
  const found = instants.map((): UnspentAt => ({
    paid: new Map(),
    frozen: new Map(),
    givenCredits: 0,
  }));
  const last = instants.at(-1);
  if (!last) return found;
  let after: string | null = null;
  for (;;) {
    const batch: { userId: string }[] = await db
      .selectDistinct({ userId: ledgerEntries.userId })
      .from(ledgerEntries)
      .where(after === null ? undefined : gt(ledgerEntries.userId, after))
      .orderBy(asc(ledgerEntries.userId))
      .limit(readersPerBatch);
    const end = batch.at(-1);
    if (!end) return found;
    after = end.userId;
    await addBatch(db, batch, { instants, last, found });
  }
}

type Wanted = { instants: readonly Date[]; last: Date; found: UnspentAt[] };

async function addBatch(
  db: Database,
  batch: readonly { userId: string }[],
  { instants, last, found }: Wanted,
): Promise<void> {
  const isOfBatch = inArray(
    ledgerEntries.userId,
    batch.map(({ userId }) => userId),
  );
  const entries = await db
    .select({
      userId: ledgerEntries.userId,
      delta: ledgerEntries.delta,
      kind: ledgerEntries.kind,
      transactionId: ledgerEntries.transactionId,
      createdAt: ledgerEntries.createdAt,
      netCents: invoices.netCents,
      totalCents: invoices.totalCents,
    })
    .from(ledgerEntries)
    .leftJoin(
      invoices,
      and(
        eq(ledgerEntries.kind, 'purchase'),
        eq(invoices.transactionId, ledgerEntries.transactionId),
        eq(invoices.kind, 'invoice'),
      ),
    )
    .where(and(isOfBatch, lt(ledgerEntries.createdAt, last)))
    .orderBy(asc(ledgerEntries.userId), asc(ledgerEntries.sequence));
  /** The entries that brought the credits of a purchase, with its price. */
  const priced = new Map<string | null, Sold>(
    entries.filter(({ kind }) => kind === 'purchase').map((entry) => [entry.transactionId, entry]),
  );
  for (const own of groupsOf(entries, ({ userId }) => [userId])) {
    const lots: Lot[] = [];
    const frozen = new Map<string, number>();
    let applied = 0;
    for (const [at, instant] of instants.entries()) {
      for (; applied < own.length && (own[applied]?.createdAt ?? instant) < instant; applied += 1) {
        const entry = own[applied];
        if (!entry) break;
        applyToLots(lots, entry);
        if (!entry.kind.startsWith('dispute_') || entry.transactionId === null) continue;
        frozen.set(entry.transactionId, (frozen.get(entry.transactionId) ?? 0) - entry.delta);
      }
      const into = found[at];
      if (!into) continue;
      for (const { transactionId, left } of lots) {
        if (transactionId === null) into.givenCredits += left;
        else if (left > 0) add(into.paid, valueOf(priced.get(transactionId), left));
      }
      for (const [transactionId, credits] of frozen) {
        if (credits > 0) add(into.frozen, valueOf(priced.get(transactionId), credits));
      }
    }
  }
}

type Sold = { delta: number; createdAt: Date; netCents: number | null; totalCents: number | null };

/** A refund takes its share of the credits with it: what a credit is worth stays. */
function valueOf(sold: Sold | undefined, credits: number): Unspent {
  const share = (cents: number | null = 0) =>
    Math.round(((cents ?? 0) * credits) / (sold?.delta ?? 1));
  return {
    month: sold ? parisDay(sold.createdAt).slice(0, 7) : '',
    credits,
    netCents: share(sold?.netCents),
    totalCents: share(sold?.totalCents),
  };
}

function add(sums: Map<string, Unspent>, { month, credits, netCents, totalCents }: Unspent): void {
  const sum = sums.get(month) ?? { month, credits: 0, netCents: 0, totalCents: 0 };
  sum.credits += credits;
  sum.netCents += netCents;
  sum.totalCents += totalCents;
  sums.set(month, sum);
}

/** Unspent credits at the period's end, by the month in which they were bought, oldest first. */
export async function unspentTable(db: Database, period: BookPeriod): Promise<BookTable> {
  const { end } = boundsOf(period);
  const [unspent] = await findUnspentAt(db, [end]);
  const { paid, frozen = new Map<string, Unspent>(), givenCredits = 0 } = unspent ?? {};
  const rows = [...(paid?.values() ?? [])]
    .toSorted((a, b) => a.month.localeCompare(b.month))
    .map((sum) => ({ label: `Achetés en ${monthName(sum.month)}`, group: [sum] }));
  if (frozen.size > 0) rows.push({ label: 'Gelés par un litige', group: [...frozen.values()] });
  const given = { month: '', credits: givenCredits, netCents: 0, totalCents: 0 };
  if (givenCredits > 0) rows.push({ label: 'Donnés', group: [given] });
  const net = ({ group }: (typeof rows)[number]) => sumOf(group, ({ netCents }) => netCents);
  const total = ({ group }: (typeof rows)[number]) => sumOf(group, ({ totalCents }) => totalCents);
  return bookTable(
    [
      ['Crédits', 'text', ({ label }) => label],
      ['Nombre', 'count', ({ group }) => sumOf(group, ({ credits }) => credits)],
      ['Hors TVA', 'euros', net],
      ['TVA', 'euros', (row) => total(row) - net(row)],
      ['Total', 'euros', total],
    ],
    rows,
    {
      notes: [
        `À la fin du ${formatDay(`${period.to}T12:00:00Z`)}. Les crédits les plus anciens sont dépensés les premiers\u00A0; chacun vaut sa part du prix de son achat.`,
      ],
    },
  );
}

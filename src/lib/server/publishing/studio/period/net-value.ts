import { asc, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/db/database.ts';
import { ledgerEntries } from '#server/db/schema/money.ts';

/** An entry of one user's ledger. */
export type ValuedEntry = {
  delta: number;
  kind: string;
  reference: string;
  transactionId: string | null;
};

/** What is left of a purchase's price: net of VAT and refunds, for the credits not taken back. */
export type PurchaseValue = { netCents: number; credits: number };

/** Kinds that take credits of a purchase back for good, with their money. */
const takenBack = new Set(['refund', 'withdrawal', 'dispute']);

/**
 * What each unlock of one user paid, in fractions of cents: reference → value. Credits are spent
 * in the order of `unspentOf` (decision 31), the oldest first, each at what is left of the price of
 * its purchase; credits without a purchase are worth nothing. Entries come in the ledger's order.
 */
export function valuesOfUnlocks(
  entries: readonly ValuedEntry[],
  purchases: ReadonlyMap<string, PurchaseValue>,
): Map<string, number> {
  const lots: { transactionId: string | null; left: number }[] = [];
  const values = new Map<string, number>();
  for (const { delta, kind, reference, transactionId } of entries) {
    if (delta > 0) {
      const own = lots.find((lot) => transactionId !== null && lot.transactionId === transactionId);
      if (own) own.left += delta;
      else lots.push({ transactionId, left: delta });
      continue;
    }
    let toTake = -delta;
    let cents = 0;
    for (const lot of lots) {
      if (transactionId !== null && lot.transactionId !== transactionId) continue;
      const taken = Math.min(lot.left, toTake);
      lot.left -= taken;
      toTake -= taken;
      const bought = purchases.get(lot.transactionId ?? '');
      if (bought && bought.credits > 0) cents += (taken * bought.netCents) / bought.credits;
    }
    if (kind === 'unlock') values.set(reference, cents);
  }
  return values;
}

const readersPageSize = 500;
const dayRows = z.object({
  rows: z.array(z.object({ user_id: z.uuid(), reference: z.string(), part: z.coerce.number() })),
});
const purchaseRows = z.object({
  rows: z.array(
    z.object({
      id: z.uuid(),
      credits: z.coerce.number(),
      net_cents: z.coerce.number(),
      total_cents: z.coerce.number(),
      lost_cents: z.coerce.number(),
    }),
  ),
});

/**
 * What the unlocks of a novel were worth in two periods, in cents: the credits' price net of VAT and
 * of what was refunded since. From invoices, credit notes and the ledger alone; readers in pages, so
 * that memory does not grow with them.
 */
export async function netValueOfUnlocks(
  db: Database,
  novelId: string,
  { before, from, end }: { before: Date; from: Date; end: Date },
): Promise<{ before: number; now: number }> {
  const sums = { before: 0, now: 0 };
  let after: string | null = null;
  for (;;) {
    const unlocked: z.infer<typeof dayRows>['rows'] = dayRows.parse(
      await db.execute(sql`
      with readers as (
        select distinct unlocks.user_id from unlocks
          join chapters on chapters.id = unlocks.chapter_id
        where chapters.novel_id = ${novelId}
          and unlocks.created_at >= ${before.toISOString()} and unlocks.created_at < ${end.toISOString()}
          ${after === null ? sql`` : sql`and unlocks.user_id > ${after}::uuid`}
        order by unlocks.user_id limit ${readersPageSize}
      )
      select unlocks.user_id, unlocks.user_id || ':' || unlocks.chapter_id as reference,
        case when unlocks.created_at >= ${from.toISOString()} then 1 else 0 end as part
      from readers join unlocks on unlocks.user_id = readers.user_id
        join chapters on chapters.id = unlocks.chapter_id
      where chapters.novel_id = ${novelId}
        and unlocks.created_at >= ${before.toISOString()} and unlocks.created_at < ${end.toISOString()}
      order by unlocks.user_id`),
    ).rows;
    const users = [...new Set(unlocked.map(({ user_id: userId }) => userId))];
    if (users.length === 0) break;
    const values = await valuesFor(db, users);
    for (const { reference, part } of unlocked) {
      sums[part === 1 ? 'now' : 'before'] += values.get(reference) ?? 0;
    }
    if (users.length < readersPageSize) break;
    after = users.at(-1) ?? null;
  }
  return { before: Math.round(sums.before), now: Math.round(sums.now) };
}

async function valuesFor(db: Database, users: readonly string[]): Promise<Map<string, number>> {
  const entries = await db
    .select({
      userId: ledgerEntries.userId,
      delta: ledgerEntries.delta,
      kind: ledgerEntries.kind,
      reference: ledgerEntries.reference,
      transactionId: ledgerEntries.transactionId,
    })
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.userId, [...users]))
    .orderBy(asc(ledgerEntries.userId), asc(ledgerEntries.sequence));
  const invoiced = purchaseRows.parse(
    await db.execute(sql`
      select bought.id, bought.credits, coalesce(sum(invoices.net_cents), 0) as net_cents,
        coalesce(sum(invoices.total_cents), 0) as total_cents,
        (select coalesce(sum(disputes.amount_cents), 0) from disputes
          where disputes.transaction_id = bought.id and disputes.state = 'lost') as lost_cents
      from credit_transactions as bought
        left join invoices on invoices.transaction_id = bought.id
      where bought.user_id in ${users} and bought.status = 'completed'
      group by bought.id, bought.credits`),
  ).rows;
  const purchases = new Map(
    invoiced.map((row) => [row.id, { netCents: keptOf(row), credits: row.credits }]),
  );
  for (const { kind, delta, transactionId } of entries) {
    const bought = purchases.get(transactionId ?? '');
    if (bought && takenBack.has(kind)) bought.credits += delta;
  }
  const values = new Map<string, number>();
  for (const own of Map.groupBy(entries, ({ userId }) => userId).values()) {
    for (const [reference, cents] of valuesOfUnlocks(own, purchases)) values.set(reference, cents);
  }
  return values;
}

type Invoiced = z.infer<typeof purchaseRows>['rows'][number];

/** A bank that takes a payment back takes its VAT along; there is no credit note of it. */
function keptOf({ net_cents: net, total_cents: total, lost_cents: lost }: Invoiced): number {
  return total <= 0 ? 0 : net * Math.max(0, 1 - lost / total);
}

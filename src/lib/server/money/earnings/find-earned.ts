import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { disputes } from '#server/core/db/schema/returns.ts';
import { attribute, type Earned, type EarningEntry, type PaidLot } from './attribute.ts';

/** Readers whose ledgers are in memory at one time. */
const readersPageSize = 500;

/**
 * What the unlocks of readers are worth, in pages of readers, so that memory does not grow with them.
 * The one rule of figures and statements.
 * @param readersAfter the next readers after an id (null: the first), in the order of ids.
 * @param until what is dated before counts; null: everything.
 */
export async function* eachEarned(
  db: Database,
  readersAfter: (after: string | null, limit: number) => Promise<string[]>,
  until: Date | null,
): AsyncGenerator<Earned[]> {
  let after: string | null = null;
  for (;;) {
    const readers = await readersAfter(after, readersPageSize);
    if (readers.length > 0) yield await findEarned(db, readers, until);
    if (readers.length < readersPageSize) return;
    after = readers.at(-1) ?? null;
  }
}

/** Everybody who has an entry in the ledger. */
export async function everyReader(
  db: Database,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: ledgerEntries.userId })
    .from(ledgerEntries)
    .where(after === null ? undefined : gt(ledgerEntries.userId, after))
    .orderBy(asc(ledgerEntries.userId))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

async function findEarned(
  db: Database,
  readers: readonly string[],
  until: Date | null,
): Promise<Earned[]> {
  const rows = await db
    .select({
      userId: ledgerEntries.userId,
      delta: ledgerEntries.delta,
      kind: ledgerEntries.kind,
      reference: ledgerEntries.reference,
      transactionId: ledgerEntries.transactionId,
      createdAt: ledgerEntries.createdAt,
    })
    .from(ledgerEntries)
    .where(
      and(
        inArray(ledgerEntries.userId, [...readers]),
        until === null ? undefined : lt(ledgerEntries.createdAt, until),
      ),
    )
    .orderBy(asc(ledgerEntries.sequence));
  const purchases = await findPaidLots(db, readers, until);
  const byReader: Iterable<EarningEntry[]> = Map.groupBy(rows, ({ userId }) => userId).values();
  return [...byReader].flatMap((entries) => attribute(entries, purchases));
}

/** Purchases of readers with their invoices, and what was lost of each until an instant. */
async function findPaidLots(
  db: Database,
  readers: readonly string[],
  until: Date | null,
): Promise<Map<string, PaidLot>> {
  const documents = await db
    .select({
      transactionId: invoices.transactionId,
      kind: invoices.kind,
      netCents: invoices.netCents,
      vatCents: invoices.vatCents,
      credits: creditTransactions.credits,
    })
    .from(invoices)
    .innerJoin(creditTransactions, eq(creditTransactions.id, invoices.transactionId))
    .where(
      and(
        inArray(creditTransactions.userId, [...readers]),
        until === null ? undefined : lt(invoices.issuedAt, until),
      ),
    );
  const lots = new Map<string, PaidLot>();
  for (const { transactionId, kind, netCents, vatCents, credits } of documents) {
    if (kind !== 'invoice') continue;
    lots.set(transactionId, { credits, netCents, vatCents, lostNetCents: 0, lostVatCents: 0 });
  }
  for (const { transactionId, kind, netCents, vatCents } of documents) {
    const lot = kind === 'credit_note' ? lots.get(transactionId) : undefined;
    if (!lot) continue;
    // Credit notes are negative.
    lot.lostNetCents -= netCents;
    lot.lostVatCents -= vatCents;
  }
  await addDisputed(db, { lots, readers, until });
  return lots;
}

/** A dispute withholds its amount while it is open and when it is lost; a won one gives it back. */
async function addDisputed(
  db: Database,
  from: { lots: ReadonlyMap<string, PaidLot>; readers: readonly string[]; until: Date | null },
): Promise<void> {
  const { lots, readers, until } = from;
  const opened = await db
    .select({ dispute: disputes })
    .from(disputes)
    .innerJoin(creditTransactions, eq(creditTransactions.id, disputes.transactionId))
    .where(
      and(
        inArray(creditTransactions.userId, [...readers]),
        until === null ? undefined : lt(disputes.openedAt, until),
      ),
    )
    .orderBy(asc(disputes.openedAt), asc(disputes.id));
  for (const { dispute } of opened) {
    const { transactionId, state, amountCents, closedAt } = dispute;
    const lot = lots.get(transactionId);
    const hasEnded = closedAt !== null && (until === null || closedAt < until);
    if (!lot || (state === 'won' && hasEnded)) continue;
    // Of what refunds and other disputes left, so that a purchase that is wholly lost keeps no cent.
    const leftNetCents = lot.netCents - lot.lostNetCents;
    const leftCents = leftNetCents + lot.vatCents - lot.lostVatCents;
    if (leftCents <= 0) continue;
    const share = Math.min(amountCents, leftCents);
    const lostNetCents = Number((BigInt(leftNetCents) * BigInt(share)) / BigInt(leftCents));
    lot.lostNetCents += lostNetCents;
    lot.lostVatCents += share - lostNetCents;
  }
}

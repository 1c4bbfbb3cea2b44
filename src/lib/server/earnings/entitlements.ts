import { asc, eq, exists, lt, lte } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { chapters, novels } from '../db/schema/catalogue.ts';
import { earningShares } from '../db/schema/earnings.ts';
import { invoices } from '../db/schema/invoices.ts';
import { creditTransactions, ledgerEntries, unlocks } from '../db/schema/money.ts';
import { disputes } from '../db/schema/returns.ts';
import { attribute, type Earned, type EarningEntry, type PaidLot } from './attribute.ts';
import { shareAt, type Share } from './shares.ts';

/** All that a novel has earned until an instant. Cents; credits are counts. */
export type Entitlement = {
  novelId: string;
  authorId: string | null;
  paidCredits: number;
  freeCredits: number;
  spentNetCents: number;
  spentVatCents: number;
  carriedNetCents: number;
  carriedVatCents: number;
  dueCents: number;
};

/** `until`: what is dated before counts. `sharesAsOf`: shares set later are left out. */
export type Cutoff = { until: Date; sharesAsOf: Date };

/**
 * What each novel has earned from its first unlock until an instant, from the ledger, the invoices
 * and the disputes alone. The amount due is the sum of each unlock's net revenue × its share,
 * rounded down once per novel, so that no month adds a rounding of its own.
 * @param authors who is paid for a novel instead of its owner now, to compute a past month again.
 */
export async function findEntitlements(
  db: Database,
  { until, sharesAsOf }: Cutoff,
  authors?: ReadonlyMap<string, string | null>,
): Promise<Map<string, Entitlement>> {
  const [purchases, byReader, shares] = [
    await findPaidLots(db, until),
    await findEntries(db, until),
    await db.select().from(earningShares).where(lte(earningShares.createdAt, sharesAsOf)),
  ];
  const earned = byReader.flatMap((entries) => attribute(entries, purchases));
  const novelOf = await findNovels(db);
  return sumByNovel(earned, { shares, novelOf, authors });
}

type Novel = { novelId: string; ownerId: string | null };

function sumByNovel(
  earned: readonly Earned[],
  from: {
    shares: readonly Share[];
    novelOf: ReadonlyMap<string, Novel>;
    authors: ReadonlyMap<string, string | null> | undefined;
  },
): Map<string, Entitlement> {
  const sums = new Map<string, Entitlement>();
  /** Due, in ten-thousandths of a cent. */
  const due = new Map<string, bigint>();
  for (const { chapterId, at, ...amounts } of earned) {
    const novel = from.novelOf.get(chapterId);
    if (!novel) throw new Error(`the novel of unlocked chapter ${chapterId} is missing`);
    const { novelId } = novel;
    const authorId = from.authors?.has(novelId)
      ? (from.authors.get(novelId) ?? null)
      : novel.ownerId;
    const sum = sums.get(novelId) ?? { novelId, authorId, ...zero };
    for (const name of amountNames) sum[name] += amounts[name];
    sums.set(novelId, sum);
    const netCents = amounts.spentNetCents + amounts.carriedNetCents;
    const points = shareAt(from.shares, { novelId, authorId }, at);
    due.set(novelId, (due.get(novelId) ?? 0n) + BigInt(netCents) * BigInt(points));
  }
  for (const [novelId, sum] of sums) sum.dueCents = Number((due.get(novelId) ?? 0n) / 10_000n);
  return sums;
}

export const amountNames = [
  'paidCredits',
  'freeCredits',
  'spentNetCents',
  'spentVatCents',
  'carriedNetCents',
  'carriedVatCents',
] as const;

const zero = {
  paidCredits: 0,
  freeCredits: 0,
  spentNetCents: 0,
  spentVatCents: 0,
  carriedNetCents: 0,
  carriedVatCents: 0,
  dueCents: 0,
};

async function findEntries(db: Database, until: Date): Promise<EarningEntry[][]> {
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
    .where(lt(ledgerEntries.createdAt, until))
    .orderBy(asc(ledgerEntries.sequence));
  return [...Map.groupBy(rows, ({ userId }) => userId).values()];
}

async function findNovels(db: Database): Promise<Map<string, Novel>> {
  const rows = await db
    .select({ id: chapters.id, novelId: novels.id, ownerId: novels.ownerId })
    .from(chapters)
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(exists(db.select().from(unlocks).where(eq(unlocks.chapterId, chapters.id))));
  return new Map(rows.map(({ id, ...novel }) => [id, novel]));
}

/** Purchases with their invoices, and what was lost of each until an instant. */
async function findPaidLots(db: Database, until: Date): Promise<Map<string, PaidLot>> {
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
    .where(lt(invoices.issuedAt, until));
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
  await addDisputed(db, lots, until);
  return lots;
}

/** A dispute withholds its amount while it is open and when it is lost; a won one gives it back. */
async function addDisputed(
  db: Database,
  lots: ReadonlyMap<string, PaidLot>,
  until: Date,
): Promise<void> {
  const opened = await db.select().from(disputes).where(lt(disputes.openedAt, until));
  for (const { transactionId, state, amountCents, closedAt } of opened) {
    const lot = lots.get(transactionId);
    const isWon = state === 'won' && closedAt !== null && closedAt < until;
    if (!lot || isWon) continue;
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

import { asc, eq, exists, lte } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { earningShares } from '#server/core/db/schema/earnings.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import type { Earned } from './attribute.ts';
import { eachEarned, everyReader } from './find-earned.ts';
import { findHandovers, ownerAt, type Handovers } from './handovers.ts';
import { sharesAt, type Share } from './shares.ts';

/** All that a novel has earned for one of its owners until an instant. Cents; credits are counts. */
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

/** Whose: one line for each. */
export const lineKey = ({ novelId, authorId }: Pick<Entitlement, 'novelId' | 'authorId'>) =>
  `${novelId} ${authorId ?? ''}`;

/**
 * What each novel has earned from its first unlock until an instant, by its owner on the
 * unlock's day, from the ledger, the invoices and the disputes alone. The amount due is the sum of
 * each unlock's net revenue × its share, rounded down once per novel and owner, so that no month adds
 * a rounding of its own.
 */
export async function findEntitlements(
  db: Database,
  { until, sharesAsOf }: Cutoff,
): Promise<Map<string, Entitlement>> {
  const known = {
    shareAt: sharesAt(await findShares(db, sharesAsOf)),
    owners: await findOwners(db),
    handovers: await findHandovers(db),
  };
  const sums = new Map<string, Sum>();
  const readers = (after: string | null, limit: number) => everyReader(db, after, limit);
  for await (const earned of eachEarned(db, readers, until)) addUp(sums, earned, known);
  return new Map(
    [...sums].map(([key, { due, ...sum }]) => [key, { ...sum, dueCents: Number(due / 10_000n) }]),
  );
}

/** The shares that were set by an instant, in the order in which they were. */
export function findShares(db: Database, setBy: Date): Promise<Share[]> {
  return db
    .select()
    .from(earningShares)
    .where(lte(earningShares.createdAt, setBy))
    .orderBy(asc(earningShares.createdAt), asc(earningShares.id));
}

/** `due`: in ten-thousandths of a cent. */
type Sum = Omit<Entitlement, 'dueCents'> & { due: bigint };
type Known = {
  shareAt: ReturnType<typeof sharesAt>;
  owners: ReadonlyMap<string, Novel>;
  handovers: Handovers;
};
type Novel = { novelId: string; ownerId: string | null };

function addUp(sums: Map<string, Sum>, earned: readonly Earned[], known: Known): void {
  for (const { chapterId, at, ...amounts } of earned) {
    const novel = known.owners.get(chapterId);
    if (!novel) throw new Error(`the novel of unlocked chapter ${chapterId} is missing`);
    const whose = { novelId: novel.novelId, authorId: ownerAt(known.handovers, novel, at) };
    const key = lineKey(whose);
    const sum = sums.get(key) ?? { ...whose, ...zero, due: 0n };
    for (const name of amountNames) sum[name] += amounts[name];
    const netCents = amounts.spentNetCents + amounts.carriedNetCents;
    sum.due += BigInt(netCents) * BigInt(known.shareAt(whose, at));
    sums.set(key, sum);
  }
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
};
export const nothing = { ...zero, dueCents: 0 };

/** Each unlocked chapter's novel. */
async function findOwners(db: Database): Promise<Map<string, Novel>> {
  const rows = await db
    .select({ id: chapters.id, novelId: novels.id, ownerId: novels.ownerId })
    .from(chapters)
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(exists(db.select().from(unlocks).where(eq(unlocks.chapterId, chapters.id))));
  return new Map(rows.map(({ id, ...novel }) => [id, novel]));
}

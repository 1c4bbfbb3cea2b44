import { asc } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { novelHandovers } from '#server/core/db/schema/earnings.ts';

type Handover = { fromUserId: string | null; at: Date };

/** Each novel's changes of owner, oldest first. */
export type Handovers = ReadonlyMap<string, readonly Handover[]>;

/** Records that a novel changes hands, inside the transaction that changes its owner. */
export async function recordHandover(
  tx: Database,
  novelId: string,
  fromUserId: string | null,
  at: Date,
): Promise<void> {
  await tx.insert(novelHandovers).values({ novelId, fromUserId, at });
}

export async function findHandovers(db: Database): Promise<Handovers> {
  const rows = await db.select().from(novelHandovers).orderBy(asc(novelHandovers.at));
  return Map.groupBy(rows, ({ novelId }) => novelId);
}

/** Who owned a novel at an instant: what was earned before a change stays with the owner before. */
export function ownerAt(
  handovers: Handovers,
  { novelId, ownerId }: { novelId: string; ownerId: string | null },
  at: Date,
): string | null {
  const next = handovers.get(novelId)?.find((handover) => handover.at > at);
  return next ? next.fromUserId : ownerId;
}

/** Which novels an admin must accept before they are public: `FIRST_PUBLICATION` (decision 90). */
import { and, eq, exists, isNotNull, not, notExists, or, sql, type SQL } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { novels } from '#server/db/schema/catalogue.ts';
import { novelHandovers } from '#server/db/schema/earnings.ts';
import { users } from '#server/db/schema/identity.ts';
import { novelReviews } from '#server/db/schema/reviews.ts';
import { refuse, type Refusal } from '#server/http/refusal.ts';

type Setting = Pick<Config, 'firstPublication'>;

/**
 * Whether a row of `users` may publish without acceptance: an admin, an author with a public novel
 * that was not handed over to them, or one with an accepted novel.
 */
export function isKnown(db: Database): SQL | undefined {
  const ownPublic = and(
    eq(novels.ownerId, users.id),
    not(novels.isDraft),
    notExists(
      db
        .select({ id: novelHandovers.novelId })
        .from(novelHandovers)
        .where(eq(novelHandovers.novelId, novels.id)),
    ),
  );
  const accepted = and(eq(novelReviews.authorId, users.id), eq(novelReviews.state, 'accepted'));
  return or(
    eq(users.role, 'admin'),
    exists(db.select({ id: novels.id }).from(novels).where(ownPublic)),
    exists(db.select({ id: novelReviews.id }).from(novelReviews).where(accepted)),
  );
}

/** Whether a draft of this author's must be accepted before it is public. */
export async function needsReview(
  tx: Database,
  { firstPublication }: Setting,
  authorId: string,
): Promise<boolean> {
  if (firstPublication === 'open') return false;
  const known = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, authorId), isKnown(tx)));
  return known.length === 0;
}

/**
 * Makes existing drafts follow the setting; called at start. Novels without an owner are the
 * operator's. Idempotent.
 */
export async function settleGates(db: Database, { firstPublication }: Setting): Promise<void> {
  if (firstPublication === 'open') {
    await db.update(novels).set({ isGated: false }).where(eq(novels.isGated, true));
    return;
  }
  const known = db.select({ id: users.id }).from(users).where(isKnown(db));
  await db
    .update(novels)
    .set({ isGated: true })
    .where(
      and(
        novels.isDraft,
        not(novels.isGated),
        isNotNull(novels.ownerId),
        sql`${novels.ownerId} not in (${known})`,
      ),
    );
}

/** Refuses with `REVIEW_NEEDED` if the novel must be accepted before it becomes public. */
export const refuseGated = ({ isGated }: { isGated: boolean }): Refusal | null =>
  isGated ? refuse('REVIEW_NEEDED', messages.studio.reviewNeeded) : null;

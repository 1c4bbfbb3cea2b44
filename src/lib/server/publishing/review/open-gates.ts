import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import type { Database } from '#server/db/database.ts';
import { chapters, novels } from '#server/db/schema/catalogue.ts';
import { users } from '#server/db/schema/identity.ts';
import { novelReviews } from '#server/db/schema/reviews.ts';
import { applyFreeRules } from '../free-rules.ts';
import { publishDueOf } from '../publish-due.ts';
import { pagesOf } from '../studio/seen.ts';
import { isKnown } from './gate.ts';

type World = Pick<App, 'db' | 'clock' | 'config' | 'changed'>;

/** Lets locked drafts be published. What was due is dated now, for it is new to readers. */
export async function openGates(tx: Database, novelIds: string[], now: Date): Promise<void> {
  await tx.update(novels).set({ isGated: false }).where(inArray(novels.id, novelIds));
  const isDue = and(eq(chapters.status, 'scheduled'), lte(chapters.publishedAt, now));
  await tx
    .update(chapters)
    .set({ publishedAt: now })
    .where(and(inArray(chapters.novelId, novelIds), isDue));
  // Before they are public: days are counted from this instant.
  for (const id of novelIds) await applyFreeRules(tx, id, now);
}

/**
 * Opens the drafts of authors who became known without an acceptance: admins by now, or authors of
 * what the operator has published. What is due comes out. Idempotent.
 */
export async function openGatesOfKnown({ db, clock, config, changed }: World): Promise<void> {
  if (config.firstPublication === 'open') return;
  const now = clock.now();
  const done = await db.transaction(async (tx) => {
    const held = await tx
      .select({ id: novels.id })
      .from(novels)
      .innerJoin(users, eq(users.id, novels.ownerId))
      .where(and(eq(novels.isGated, true), isKnown(tx)))
      .orderBy(asc(novels.id))
      .for('no key update', { of: novels });
    const ids = held.map(({ id }) => id);
    if (ids.length === 0) return { count: 0, novelIds: [] };
    await openGates(tx, ids, now);
    // These novels need no acceptance any more: their pending submissions are obsolete.
    const isWaiting = and(inArray(novelReviews.novelId, ids), eq(novelReviews.state, 'waiting'));
    await tx.delete(novelReviews).where(isWaiting);
    return publishDueOf(tx, ids, now);
  });
  if (done.count > 0) await changed(done.novelIds.flatMap((id) => pagesOf(id)));
}

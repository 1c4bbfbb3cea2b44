import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { novels } from '../db/schema/catalogue.ts';

/**
 * What follows for a novel from the states of its chapters, as columns to set: how many are out,
 * and that a draft is public for good with its first one. It counts as new from then on.
 */
export function publicState(now: Date) {
  const isOut = sql`exists (select 1 from chapters
    where chapters.novel_id = novels.id and chapters.status = 'published')`;
  return {
    chapterCount: sql`(select count(*) from chapters
      where chapters.novel_id = novels.id and chapters.status = 'published')`,
    isDraft: sql`novels.is_draft and not ${isOut}`,
    createdAt: sql`case when novels.is_draft and ${isOut}
      then ${sql.param(now, novels.createdAt)}::timestamptz else novels.created_at end`,
  };
}

/** Counts the chapters of these novels anew, after a change that readers see. */
export async function countChapters(
  tx: Database,
  novelIds: readonly string[],
  now: Date,
): Promise<void> {
  if (novelIds.length === 0) return;
  await tx
    .update(novels)
    .set({ ...publicState(now), updatedAt: now })
    .where(inArray(novels.id, [...novelIds]));
}

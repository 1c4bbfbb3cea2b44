import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { novels } from '../db/schema/catalogue.ts';

/**
 * The columns of a novel that follow from its chapters: the number of published ones, and that a
 * draft becomes public for good with the first. It is dated as new from then on.
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

/** Recounts the chapters of these novels, after a change that readers see. */
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

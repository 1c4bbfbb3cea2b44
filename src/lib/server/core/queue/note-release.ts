import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import { releasedChapters, releases } from '../db/schema/outbox.ts';

const rowsPerStatement = 1_000;

/**
 * Notes chapters of a novel that come out, in the transaction that publishes them: two rows for one
 * chapter, however many follow the novel. A background job tells the followers (`expandReleases`).
 * A chapter that was released before is left out.
 */
export async function noteRelease(
  tx: Database,
  novelId: string,
  chapterIds: readonly string[],
  releasedAt: Date,
): Promise<void> {
  if (chapterIds.length === 0) return;
  const releaseId = uuidv7();
  await tx.insert(releases).values({ id: releaseId, novelId, releasedAt });
  let count = 0;
  for (let from = 0; from < chapterIds.length; from += rowsPerStatement) {
    const ids = chapterIds.slice(from, from + rowsPerStatement);
    const added = await tx
      .insert(releasedChapters)
      .values(ids.map((chapterId) => ({ chapterId, releaseId })))
      .onConflictDoNothing()
      .returning({ chapterId: releasedChapters.chapterId });
    count += added.length;
  }
  if (count === 0) await tx.delete(releases).where(eq(releases.id, releaseId));
}

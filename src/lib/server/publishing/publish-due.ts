import { and, asc, eq, gte, lte } from 'drizzle-orm';
import type { App } from '../app.ts';
import { textWrittenAt } from '../catalogue/chapter-texts.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapterDrafts, chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { applyPublication } from './apply-publication.ts';
import { dropPagesOfFreed } from './free-rules.ts';

/**
 * Publishes scheduled chapters that are due, with their working copies as last saved: corrections
 * of a scheduled chapter are published (decision 47). A working copy older than the text, because
 * an import has corrected the chapter since, stays a working copy. Every instance may call it at
 * any time: a chapter is published once, under the lock of its novel.
 * @returns how many chapters were published.
 */
export async function publishDueChapters(
  world: Pick<App, 'db' | 'clock' | 'changed'>,
): Promise<number> {
  const now = world.clock.now();
  const isDue = and(eq(chapters.status, 'scheduled'), lte(chapters.publishedAt, now));
  const waiting = await world.db
    .selectDistinct({ id: chapters.novelId })
    .from(chapters)
    .where(isDue)
    .orderBy(asc(chapters.novelId));
  let count = 0;
  for (const { id: novelId } of waiting) {
    const due = await world.db.transaction(async (tx) => {
      // The novel before its chapters, as in the studio.
      await tx
        .select({ id: novels.id })
        .from(novels)
        .where(eq(novels.id, novelId))
        .for('no key update');
      const rows = await listDue(tx, and(eq(chapters.novelId, novelId), isDue));
      const out = rows.map((row) => ({ ...row, status: 'published' as const }));
      const tags = await applyPublication(tx, novelId, out, { by: chapters.scheduledBy, now });
      return { count: rows.length, tags };
    });
    count += due.count;
    if (due.tags.length > 0) await world.changed(due.tags);
  }
  await dropPagesOfFreed(world, now);
  return count;
}

/** Due chapters; one whose working copy was saved after its text takes it over. */
async function listDue(tx: Database, isDue: ReturnType<typeof and>) {
  const rows = await tx
    .select({
      id: chapters.id,
      publishedAt: chapters.publishedAt,
      isSilent: chapters.isSilent,
      laterCopy: chapterDrafts.chapterId,
    })
    .from(chapters)
    .leftJoin(
      chapterDrafts,
      and(
        eq(chapterDrafts.chapterId, chapters.id),
        gte(chapterDrafts.updatedAt, textWrittenAt(chapters.id)),
      ),
    )
    .where(isDue)
    .for('no key update', { of: chapters });
  return rows.map(({ laterCopy, ...row }) => ({ ...row, takesCopy: laterCopy !== null }));
}

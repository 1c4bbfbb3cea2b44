import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { chapterDrafts, chapters, chapterTexts, novels } from '../db/schema/catalogue.ts';
import { noteRelease } from '../outbox/note-release.ts';
import { novelTag } from '../pagecache/tags.ts';
import { countChapters } from './count-chapters.ts';
import { dropPagesOfFreed } from './free-rules.ts';
import type { SaveWorld } from './save-novel.ts';
import { takeOverCopies } from './take-over-copies.ts';
import { keepPublished } from './versions/keep-versions.ts';

/**
 * Publishes scheduled chapters that are due, with their working copies as last saved: corrections
 * of a scheduled chapter are published (decision 47). A working copy older than the text, because
 * an import has corrected the chapter since, stays a working copy. Every instance may call it at
 * any time: a chapter is published once, by the update that finds it scheduled.
 * @returns how many chapters were published.
 */
export async function publishDueChapters(world: SaveWorld): Promise<number> {
  const now = world.clock.now();
  const isDue = and(eq(chapters.status, 'scheduled'), lte(chapters.publishedAt, now));
  const published = await world.db.transaction(async (tx) => {
    const rows = await tx.selectDistinct({ id: chapters.novelId }).from(chapters).where(isDue);
    const waiting = rows.map(({ id }) => id);
    if (waiting.length === 0) return { count: 0, novelIds: [] };
    await holdNovels(tx, waiting);
    const due = await tx
      .update(chapters)
      .set({ status: 'published' })
      .where(and(isDue, inArray(chapters.novelId, waiting)))
      .returning({ id: chapters.id, novelId: chapters.novelId, isSilent: chapters.isSilent });
    const dueIds = due.map(({ id }) => id);
    await takeOverCopies(tx, await withLaterCopies(tx, dueIds), now);
    await keepPublished(tx, dueIds, chapters.scheduledBy, now);
    const novelIds = [...new Set(due.map(({ novelId }) => novelId))];
    await countChapters(tx, novelIds, now);
    const told = due.filter(({ isSilent }) => !isSilent);
    for (const [novelId, out] of Map.groupBy(told, (chapter) => chapter.novelId)) {
      await noteRelease(
        tx,
        novelId,
        out.map(({ id }) => id),
        now,
      );
    }
    return { count: due.length, novelIds };
  });
  if (published.count > 0) {
    await world.changed(['home', 'sitemap', ...published.novelIds.map((id) => novelTag(id))]);
  }
  await dropPagesOfFreed(world, now);
  return published.count;
}

/** Locks novels before chapters, as the studio does, to avoid deadlocks. */
async function holdNovels(tx: Database, ids: string[]): Promise<void> {
  await tx
    .select({ id: novels.id })
    .from(novels)
    .where(inArray(novels.id, ids))
    .orderBy(asc(novels.id))
    .for('no key update');
}

/** Those chapters whose working copy was saved after their text. */
async function withLaterCopies(tx: Database, ids: string[]): Promise<string[]> {
  const found = await tx
    .select({ id: chapterDrafts.chapterId })
    .from(chapterDrafts)
    .innerJoin(chapterTexts, eq(chapterTexts.chapterId, chapterDrafts.chapterId))
    .where(
      and(
        inArray(chapterDrafts.chapterId, ids),
        gte(chapterDrafts.updatedAt, chapterTexts.updatedAt),
      ),
    );
  return found.map(({ id }) => id);
}

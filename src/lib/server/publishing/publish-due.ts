import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { chapters, novels } from '../db/schema/catalogue.ts';
import { novelTag } from '../pagecache/tags.ts';
import { countChapters } from './count-chapters.ts';
import type { SaveWorld } from './save-novel.ts';

/**
 * Publishes the chapters whose time has come. Every instance may call it at any time: a chapter
 * is published once, by the update that finds it scheduled.
 * @returns how many chapters came out.
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
      .returning({ novelId: chapters.novelId });
    const novelIds = [...new Set(due.map(({ novelId }) => novelId))];
    await countChapters(tx, novelIds, now);
    return { count: due.length, novelIds };
  });
  if (published.count > 0) {
    await world.changed(['home', 'sitemap', ...published.novelIds.map((id) => novelTag(id))]);
  }
  return published.count;
}

/** Novels before chapters, as the studio does it: nobody waits for each other. */
async function holdNovels(tx: Database, ids: string[]): Promise<void> {
  await tx
    .select({ id: novels.id })
    .from(novels)
    .where(inArray(novels.id, ids))
    .orderBy(asc(novels.id))
    .for('no key update');
}

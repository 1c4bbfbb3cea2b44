import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { chapters, novels } from '../db/schema/catalogue.ts';
import { novelTag } from '../pagecache/tags.ts';
import type { SaveWorld } from './save-novel.ts';

/**
 * Publishes the chapters whose time has come. Every instance may call it at any time: a chapter
 * is published once, by the update that finds it scheduled.
 * @returns how many chapters came out.
 */
export async function publishDueChapters(world: SaveWorld): Promise<number> {
  const now = world.clock.now();
  const published = await world.db.transaction(async (tx) => {
    const due = await tx
      .update(chapters)
      .set({ status: 'published' })
      .where(and(eq(chapters.status, 'scheduled'), lte(chapters.publishedAt, now)))
      .returning({ novelId: chapters.novelId });
    const novelIds = [...new Set(due.map(({ novelId }) => novelId))];
    if (novelIds.length > 0) {
      await tx
        .update(novels)
        .set({
          updatedAt: now,
          chapterCount: sql`(select count(*) from chapters
            where chapters.novel_id = novels.id and chapters.status = 'published')`,
        })
        .where(inArray(novels.id, novelIds));
    }
    return { count: due.length, novelIds };
  });
  if (published.count > 0) {
    await world.changed(['home', 'sitemap', ...published.novelIds.map((id) => novelTag(id))]);
  }
  return published.count;
}

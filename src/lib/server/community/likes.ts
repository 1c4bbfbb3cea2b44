import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { chapterLikes } from '#server/core/db/schema/reading.ts';
import { chapterTag } from '#server/core/pagecache/tags.ts';

/**
 * Likes a published chapter, or removes the like. Idempotent.
 * @returns the number of likes; null if the chapter does not exist.
 */
export async function setLike(
  { db, clock, changed }: Pick<App, 'db' | 'clock' | 'changed'>,
  mark: { userId: string; chapterId: string },
  isLiked: boolean,
): Promise<number | null> {
  const result = await db.transaction(async (tx) => {
    // Locked to the end, so that the returned number is the one this change made.
    const [chapter] = await tx
      .select({ likes: chapters.likes })
      .from(chapters)
      .where(and(eq(chapters.id, mark.chapterId), eq(chapters.status, 'published')))
      .for('no key update');
    if (!chapter) return null;
    const isNew = isLiked ? await add(tx, mark, clock.now()) : await remove(tx, mark);
    if (!isNew) return { likes: chapter.likes, isNew };
    const [counted] = await tx
      .update(chapters)
      .set({ likes: sql`${chapters.likes} + ${isLiked ? 1 : -1}` })
      .where(eq(chapters.id, mark.chapterId))
      .returning({ likes: chapters.likes });
    if (!counted) throw new Error('a locked chapter has gone');
    return { likes: counted.likes, isNew };
  });
  if (!result) return null;
  if (result.isNew) await changed([chapterTag(mark.chapterId)]);
  return result.likes;
}

type Mark = { userId: string; chapterId: string };

async function add(tx: Database, mark: Mark, createdAt: Date): Promise<boolean> {
  const rows = await tx
    .insert(chapterLikes)
    .values({ ...mark, createdAt })
    .onConflictDoNothing()
    .returning({ chapterId: chapterLikes.chapterId });
  return rows.length > 0;
}

async function remove(tx: Database, { userId, chapterId }: Mark): Promise<boolean> {
  const rows = await tx
    .delete(chapterLikes)
    .where(and(eq(chapterLikes.userId, userId), eq(chapterLikes.chapterId, chapterId)))
    .returning({ chapterId: chapterLikes.chapterId });
  return rows.length > 0;
}

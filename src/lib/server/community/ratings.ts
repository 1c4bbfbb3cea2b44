import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { isPublicNovel } from '../catalogue/novels.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { ratings } from '#server/core/db/schema/reading.ts';
import { figuresTag } from '#server/core/pagecache/tags.ts';

/** The sum and count of all ratings of a novel. */
export type RatingSum = { ratingSum: number; ratingCount: number };

/** A user's rating of a novel, null for none; undefined if the novel does not exist. */
export async function readRating(
  db: Database,
  userId: string,
  novelId: string,
): Promise<number | null | undefined> {
  const [row] = await db
    .select({ rating: ratings.rating })
    .from(novels)
    .leftJoin(ratings, and(eq(ratings.novelId, novels.id), eq(ratings.userId, userId)))
    .where(isPublicNovel(novelId));
  return row?.rating;
}

/**
 * Writes a user's rating, 1 to 5, replacing an earlier one.
 * @returns the novel's new sum and count; null if the novel does not exist.
 */
export async function rateNovel(
  { db, clock, changed }: Pick<App, 'db' | 'clock' | 'changed'>,
  { userId, novelId, rating }: { userId: string; novelId: string; rating: number },
): Promise<RatingSum | null> {
  const result = await db.transaction(async (tx) => {
    // Serializes the ratings of one novel, so that the sum is right.
    const [novel] = await tx
      .select({ ratingSum: novels.ratingSum, ratingCount: novels.ratingCount })
      .from(novels)
      .where(isPublicNovel(novelId))
      .for('no key update');
    if (!novel) return null;
    const [earlier] = await tx
      .select({ rating: ratings.rating })
      .from(ratings)
      .where(and(eq(ratings.userId, userId), eq(ratings.novelId, novelId)));
    if (earlier?.rating === rating) return { sum: novel, isNew: false };
    const now = clock.now();
    await tx
      .insert(ratings)
      .values({ userId, novelId, rating, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [ratings.userId, ratings.novelId],
        set: { rating, updatedAt: now },
      });
    const [sum] = await tx
      .update(novels)
      .set({
        ratingSum: sql`${novels.ratingSum} + ${rating - (earlier?.rating ?? 0)}`,
        ratingCount: sql`${novels.ratingCount} + ${earlier ? 0 : 1}`,
      })
      .where(eq(novels.id, novelId))
      .returning({ ratingSum: novels.ratingSum, ratingCount: novels.ratingCount });
    if (!sum) throw new Error('a locked novel has gone');
    return { sum, isNew: true };
  });
  if (!result) return null;
  // Cards on home show the mean.
  if (result.isNew) await changed([figuresTag(novelId), 'home']);
  return result.sum;
}

import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { isPublicNovel } from '../catalogue/novels.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { favorites } from '#server/core/db/schema/reading.ts';
import { figuresTag } from '#server/core/pagecache/tags.ts';

/** How many users have a novel among their favourites, and whether this user does. */
export type FavoriteState = { favorites: number; isFavorited: boolean };

/** The state of a novel for a user; null if the novel does not exist. */
export async function readFavorite(
  db: Database,
  userId: string,
  novelId: string,
): Promise<FavoriteState | null> {
  const [row] = await db
    .select({ favorites: novels.favorites, favoritedBy: favorites.userId })
    .from(novels)
    .leftJoin(favorites, and(eq(favorites.novelId, novels.id), eq(favorites.userId, userId)))
    .where(isPublicNovel(novelId));
  return row ? { favorites: row.favorites, isFavorited: row.favoritedBy !== null } : null;
}

/** Whether a user has a novel among their favourites. */
export async function isFavorite(db: Database, userId: string, novelId: string): Promise<boolean> {
  const rows = await db
    .select({ novelId: favorites.novelId })
    .from(favorites)
    .where(and(eq(favorites.userId, userId), eq(favorites.novelId, novelId)))
    .limit(1);
  return rows.length > 0;
}

/**
 * Adds a novel to a user's favourites or removes it; without a given state it toggles.
 * Idempotent with one. @returns null if the novel does not exist.
 */
export async function setFavorite(
  { db, clock, changed }: Pick<App, 'db' | 'clock' | 'changed'>,
  mark: { userId: string; novelId: string },
  wanted: boolean | undefined,
): Promise<FavoriteState | null> {
  const result = await db.transaction(async (tx) => {
    // Locked to the end, so that the returned number is the one this change made.
    const [novel] = await tx
      .select({ favorites: novels.favorites })
      .from(novels)
      .where(isPublicNovel(mark.novelId))
      .for('no key update');
    if (!novel) return null;
    const added = wanted !== false && (await add(tx, mark, clock.now()));
    const removed = wanted !== true && !added && (await remove(tx, mark));
    const isFavorited = wanted ?? added;
    const difference = Number(added) - Number(removed);
    if (difference === 0) return { ...novel, isFavorited, difference };
    const [counted] = await tx
      .update(novels)
      .set({ favorites: sql`${novels.favorites} + ${difference}` })
      .where(eq(novels.id, mark.novelId))
      .returning({ favorites: novels.favorites });
    if (!counted) throw new Error('a locked novel has gone');
    return { ...counted, isFavorited, difference };
  });
  if (!result) return null;
  if (result.difference !== 0) await changed([figuresTag(mark.novelId)]);
  return { favorites: result.favorites, isFavorited: result.isFavorited };
}

type Mark = { userId: string; novelId: string };

async function add(tx: Database, mark: Mark, createdAt: Date): Promise<boolean> {
  const rows = await tx
    .insert(favorites)
    .values({ ...mark, createdAt })
    .onConflictDoNothing()
    .returning({ novelId: favorites.novelId });
  return rows.length > 0;
}

async function remove(tx: Database, { userId, novelId }: Mark): Promise<boolean> {
  const rows = await tx
    .delete(favorites)
    .where(and(eq(favorites.userId, userId), eq(favorites.novelId, novelId)))
    .returning({ novelId: favorites.novelId });
  return rows.length > 0;
}

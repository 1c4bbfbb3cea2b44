import { and, eq, sql } from 'drizzle-orm';
import type { LibraryStateBody, LibraryStatus } from '#shared/contracts/library.ts';
import type { App } from '../app.ts';
import { isPublicNovel } from '../catalogue/novels.ts';
import type { Database } from '../db/database.ts';
import { novels } from '../db/schema/catalogue.ts';
import { libraryEntries } from '../db/schema/reading.ts';

const absent: LibraryStateBody = { status: null, isChosen: false };
const state = { status: libraryEntries.status, isChosen: libraryEntries.isChosen };

/** A novel's status in a user's library; null if the novel does not exist. */
async function readLibraryStatus(
  db: Database,
  userId: string,
  novelId: string,
): Promise<LibraryStateBody | null> {
  const isTheirs = and(eq(libraryEntries.novelId, novels.id), eq(libraryEntries.userId, userId));
  const [row] = await db
    .select(state)
    .from(novels)
    .leftJoin(libraryEntries, isTheirs)
    .where(isPublicNovel(novelId));
  if (!row) return null;
  return row.status === null ? absent : { status: row.status, isChosen: row.isChosen ?? false };
}

/**
 * Sets the status that a user chose for a novel, which reading does not change any more, or takes the
 * novel out of their library for null. Idempotent.
 * @returns null if the novel does not exist.
 */
export async function setLibraryStatus(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId, novelId }: { userId: string; novelId: string },
  status: LibraryStatus | null,
): Promise<LibraryStateBody | null> {
  if (status === null) {
    await db
      .delete(libraryEntries)
      .where(and(eq(libraryEntries.userId, userId), eq(libraryEntries.novelId, novelId)));
    return readLibraryStatus(db, userId, novelId);
  }
  const now = clock.now();
  const [row] = await db
    .insert(libraryEntries)
    .select(
      sql`select ${userId}::uuid, ${novels.id}, ${status}, true, null::uuid, null::timestamptz,
          ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
        from ${novels} where ${isPublicNovel(novelId)}`,
    )
    .onConflictDoUpdate({
      target: [libraryEntries.userId, libraryEntries.novelId],
      set: { status, isChosen: true, updatedAt: now },
    })
    .returning(state);
  return row ?? null;
}

import { and, eq, sql } from 'drizzle-orm';
import type { LibraryStateBody, LibraryStatus } from '#shared/contracts/library.ts';
import type { App } from '#server/app.ts';
import { isPublicNovel } from '../novels.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { libraryEntries } from '#server/core/db/schema/reading.ts';

const state = { status: libraryEntries.status, isChosen: libraryEntries.isChosen };

/**
 * Sets the status that a user chose for a novel, which reading does not change any more, or takes the
 * novel out of their library for null. Idempotent. Ask `onPublicNovel` before.
 * @returns null if the novel was deleted before.
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
    return { status: null, isChosen: false };
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

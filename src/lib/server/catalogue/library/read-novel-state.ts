import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { getLibraryStatus } from '#shared/contracts/library.ts';
import { isSold } from '../chapters.ts';
import { isPublicNovel } from '../novels.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels, similarNovels } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { libraryEntries, readingPlaces } from '#server/core/db/schema/reading.ts';
import { readToEnd } from '../reading/places.ts';

/** What a novel's page shows of a user's reading; null if the novel does not exist. One query. */
export async function readNovelState(
  db: Database,
  userId: string,
  novelId: string,
  now: Date,
): Promise<z.output<(typeof getLibraryStatus)['response']> | null> {
  const last = alias(chapters, 'last');
  const next = db
    .select({ id: chapters.id, chapterNumber: chapters.chapterNumber })
    .from(chapters)
    .where(
      and(
        eq(chapters.novelId, novels.id),
        eq(chapters.status, 'published'),
        gt(chapters.chapterNumber, last.chapterNumber),
      ),
    )
    .orderBy(chapters.chapterNumber)
    .limit(1)
    .as('next');
  const [row] = await db
    .select({
      status: libraryEntries.status,
      isChosen: libraryEntries.isChosen,
      last: { id: last.id, chapterNumber: last.chapterNumber, status: last.status },
      next: { id: next.id, chapterNumber: next.chapterNumber },
      isLastRead: sql<boolean>`coalesce(${readingPlaces.paragraph} is null
        and ${readingPlaces.characterOffset} = ${readToEnd}::int, false)`,
      canTakeCopy: mayTakeCopy(userId, now),
      knownSimilar: sql<string[]>`array(select ${similarNovels.similarId} from ${similarNovels}
        inner join ${libraryEntries} as known on known.novel_id = ${similarNovels.similarId}
        where ${similarNovels.novelId} = ${novels.id} and known.user_id = ${userId}::uuid
          and known.status <> 'to_read')`,
    })
    .from(novels)
    .leftJoin(
      libraryEntries,
      and(eq(libraryEntries.novelId, novels.id), eq(libraryEntries.userId, userId)),
    )
    .leftJoin(last, eq(last.id, libraryEntries.lastChapterId))
    .leftJoin(
      readingPlaces,
      and(eq(readingPlaces.chapterId, last.id), eq(readingPlaces.userId, userId)),
    )
    .leftJoinLateral(next, sql`true`)
    .where(isPublicNovel(novelId));
  if (!row) return null;
  const goesOn = row.last?.status === 'published' && !row.isLastRead ? row.last : row.next;
  return {
    status: row.status,
    isChosen: row.isChosen ?? false,
    nextChapter: goesOn && { _id: goesOn.id, chapterNumber: goesOn.chapterNumber },
    canTakeCopy: row.canTakeCopy,
    knownSimilar: row.knownSimilar,
  };
}

/** Whether a user has unlocked a row of `chapters`. */
export const isUnlockedBy = (userId: string): SQL => sql`exists (select from ${unlocks}
  where ${unlocks.chapterId} = ${chapters.id} and ${unlocks.userId} = ${userId}::uuid)`;

/**
 * Whether a user may take a book of a row of `novels`: it is completed, its author allows it, and they
 * have unlocked one of its published chapters at least, and each that is sold (decision 158).
 */
export function mayTakeCopy(userId: string, now: Date): SQL<boolean> {
  const isOut = and(sql`${chapters.novelId} = ${novels.id}`, eq(chapters.status, 'published'));
  const isOwn = isUnlockedBy(userId);
  return sql<boolean>`(${novels.allowsCopy} and ${novels.status} = 'completed'
    and exists (select from ${chapters} where ${isOut} and ${isOwn})
    and not exists (select from ${chapters} where ${isOut} and ${isSold(now)} and not ${isOwn}))`;
}

import { and, count, desc, eq, sql } from 'drizzle-orm';
import { isAuthor } from '#shared/site/staff-powers.ts';
import { libraryPageSize, libraryPagesMax } from '#shared/constants.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { isKnownTo } from '../catalogue/chapters.ts';
import { summarizeNewChapters } from '../catalogue/new-chapters.ts';
import { summarizeTypos } from '../community/typos/own-typos.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import { bookmarks, libraryEntries } from '#server/core/db/schema/reading.ts';
import type { User } from '#server/people/identity/sessions.ts';

/** A user as the API gives them to themselves; to nobody else. */
export async function toUserBody(db: Database, user: User): Promise<UserBody> {
  const [[kept], newChapters, typos] = await Promise.all([
    summarizeReading(db).execute({ userId: user.id }),
    summarizeNewChapters(db, user),
    summarizeTypos(db, user.id),
  ]);
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    displayName: user.displayName,
    bio: user.bio,
    preferredGenres: user.preferredGenres,
    profileImage: user.profileImage,
    role: user.role,
    credits: user.credits,
    createdAt: user.createdAt.toISOString(),
    bookmarkCount: kept?.bookmarkCount ?? 0,
    isReading: kept?.isReading ?? false,
    newChapters,
    typos,
    // An owner who is no author any more is a reader.
    hasNovels: kept !== undefined && (kept.hasRole || (isAuthor(user.role) && kept.isOwner)),
  };
}

/**
 * Bookmarks that home shows: one of a withdrawn chapter is kept until the chapter returns, and shown to
 * who unlocked it. Whether
 * anything is being read, in the part of the library that is shown. Whether there is a novel to work on.
 */
const summarizeReading = prepared((db) => {
  const userId = sql.placeholder('userId');
  const shown = db
    .select({ status: libraryEntries.status })
    .from(libraryEntries)
    .where(eq(libraryEntries.userId, userId))
    .orderBy(desc(libraryEntries.updatedAt))
    .limit(libraryPagesMax * libraryPageSize)
    .as('shown');
  return db
    .select({
      bookmarkCount: count(),
      isReading: sql<boolean>`exists (select from ${shown} where ${shown.status} = 'reading')`,
      hasRole: sql<boolean>`exists (select from ${novelMembers} where ${novelMembers.userId} = ${userId})`,
      isOwner: sql<boolean>`exists (select from ${novels} where ${novels.ownerId} = ${userId})`,
    })
    .from(bookmarks)
    .innerJoin(chapters, eq(chapters.id, bookmarks.chapterId))
    .where(and(eq(bookmarks.userId, userId), isKnownTo(userId)))
    .prepare('summarize_kept');
});

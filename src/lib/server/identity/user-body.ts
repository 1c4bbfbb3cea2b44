import { and, count, eq, sql } from 'drizzle-orm';
import type { UserBody } from '#shared/contracts/auth.ts';
import { summarizeNewChapters } from '../catalogue/new-chapters.ts';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { chapters } from '../db/schema/catalogue.ts';
import { bookmarks } from '../db/schema/reading.ts';
import type { User } from './sessions.ts';

/** A user as the API gives them to themselves; to nobody else. */
export async function toUserBody(db: Database, user: User): Promise<UserBody> {
  const [[bookmarked], newChapters] = await Promise.all([
    countBookmarks(db).execute({ userId: user.id }),
    summarizeNewChapters(db, user),
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
    bookmarkCount: bookmarked?.count ?? 0,
    newChapters,
  };
}

/** Those that home shows: a bookmark of a withdrawn chapter is kept until the chapter returns. */
const countBookmarks = prepared((db) =>
  db
    .select({ count: count() })
    .from(bookmarks)
    .innerJoin(chapters, eq(chapters.id, bookmarks.chapterId))
    .where(and(eq(bookmarks.userId, sql.placeholder('userId')), eq(chapters.status, 'published')))
    .prepare('count_bookmarks'),
);
